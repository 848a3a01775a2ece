import { usdt } from '@glasshouse/core/money/units'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCreditScore, getLoanTerms } from './index.fixture.ts'
import { applyForLoan } from './index.ts'
import { type LoanStage, openLoanStage } from './loans.fixture.ts'
import { countOpenLoans } from './store/loans.ts'

let stage: LoanStage
beforeAll(async () => {
  stage = await openLoanStage()
})
afterAll(() => stage.close())

const refused = async (attempt: Promise<unknown>) => {
  const { code, data } = await expectDomainError(attempt)
  return { code, ...data }
}
/** A customer with a fixed order of 60 days and a compound one of 90. */
const borrower = async (fixed = '2700', compound = '3300') => {
  const uid = await stage.saver('6100')
  const a = await stage.buy(uid, stage.typeid, fixed)
  const b = await stage.buy(uid, stage.typeid, compound, 'compound')
  return { uid, fixed: a.id, compound: b.id }
}
const lend = async (uid: number, body: Parameters<LoanStage['apply']>[1]) => {
  const id = await stage.apply(uid, body)
  await stage.decide(id)
  return id
}
const scoreOf = async (uid: number) => (await getCreditScore(stage.database.db, uid)).score
const set = (uid: number, change: string) =>
  sql.raw(`update identity_customer set ${change} where uid = ${uid}`).execute(stage.database.db)
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from notifications_notice where uid = ${uid}`.execute(stage.database.db)
  return rows.map(({ kind }) => kind)
}

describe('terms and application', () => {
  it('say what counts, and answer each obstacle in the order of the checks', async () => {
    const { uid, fixed, compound } = await borrower()
    await stage.pass(2)
    expect(await getLoanTerms(stage, uid, 30)).toMatchObject({
      limit: usdt('2990'),
      score: 100,
      ratePpm: 500,
      days: [7, 14, 30],
      min: usdt('100'),
      step: usdt('10'),
      orders: [
        { id: fixed, principal: usdt('2700'), value: usdt('2699.406'), reason: null },
        { id: compound, value: usdt('3300'), reason: null },
      ],
      callPercent: 65,
      liquidationPercent: 80,
      graceHours: 72,
      identity: 'notNeeded',
    })
    await set(uid, 'credit_score = 60')
    expect((await getLoanTerms(stage, uid, null)).limit).toBe(usdt('1790'))
    const attempt = (amount: string, more = {}) =>
      refused(stage.apply(uid, { amount: usdt(amount), ...more }))
    expect(await attempt('100', { days: 8 })).toEqual({ code: 'invalidField', field: 'days' })
    const live = { ...stage, settings: { ...stage.settings, MODE: 'live' as const } }
    expect(
      await refused(applyForLoan(live, uid, { amount: null, days: null, isAutoRepaid: false })),
    ).toMatchObject({
      code: 'notAllowed',
      reason: 'notOfferedHere',
    })
    for (const amount of ['0', '90', '105', '1800'])
      expect(await attempt(amount)).toEqual({ code: 'outOfRange', min: '100', max: '1790', step: '10' })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => stage.apply(uid, {})))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await attempt('100')).toEqual({ code: 'invalidState', reason: 'oneLoan' })
    expect(await stage.loanOf(uid)).toMatchObject({ amount: '1790', status: 0, days: 30, pledged: [] })
    expect(await countOpenLoans(stage.database.db, uid)).toBe(1)
    await stage.decide((await stage.loanOf(uid)).id, 'reject')
    expect(await stage.loanOf(uid)).toMatchObject({ status: 2, remark: 'Decided in a test.' })
    expect(await countOpenLoans(stage.database.db, uid)).toBe(0)
  })

  it('needs an approved identity where the setting says so, and money in the reserve', async () => {
    const { uid } = await borrower()
    const { db } = stage.database
    await sql`insert into content_setting (key, value, changed_ms) values ('loan_needs_kyc', '1', 1)`.execute(
      db,
    )
    expect(await refused(stage.apply(uid, {}))).toEqual({ code: 'notAllowed', reason: 'kyc' })
    await sql`delete from content_setting where key = 'loan_needs_kyc'`.execute(db)
    const rich = await stage.saver('100000')
    await stage.buy(rich, stage.typeid, '100000')
    expect(await refused(stage.apply(rich, {}))).toMatchObject({ code: 'insufficientReserve' })
  })
})

describe('a loan', () => {
  it('pledges the orders that end last, costs a day at least, and frees them when repaid', async () => {
    const { uid, fixed, compound } = await borrower()
    const before = await stage.reserveBalance('loans')
    const id = await lend(uid, { amount: usdt('1500'), days: 30 })
    expect(await stage.loanOf(uid)).toMatchObject({
      status: 1,
      outstanding: '1500',
      interest: '0.75',
      ltv: '45.48',
      pledged: [{ id: compound, value: '3300', state: 'pledged' }],
    })
    expect(await stage.reserveBalance('loans')).toBe(before - usdt('1500'))
    expect(await stage.account(uid, 'wallet')).toBe(usdt('1600'))
    expect(await refused(stage.redeem(uid, compound))).toMatchObject({ reason: 'until' })
    await stage.pass(1)
    expect((await stage.loanOf(uid)).interest).toBe('0.75')
    expect(await refused(stage.redeem(uid, compound))).toEqual({
      code: 'invalidState',
      reason: 'pledged',
      loan: id,
    })
    expect((await stage.redeem(uid, fixed)).state).toBe('redeeming')
    await stage.pass(1)
    expect((await stage.loanOf(uid)).interest).toBe('1.5')
    const { standings, paidtime } = await stage.loanOf(uid)
    expect(standings.map(({ owed, value, ltv }) => [owed, value, ltv])).toEqual([
      ['1500.75', '3300', '45.48'],
      ['1500.75', '3300', '45.48'],
      ['1501.5', '3300', '45.5'],
    ])
    expect(standings[0]?.time).toBe(paidtime)
    const other = await stage.saver('100')
    expect(await refused(stage.repay(other, id, '1'))).toEqual({ code: 'notFound' })
    expect(await refused(stage.repay(uid, id, '0'))).toMatchObject({ code: 'outOfRange' })
    expect(await stage.repay(uid, id, '101.5')).toMatchObject({ outstanding: usdt('1400'), interest: 0n })
    const paid = await Promise.allSettled(Array.from({ length: 10 }, () => stage.repay(uid, id, '5000')))
    expect(paid.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refused(stage.repay(uid, id, '1'))).toEqual({ code: 'invalidState', reason: 'notOwing' })
    expect(await stage.loanOf(uid)).toMatchObject({
      status: 3,
      outstanding: '0',
      repaid: '1501.5',
      ltv: null,
      pledged: [{ state: 'released' }],
    })
    expect(await stage.reserveBalance('loans')).toBe(before)
    expect((await stage.redeem(uid, compound)).state).toBe('redeeming')
    expect(await scoreOf(uid)).toBe(100)
    expect((await getCreditScore(stage.database.db, uid)).events).toMatchObject([
      { reason: 'repaid', change: 0, score: 100, loanId: id },
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('is refused at the approval when the limit fell, and above the threshold needs two managers', async () => {
    const { uid } = await borrower()
    const id = await stage.apply(uid, { amount: usdt('2900') })
    await set(uid, 'credit_score = 90')
    expect(await refused(stage.decide(id))).toMatchObject({ reason: 'limitFell', limit: '2700' })
    await set(uid, 'credit_score = 100')
    await stage.decide(id)
    const rich = await stage.saver('12100')
    await stage.buy(rich, stage.typeid, '12000')
    const large = await stage.apply(rich, { amount: usdt('5010') })
    expect(await stage.decide(large)).toMatchObject({ approvals: 1, needed: 2, state: 'pending' })
    expect(await refused(stage.decide(large))).toMatchObject({ reason: 'sameManager' })
    await stage.decide(large, 'approve', stage.second)
    expect((await stage.loanOf(rich)).status).toBe(1)
    await stage.repay(rich, large, '9999')
    await stage.repay(uid, id, '9999')
    expect(await stage.broken()).toEqual({})
  })

  it('is repaid by itself on its due day, where the wallet suffices', async () => {
    const { uid } = await borrower()
    await set(uid, 'credit_score = 80')
    await lend(uid, { amount: usdt('100'), days: 7, isAutoRepaid: true })
    await stage.pass(6)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 1, interest: '0.3' })
    await stage.pass(1)
    // Seven days of interest: the first midnight's was owed from the payout on.
    expect(await stage.loanOf(uid)).toMatchObject({ status: 3, repaid: '100.35' })
    expect(await scoreOf(uid)).toBe(85)
    expect(await noticesOf(uid)).toEqual(
      expect.arrayContaining(['loanGranted', 'loanDueSoon', 'loanRepaid', 'creditScoreChanged']),
    )
    expect(await stage.broken()).toEqual({})
  })
})

describe('a loan that is not repaid', () => {
  it('is overdue for 72 hours at the same rate, then settled; the surplus is in the wallet at once', async () => {
    const { uid, fixed, compound } = await borrower('2000', '4000')
    const id = await lend(uid, { amount: usdt('2900'), days: 7 })
    expect((await stage.loanOf(uid)).pledged.map((order) => order.id)).toEqual([fixed, compound])
    const walletBefore = await stage.account(uid, 'wallet')
    await stage.pass(7)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 4, interest: '10.15' })
    await stage.pass(2)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 4, interest: '13.05' })
    await stage.pass(1)
    // 2914.5 owed: the compound order of 4000 is the smallest that suffices.
    const settled = await stage.loanOf(uid)
    expect(settled).toMatchObject({ status: 5, repaid: '2914.5', surplus: '1085.5', outstanding: '0' })
    expect(settled.pledged.map(({ state }) => state)).toEqual(['released', 'seized'])
    const interest = (await stage.orders(uid)).find((order) => order.id === fixed)?.profit ?? '0'
    expect(await stage.account(uid, 'wallet')).toBe(walletBefore + usdt('1085.5') + usdt(interest))
    expect(await stage.orders(uid, 1)).toMatchObject([{ id: compound, state: 'redeemed', payout: '1085.5' }])
    expect(await scoreOf(uid)).toBe(80)
    expect((await stage.redeem(uid, fixed)).state).toBe('redeeming')
    // Three days and one day before, at the due day, and one and two days after it.
    const { rows: notices } = await sql<{ kind: string; key: string }>`
      select kind, key from notifications_notice where uid = ${uid} and kind ~ '^loan' order by id`.execute(
      stage.database.db,
    )
    expect(notices.map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      `loanGranted ${id}`,
      ...[3, 1].map((days) => `loanDueSoon ${id} ${days}`),
      ...[0, 1, 2].map((days) => `loanOverdue ${id} ${days}`),
      `loanSeized ${id}`,
    ])
    expect(await stage.broken()).toEqual({})
  })

  it('takes ten off the score when it is repaid late', async () => {
    const { uid } = await borrower()
    const id = await lend(uid, { amount: usdt('100'), days: 7 })
    await stage.pass(8)
    await stage.repay(uid, id, '999')
    expect(await stage.loanOf(uid)).toMatchObject({ status: 3, repaid: '100.4' })
    expect(await scoreOf(uid)).toBe(90)
  })
})

const interestOf = async (uid: number) =>
  (await stage.orders(uid)).find(({ interesttype }) => interesttype === 1)?.profit ?? '0'

describe('a pledged order that ends', () => {
  it('keeps its principal held until the loan lets it go', async () => {
    const uid = await stage.saver('1100')
    const { rows } = await sql<{ id: number }>`
      select id from invest_cycle where product_id = ${stage.typeid} and days = 7`.execute(stage.database.db)
    const order = await stage.buyFurther(uid, stage.typeid, rows[0]?.id ?? 0, '1000')
    const id = await lend(uid, { amount: usdt('500'), days: 7 })
    await stage.pass(7)
    expect(await stage.orders(uid)).toMatchObject([
      { id: order.id, state: 'ended', payout: '0', pledged: id },
    ])
    expect(await stage.account(uid, 'principal')).toBe(usdt('1000'))
    expect(await stage.account(uid, 'wallet')).toBe(usdt('601.1'))
    expect(await stage.broken()).toEqual({})
    await stage.repay(uid, id, '400')
    expect(await stage.account(uid, 'principal')).toBe(usdt('1000'))
    await stage.repay(uid, id, '101.75')
    expect(await stage.orders(uid)).toMatchObject([{ payout: '1000', pledged: null }])
    expect(await stage.account(uid, 'principal')).toBe(0n)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('1099.35'))
  })

  it('pays the loan with its whole principal when it is settled', async () => {
    const uid = await stage.saver('1000')
    const { rows } = await sql<{ id: number }>`
      select id from invest_cycle where product_id = ${stage.typeid} and days = 7`.execute(stage.database.db)
    await stage.buyFurther(uid, stage.typeid, rows[0]?.id ?? 0, '1000')
    await lend(uid, { amount: usdt('500'), days: 7 })
    await stage.pass(10)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 5, repaid: '502.5', surplus: '497.5' })
    expect(await stage.orders(uid)).toMatchObject([{ state: 'ended', payout: '497.5', pledged: null }])
    expect(await stage.account(uid, 'principal')).toBe(0n)
    expect(await stage.account(uid, 'wallet')).toBe(usdt('998.6'))
  })
})

/** Principal is planted here, so the books are not compared afterwards. */
describe('a loan whose security loses its cover', () => {
  it('warns at 65 %, is settled at 80 %, and a shortfall is not the customer’s', async () => {
    const { uid } = await borrower('100', '1000')
    const id = await lend(uid, { amount: usdt('500'), days: 30 })
    const { db } = stage.database
    const owe = (principal: bigint) =>
      sql`update loans_loan set outstanding = ${principal} where id = ${id}`.execute(db)
    await owe(usdt('660'))
    await stage.pass(1)
    expect(await noticesOf(uid)).toContain('loanCalled')
    expect((await stage.loanOf(uid)).status).toBe(1)
    await owe(usdt('1200'))
    const [insurance, loans] = [await stage.reserveBalance('insurance'), await stage.reserveBalance('loans')]
    await stage.pass(1)
    const settled = await stage.loanOf(uid)
    expect(settled).toMatchObject({ status: 5, outstanding: '0', surplus: '0' })
    expect(settled.pledged).toMatchObject([{ state: 'seized' }])
    const lost = insurance - (await stage.reserveBalance('insurance'))
    expect(lost).toBeGreaterThan(usdt('200'))
    // Everything but the interest came back to the reserve.
    expect((await stage.reserveBalance('loans')) - loans).toBe(usdt('1200'))
    expect(await stage.account(uid, 'wallet')).toBe(usdt('5500') + usdt(await interestOf(uid)))
  })
})
