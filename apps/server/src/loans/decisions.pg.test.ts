import { loanState } from '@glasshouse/core/loans/codec'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { resumeLedger, suspendLedger } from '@glasshouse/testkit/suspension'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { fundReserve, withdrawFromReserve } from '../ledger/posting/index.ts'
import type { StaffIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { listReviews } from '../reviews/index.ts'
import { getCreditScore, getLoanTerms } from './index.fixture.ts'
import { loanReviews, recordStaffScore } from './index.ts'
import { type LoanStage, openLoanStage } from './loans.fixture.ts'
import { loansModule } from './module.ts'
import { loanPersonalData } from './personalData.ts'

const origin = { ip: '', userAgent: 'test' }
let stage: LoanStage
beforeAll(async () => {
  stage = await openLoanStage()
})
afterAll(() => stage.close())
afterEach(async () => {
  expect(await stage.broken()).toEqual({})
})

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
/** A customer with a compound order of so much, which secures half of it. */
const borrower = async (principal = '2000') => {
  const uid = await stage.saver('6000')
  const { id } = await stage.buy(uid, stage.typeid, principal, 'compound')
  return { uid, order: id }
}
const waiting = async (amount = '500', principal = '2000') => {
  const { uid, order } = await borrower(principal)
  return { uid, order, id: await stage.apply(uid, { amount: usdt(amount), days: 30 }) }
}
const fulfilled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications_notice where uid = ${uid} order by id`.execute(stage.database.db)
  return rows.map(({ kind }) => kind)
}
const entriesOf = async (cause: string, id: number) => {
  const { rows } = await sql<{ key: string; account: string; amount: bigint; type: number }>`
    select t.key, a.name as account, e.amount, e.type::int as type from ledger_transaction t
    join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
    where t.cause_kind = ${cause} and t.cause_id = ${id} order by t.id, e.id`.execute(stage.database.db)
  return rows.map(({ key, account, amount, type }) => [key, account, amount, type])
}
/** Leaves so much in the loans reserve and puts the rest back afterwards. */
let moves = 800_000
const leaveInReserve = async (amount: string) => {
  const taken = ((await stage.reserveBalance('loans')) - usdt(amount)) as Usdt
  moves += 1
  await transact(stage.database.db, (tx) =>
    withdrawFromReserve(tx, 1, 'loans', taken, { kind: 'test', id: moves }),
  )
}
const refill = async () => {
  moves += 1
  await transact(stage.database.db, (tx) =>
    fundReserve(tx, 1, 'loans', usdt('20000'), { kind: 'test', id: moves }),
  )
}

describe('a decision', () => {
  it('counts once of twenty at once by two managers, and books the loan once from the reserve to the wallet', async () => {
    const { uid, id, order } = await waiting()
    const before = await stage.account(uid, 'wallet')
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        stage.decide(id, 'approve', at % 2 === 0 ? stage.manager : stage.second),
      ),
    )
    expect(fulfilled(results)).toBe(1)
    expect(await stage.account(uid, 'wallet')).toBe(before + usdt('500'))
    expect(await entriesOf('loanPaidOut', id)).toEqual([
      [`loan-out:${id}`, 'house/loans/USDT', -usdt('500'), 60],
      [`loan-out:${id}`, `customer/${uid}/wallet/USDT`, usdt('500'), 60],
    ])
    expect((await stage.loanOf(uid)).pledged.map((one) => one.id)).toEqual([order])
    expect((await noticesOf(uid)).filter((kind) => kind.startsWith('loan'))).toEqual(['loanGranted'])
    await stage.repay(uid, id, '9999')
  })
  it('for and against it at once leaves one of them, with its own notice', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { uid, id } = await waiting()
      const results = await Promise.allSettled([
        stage.decide(id, 'reject', stage.second),
        stage.decide(id, 'approve', stage.manager),
      ])
      expect(fulfilled(results)).toBe(1)
      const { status, outstanding } = await stage.loanOf(uid)
      expect([1, 2]).toContain(status)
      expect(outstanding).toBe(loanState({ status }) === 'running' ? '500' : '0')
      expect((await noticesOf(uid)).filter((kind) => kind.startsWith('loan'))).toEqual([
        loanState({ status }) === 'running' ? 'loanGranted' : 'loanRejected',
      ])
      if (loanState({ status }) === 'running') await stage.repay(uid, id, '9999')
    }
  })
  it('shows the next reviewer how earlier loans ended and what is owed', async () => {
    const { uid, id } = await waiting()
    const outcomes = (except: number | null, limit = 100) =>
      loansModule.provides.countLoanOutcomes(stage.database.db, uid, except, limit)
    const none = { repaid: 0, settled: 0, rejected: 0, isOverdue: false, owed: 0n }
    expect(await outcomes(null)).toEqual(none)
    await stage.decide(id, 'reject')
    expect(await outcomes(null)).toEqual({ ...none, rejected: 1 })
    expect(await outcomes(id)).toEqual(none)
    const next = await stage.apply(uid, { amount: usdt('500'), days: 30 })
    await stage.decide(next, 'approve')
    const { outstanding, interest } = await stage.loanOf(uid)
    const owed = usdt(outstanding) + usdt(interest)
    expect(await outcomes(null)).toEqual({ ...none, rejected: 1, owed })
    await stage.repay(uid, next, '9999')
    expect(await outcomes(null)).toEqual({ ...none, rejected: 1, repaid: 1 })
    expect(await outcomes(null, 1)).toEqual({ ...none, repaid: 1 })
  })
  it('needs a manager, a known loan, and a remark where it is against', async () => {
    const { uid, id } = await waiting()
    const service: StaffIdentity = { ...stage.second, role: 'service' }
    expect(await refused(stage.decide(id, 'approve', service))).toMatchObject({ code: 'notAllowed' })
    expect(await refused(stage.decide(999_999, 'approve'))).toEqual({ code: 'notFound' })
    expect((await stage.loanOf(uid)).status).toBe(0)
    await stage.decide(id, 'reject')
    expect(await refused(stage.decide(id, 'approve'))).toMatchObject({ reason: 'decided' })
    expect(await refused(stage.decide(id, 'reject'))).toMatchObject({ reason: 'decided' })
  })
  it.each([
    ['5000', 1],
    ['5010', 2],
  ])('about %s needs %i managers', async (amount, needed) => {
    const { uid, id } = await waiting(amount, '5000').catch(async () => {
      const rich = await stage.saver('12000')
      await stage.buy(rich, stage.typeid, '11000', 'compound')
      return { uid: rich, id: await stage.apply(rich, { amount: usdt(amount) }) }
    })
    const row = await stage.decide(id)
    expect(row).toMatchObject({ needed, approvals: 1, state: needed === 1 ? 'approved' : 'pending' })
    if (needed === 2) {
      expect((await stage.loanOf(uid)).status).toBe(0)
      await stage.decide(id, 'approve', stage.second)
    }
    expect((await stage.loanOf(uid)).status).toBe(1)
    await stage.repay(uid, id, '99999')
  })
  it('against it by the second manager undoes the first approval', async () => {
    const rich = await stage.saver('12000')
    await stage.buy(rich, stage.typeid, '11000', 'compound')
    const id = await stage.apply(rich, { amount: usdt('5010') })
    await stage.decide(id)
    await stage.decide(id, 'reject', stage.second)
    expect(await stage.loanOf(rich)).toMatchObject({ status: 2, outstanding: '0', pledged: [] })
  })
})

describe('an approval is judged again', () => {
  it.each([
    ['a unit below the loan', '499.99999999', false],
    ['exactly the loan', '500', true],
  ])('by the reserve: with %s in it', async (_, left, isPaid) => {
    const { uid, id } = await waiting()
    await leaveInReserve(left)
    if (isPaid) {
      await stage.decide(id)
      expect((await stage.loanOf(uid)).status).toBe(1)
    } else {
      expect((await refused(stage.decide(id))).code).toBe('insufficientReserve')
      expect((await stage.loanOf(uid)).status).toBe(0)
      await stage.decide(id, 'reject')
    }
    await refill()
    if (isPaid) await stage.repay(uid, id, '9999')
  })
  it('by the orders: one that is being redeemed secures nothing any more', async () => {
    const { uid, order, id } = await waiting('500', '1000')
    await stage.pass(1)
    await stage.redeem(uid, order)
    expect(await refused(stage.decide(id))).toMatchObject({ reason: 'limitFell', limit: '0' })
    await stage.decide(id, 'reject')
  })
  it('by the due day: an order that would end before it secures nothing, at the day itself it does', async () => {
    const uid = await stage.saver('1000')
    await stage.buy(uid, stage.typeid, '1000')
    const late = await stage.apply(uid, { amount: usdt('100'), days: 30 })
    // The order ends at the 60th midnight; 3.3 of its interest were paid by then, which lower its value.
    await stage.pass(30)
    expect((await getLoanTerms(stage, uid, 30)).limit).toBe(usdt('490'))
    await stage.pass(1)
    expect(await refused(stage.decide(late))).toMatchObject({ reason: 'limitFell', limit: '0' })
    expect(await getLoanTerms(stage, uid, 30)).toMatchObject({
      ...{ limit: usdt('0'), orders: [{ reason: 'endsEarly', value: usdt('996.59') }] },
    })
    expect((await getLoanTerms(stage, uid, 14)).limit).toBe(usdt('490'))
    await stage.decide(late, 'reject')
  })
  it('by the ledger: while a check found something nothing is paid out, and a rejection is possible', async () => {
    const [kept, dropped] = [await waiting(), await waiting()]
    await suspendLedger(stage)
    expect((await refused(stage.decide(kept.id))).code).toBe('ledgerSuspended')
    await stage.decide(dropped.id, 'reject')
    await resumeLedger(stage)
    await stage.decide(kept.id)
    await stage.repay(kept.uid, kept.id, '9999')
  })
})

describe('a payout or a repayment that dies at any statement', () => {
  it('is whole or undone, and counts once when it is repeated', async () => {
    let deaths = 0
    for (const at of killPoints(42)) {
      const { uid, order, id } = await waiting()
      const killed = async (work: () => Promise<unknown>) => {
        const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
        await work().catch(() => undefined)
        death.over()
        await drainDeadConnections(stage.database.pool)
        if (death.happened()) deaths += 1
      }
      const before = await stage.account(uid, 'wallet')
      await killed(() => stage.decide(id))
      const isPaid = loanState(await stage.loanOf(uid)) === 'running'
      expect(await stage.account(uid, 'wallet')).toBe(isPaid ? before + usdt('500') : before)
      await stage.decide(id).catch(() => undefined)
      expect(await stage.account(uid, 'wallet')).toBe(before + usdt('500'))
      await killed(() => stage.repay(uid, id, '9999'))
      const isOver = loanState(await stage.loanOf(uid)) === 'repaid'
      expect(await stage.account(uid, 'wallet')).toBe(isOver ? before - usdt('0.25') : before + usdt('500'))
      await stage.repay(uid, id, '9999').catch(() => undefined)
      expect(await stage.account(uid, 'wallet')).toBe(before - usdt('0.25'))
      expect((await stage.orders(uid, 0)).map((one) => [one.id, one.pledged])).toEqual([[order, null]])
      expect((await getCreditScore(stage.database.db, uid)).events).toHaveLength(1)
    }
    expect(deaths).toBeGreaterThan(0)
  })
})

describe('a repayment', () => {
  it('takes interest before principal, what the wallet holds to the unit, and no more than is owed', async () => {
    const { uid, id } = await waiting()
    await stage.decide(id)
    // 500 and a day of 0.25 are owed; the wallet holds 4500.
    expect(await stage.repay(uid, id, '0.1')).toMatchObject({
      outstanding: usdt('500'),
      interest: usdt('0.15'),
    })
    expect(await stage.repay(uid, id, '0.16')).toMatchObject({ outstanding: usdt('499.99'), interest: 0n })
    expect(await entriesOf('loanRepaid', id)).toEqual([
      [`loan-repaid:${id}:1`, `customer/${uid}/wallet/USDT`, -usdt('0.1'), 62],
      [`loan-repaid:${id}:1`, 'house/fees/USDT', usdt('0.1'), 62],
      [`loan-repaid:${id}:2`, `customer/${uid}/wallet/USDT`, -usdt('0.15'), 62],
      [`loan-repaid:${id}:2`, 'house/fees/USDT', usdt('0.15'), 62],
      [`loan-repaid:${id}:2`, `customer/${uid}/wallet/USDT`, -usdt('0.01'), 61],
      [`loan-repaid:${id}:2`, 'house/loans/USDT', usdt('0.01'), 61],
    ])
    expect(await stage.repay(uid, id, '499.98999999')).toMatchObject({ outstanding: 1n, state: 'running' })
    expect(await stage.repay(uid, id, '0.00000002')).toMatchObject({ outstanding: 0n, state: 'repaid' })
    expect(await stage.loanOf(uid)).toMatchObject({ repaid: '500.25' })
  })
  it('a unit above the wallet is refused and moves nothing; exactly the wallet is taken', async () => {
    const uid = await stage.saver('1000')
    await stage.buy(uid, stage.typeid, '1000', 'compound')
    const id = await stage.apply(uid, { amount: usdt('500'), days: 30 })
    await stage.decide(id)
    // The wallet holds what was lent; 500.25 are owed.
    expect(await refused(stage.repay(uid, id, '500.00000001'))).toEqual({
      ...{ code: 'insufficientBalance', needed: '500.00000001', available: '500' },
    })
    expect(await stage.repay(uid, id, '500')).toMatchObject({ outstanding: usdt('0.25') })
    expect(await stage.account(uid, 'wallet')).toBe(0n)
    await stage.give(uid, 'wallet', usdt('1'))
    await stage.repay(uid, id, '1')
  })
  it('of another’s loan or of a loan that waits is refused, before the amount is judged', async () => {
    const { uid, id } = await waiting()
    const stranger = await stage.saver('100')
    for (const amount of ['0', '5'])
      expect(await refused(stage.repay(stranger, id, amount))).toEqual({ code: 'notFound' })
    for (const amount of ['0', '5'])
      expect(await refused(stage.repay(uid, id, amount))).toEqual({
        code: 'invalidState',
        reason: 'notOwing',
      })
    await stage.decide(id, 'reject')
    expect(await refused(stage.repay(uid, id, '5'))).toEqual({ code: 'invalidState', reason: 'notOwing' })
  })
})

describe('lists', () => {
  it('of reviews have a loan in the queue of its state, with what a manager needs', async () => {
    const { id } = await waiting('600')
    const queue = { ...stage, kinds: [loanReviews(stage)] }
    const page = {
      text: '',
      scope: null,
      orderBy: 'created',
      direction: 'desc',
      offset: 0,
      limit: 100,
    } as const
    const rowsOf = async (state: 'pending' | 'approved' | 'rejected') =>
      (await listReviews(queue, stage.manager, origin, { kind: 'loan', state, ...page })).rows
    const [row] = (await rowsOf('pending')).filter((one) => one.id === id)
    expect(row).toMatchObject({ needed: 1, amount: usdt('600'), summary: 'Loan 600 USDT for 30 days' })
    expect(Object.fromEntries((row?.fields ?? []).map(({ name, value }) => [name, value]))).toMatchObject({
      ...{ days: '30', rate: '0.05 % a day', autorepay: 'no', creditscore: '100' },
      ...{ limit: '1000', collateral: '2000' },
    })
    await stage.decide(id, 'reject')
    expect((await rowsOf('pending')).map((one) => one.id)).not.toContain(id)
    expect((await rowsOf('rejected')).map((one) => one.id)).toContain(id)
    expect((await rowsOf('approved')).map((one) => one.id)).not.toContain(id)
  })
  it('of the export hold every loan, night and payment of the customer, and none of another', async () => {
    const [{ uid, id }, other] = [await waiting(), await waiting()]
    await stage.decide(id)
    await stage.decide(other.id)
    await stage.pass(2)
    await stage.repay(uid, id, '100')
    const exported = async (of: number, name: string) => {
      const part = loanPersonalData.exportParts(stage, { uid: of } as never).find((one) => one.name === name)
      if (part === undefined) throw new Error(`no part ${name}`)
      const rows: unknown[] = []
      for await (const some of (await part.rows()) as AsyncIterable<unknown> | unknown[]) rows.push(some)
      return rows.flat()
    }
    expect(await exported(uid, 'loans')).toMatchObject([{ id, amount: '500', repaid: '100' }])
    const nights = (await exported(uid, 'loanInterest')) as { loan: number; amount: string; day: string }[]
    expect(nights.map(({ loan, amount }) => [loan, amount])).toEqual([
      [id, '0.25'],
      [id, '0.25'],
    ])
    expect(nights.map(({ day }) => day)).toEqual(nights.map(({ day }) => day).sort())
    expect(await exported(uid, 'loanPayments')).toMatchObject([
      {
        loan: id,
        number: 1,
        source: 'customer',
        interest: '0.5',
        principal: '99.5',
        surplus: '0',
        order: null,
      },
    ])
    expect(await exported(uid, 'loanStandings')).toMatchObject([
      {
        loan: id,
        standings: [
          { owed: '500.25', value: '2000', ltv: '25.02' },
          { owed: '500.25', value: '2000', ltv: '25.02' },
          { owed: '500.5', value: '2000', ltv: '25.03' },
        ],
      },
    ])
    expect(await exported(uid, 'creditScoreEvents')).toEqual([])
    expect(await exported(other.uid, 'loanPayments')).toEqual([])
    const stranger = await stage.saver('1')
    for (const name of ['loans', 'loanInterest', 'loanPayments', 'loanStandings'])
      expect(await exported(stranger, name)).toEqual([])
    await stage.repay(uid, id, '9999')
    await stage.repay(other.uid, other.id, '9999')
  })
})

describe('a score that a manager sets', () => {
  const setTo = (uid: number, before: number, score: number) =>
    transact(stage.database.db, async (tx) => {
      await sql`update identity_customer set credit_score = ${score} where uid = ${uid}`.execute(tx)
      await recordStaffScore(tx, stage.clock, { uid, before, score, remark: 'Looked at again.' })
    })
  it('is recorded with its remark, told once, and limits the next loan', async () => {
    const { uid } = await borrower()
    await setTo(uid, 100, 40)
    expect(await getCreditScore(stage.database.db, uid)).toMatchObject({
      score: 40,
      rule: { max: 100, repaid: 5, repaidLate: -10, settled: -20 },
      events: [{ reason: 'staff', change: -60, score: 40, loanId: null, remark: 'Looked at again.' }],
    })
    expect(await noticesOf(uid)).toContain('creditScoreChanged')
    // 20 % of 2000.
    expect(await refused(stage.apply(uid, { amount: usdt('410') }))).toMatchObject({ max: '400' })
    const id = await stage.apply(uid, { amount: usdt('400') })
    await stage.decide(id)
    await stage.repay(uid, id, '9999')
    expect(await getCreditScore(stage.database.db, uid)).toMatchObject({
      score: 45,
      events: [{ reason: 'repaid', change: 5, score: 45, loanId: id, remark: null }, { reason: 'staff' }],
    })
  })
  it('that stays is recorded too, and no one is told', async () => {
    const { uid } = await borrower()
    await setTo(uid, 100, 100)
    expect((await getCreditScore(stage.database.db, uid)).events).toMatchObject([{ change: 0, score: 100 }])
    expect(await noticesOf(uid)).not.toContain('creditScoreChanged')
  })
  it('of no one is 0', async () => {
    expect(await getCreditScore(stage.database.db, 99_999_999)).toMatchObject({ score: 0, events: [] })
  })
})
