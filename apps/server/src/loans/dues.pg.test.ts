import { customer } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { loanState } from '@glasshouse/core/loans/codec'
import { usdt } from '@glasshouse/core/money/units'
import { testLock } from '@glasshouse/testkit/customers'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startLock } from '../identity/index.fixture.ts'
import { postSingle } from '../ledger/posting/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { getCreditScore } from './index.fixture.ts'
import { type LoanStage, openLoanStage } from './loans.fixture.ts'

// A loan of 500 for seven days costs 0.25 a day: 501.75 are owed at the due midnight, 502.5 when the grace is over.

let stage: LoanStage
beforeAll(async () => {
  stage = await openLoanStage()
})
afterAll(() => stage.close())
afterEach(async () => {
  await set('loan_grace_hours', null)
  expect(await stage.broken()).toEqual({})
})

const set = async (key: string, value: string | null) => {
  const { db } = stage.database
  await sql`delete from content_setting where key = ${key}`.execute(db)
  if (value !== null)
    await sql`insert into content_setting (key, value, changed_ms) values (${key}, ${value}, 1)`.execute(db)
}
/** A loan of 500 for seven days against a compound order, with so much in the wallet beside it. */
const borrow = async (
  wallet: string,
  more: { readonly isAutoRepaid?: boolean; readonly principal?: string } = {},
) => {
  const principal = more.principal ?? '1000'
  const uid = await stage.saver(principal)
  const { id: order } = await stage.buy(uid, stage.typeid, principal, 'compound')
  const id = await stage.apply(uid, {
    amount: usdt('500'),
    days: 7,
    isAutoRepaid: more.isAutoRepaid ?? false,
  })
  await stage.decide(id)
  // What was lent is spent, so that only what the case names is left.
  const spent = await stage.saver('0.00000001')
  await transact(stage.database.db, async (tx) => {
    const [from, to] = [customer(uid, 'wallet'), customer(spent, 'wallet')]
    const transfers = [{ from, to, amount: usdt('500'), type: journal.deposit }]
    await postSingle(tx, stage.clock.business(), { cause: { kind: 'test', id: 900_000 + uid }, transfers })
  })
  if (usdt(wallet) > 0n) await stage.give(uid, 'wallet', usdt(wallet))
  return { uid, id, order }
}
const scoreOf = async (uid: number) => (await getCreditScore(stage.database.db, uid)).score
const noticesOf = async (uid: number) => {
  const { rows } = await sql<{ kind: string; key: string }>`
    select kind, key from notifications_notice where uid = ${uid} and kind ~ '^loan' order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ kind, key }) => `${kind} ${key.split(' ').slice(1).join(' ')}`.trim())
}

describe('the due midnight', () => {
  it.each([
    ['exactly what is owed', '501.75', 3 as const],
    ['a unit less than is owed', '501.74999999', 4 as const],
  ])('with %s in the wallet repays by itself or not at all', async (_, wallet, status) => {
    const { uid } = await borrow(wallet, { isAutoRepaid: true })
    await stage.pass(6)
    expect((await stage.loanOf(uid)).status).toBe(1)
    await stage.pass(1)
    expect(await stage.loanOf(uid)).toMatchObject({
      status,
      interest: loanState({ status }) === 'overdue' ? '1.75' : '0',
    })
    expect(await stage.account(uid, 'wallet')).toBe(loanState({ status }) === 'overdue' ? usdt(wallet) : 0n)
    if (loanState({ status }) === 'overdue') await stage.pass(3)
  })
  it('repays nothing by itself where this was not asked for, whatever the wallet holds', async () => {
    const { uid, id } = await borrow('5000')
    await stage.pass(7)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 4, outstanding: '500', interest: '1.75' })
    expect(await stage.account(uid, 'wallet')).toBe(usdt('5000'))
    await stage.repay(uid, id, '501.75')
    expect(await scoreOf(uid)).toBe(90)
  })
  it('of missed days is made up night by night: interest, dues, grace and settlement in one go', async () => {
    const { uid } = await borrow('0')
    await stage.pass(12)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 5, repaid: '502.5', surplus: '497.5' })
    expect(await noticesOf(uid)).toEqual([
      ...['loanGranted', 'loanDueSoon 3', 'loanDueSoon 1', 'loanOverdue 0', 'loanOverdue 1'],
      ...['loanOverdue 2', 'loanSeized'],
    ])
  })
  it('that runs again changes nothing', async () => {
    const { uid } = await borrow('0')
    await stage.pass(7)
    const [before, notices] = [await stage.loanOf(uid), await noticesOf(uid)]
    await stage.runMidnights()
    expect([await stage.loanOf(uid), await noticesOf(uid)]).toEqual([before, notices])
    await stage.pass(3)
  })
})

describe('the grace', () => {
  it('tries to repay by itself at each of its midnights, before orders are redeemed, and counts as late', async () => {
    const { uid } = await borrow('0', { isAutoRepaid: true })
    await stage.pass(9)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 4, interest: '2.25' })
    await stage.give(uid, 'wallet', usdt('502.5'))
    await stage.pass(1)
    expect(await stage.loanOf(uid)).toMatchObject({ status: 3, repaid: '502.5', surplus: '0' })
    expect((await stage.orders(uid, 0)).map(({ pledged }) => pledged)).toEqual([null])
    expect(await scoreOf(uid)).toBe(90)
  })
  it('is that of the day on which the loan was asked for', async () => {
    await set('loan_grace_hours', '24')
    const short = await borrow('0')
    await set('loan_grace_hours', '168')
    const long = await borrow('0')
    await set('loan_grace_hours', null)
    await stage.pass(8)
    expect((await stage.loanOf(short.uid)).status).toBe(5)
    expect((await stage.loanOf(long.uid)).status).toBe(4)
    await stage.pass(5)
    expect((await stage.loanOf(long.uid)).status).toBe(4)
    await stage.pass(1)
    expect(await stage.loanOf(long.uid)).toMatchObject({ status: 5, repaid: '503.5' })
  })
  it('of a locked account goes on: it is repaid, and its surplus is paid, as of any other', async () => {
    const [paying, settled] = [await borrow('1000'), await borrow('0')]
    for (const { uid } of [paying, settled])
      await transact(stage.database.db, (tx) => startLock(stage, tx, uid, testLock))
    await stage.pass(7)
    await stage.repay(paying.uid, paying.id, '9999')
    await stage.pass(3)
    expect((await stage.loanOf(paying.uid)).status).toBe(3)
    expect(await stage.loanOf(settled.uid)).toMatchObject({ status: 5, surplus: '497.5' })
    expect(await stage.account(settled.uid, 'wallet')).toBe(usdt('497.5'))
  })
  it('ends with a repayment and a settlement at once in one of them, and no unit is paid twice', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { uid, id } = await borrow('600')
      await stage.pass(9)
      stage.clock.advance(86_400_000)
      const [repaid] = await Promise.allSettled([stage.repay(uid, id, '9999'), stage.runMidnights()])
      const { status, repaid: paid, surplus } = await stage.loanOf(uid)
      expect(status).toBe(repaid.status === 'fulfilled' ? 3 : 5)
      expect(paid).toBe(loanState({ status }) === 'settled' ? '502.5' : '502.25')
      const wallet =
        loanState({ status }) === 'settled' ? usdt('600') + usdt(surplus) : usdt('600') - usdt('502.25')
      expect(await stage.account(uid, 'wallet')).toBe(wallet)
    }
  })
})

describe('terms', () => {
  it('that staff change hold for loans asked for afterwards: rate, and what is shown', async () => {
    const { uid, id } = await borrow('1000')
    await set('loan_rate_ppm', '2000')
    await stage.pass(2)
    expect(await stage.loanOf(uid)).toMatchObject({ rate: 500, interest: '0.5', call: 65, liquidation: 80 })
    await stage.repay(uid, id, '9999')
    const next = await stage.apply(uid, { amount: usdt('100'), days: 7 })
    await set('loan_rate_ppm', null)
    await stage.decide(next)
    expect(await stage.loanOf(uid)).toMatchObject({ rate: 2000, interest: '0.2' })
    await stage.repay(uid, next, '9999')
  })
  it('refuse an amount a unit off the step, and name what would be taken', async () => {
    const uid = await stage.saver('1000')
    await stage.buy(uid, stage.typeid, '1000', 'compound')
    for (const amount of ['99.99999999', '100.00000001', '500.00000001', '510'])
      expect(await expectDomainError(stage.apply(uid, { amount: usdt(amount) }))).toEqual({
        ...{ code: 'outOfRange', data: { min: '100', max: '500', step: '10' } },
      })
  })
})
