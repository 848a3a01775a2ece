import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usdt } from '@glasshouse/core/money/units'
import { caseStride, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { plantForALook } from '@glasshouse/testkit/plantRows'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LoanStage, openLoanStage } from './loans.fixture.ts'

let stage: LoanStage
beforeEach(async () => {
  stage = await openLoanStage()
})
afterEach(() => stage.close())

/** A loan that runs (1), one that was repaid in two payments (2), and one that was settled from an order (3). */
const threeLoans = async () => {
  const uids = [0, 0, 0]
  for (const at of uids.keys()) {
    const uid = await stage.saver('3100')
    await stage.buy(uid, stage.typeid, '1000')
    await stage.buy(uid, stage.typeid, '2000', 'compound')
    await stage.decide(await stage.apply(uid, { amount: usdt('1200'), days: at === 2 ? 7 : 30 }))
    uids[at] = uid
  }
  const [running = 0, repaid = 0, settled = 0] = uids
  await stage.repay(repaid, 2, '300')
  await stage.repay(repaid, 2, '9999')
  await stage.pass(10)
  return { running, repaid, settled }
}

const tables = [
  'loans_loan',
  'loans_interest',
  'loans_payment',
  'loans_pledge',
  'invest_order',
  'ledger_transaction',
]
const plant = (statement: string, look: () => Promise<void>) =>
  plantForALook(stage.database.url, tables, statement, look)

const balances = /^what every loan owes/
const pledges = /^every pledged order secures/
const booked = /^every loan was paid out once/
const amounts = /^the entries of every loan/
const held = /^the principal held for every customer/
const invest = /^every order was bought by one transaction/

it('the invariants hold, and find every row that violates one', async () => {
  await threeLoans()
  expect(await stage.broken()).toEqual({})
  const planted: readonly (readonly [string, readonly RegExp[]])[] = [
    ['update loans_loan set outstanding = outstanding - 1 where id = 1', [balances]],
    ['update loans_loan set interest = interest + 1 where id = 1', [balances]],
    ['update loans_loan set repaid = repaid - 1 where id = 2', [balances]],
    ['update loans_loan set surplus = surplus + 1 where id = 3', [balances]],
    ['update loans_interest set amount = amount + 1 where loan_id = 1', [balances]],
    [
      'update loans_payment set principal = principal - 1, interest = interest + 1 where number = 2',
      [balances, amounts],
    ],
    ['delete from loans_payment where loan_id = 2 and number = 2', [balances, booked, amounts]],
    ['update loans_loan set amount = amount + 1 where id = 1', [balances, amounts]],
    ["update loans_pledge set state = 'released' where loan_id = 1", [pledges]],
    ['update invest_order set loan_id = null where loan_id = 1', [pledges]],
    ["update ledger_transaction set key = 'gone' where key = 'loan-out:1'", [booked]],
    ['update loans_loan set insured = 5, shortfall = 5 where id = 3', [balances, booked]],
    ["update loans_payment set surplus = surplus + 1 where source = 'collateral'", [balances, amounts]],
    [
      "update invest_order set payout = payout + 1 where id = (select order_id from loans_payment where source = 'collateral')",
      [invest],
    ],
  ]
  for (const [statement, expected] of planted)
    await plant(statement, async () => {
      const found = Object.keys(await stage.broken())
      expect(found, statement).toHaveLength(expected.length)
      for (const name of expected)
        expect(
          found.some((one) => name.test(one)),
          `${statement}: ${String(name)}`,
        ).toBe(true)
    })
  expect(await stage.broken()).toEqual({})
  expect(held).toBeDefined()
})

longIt('a midnight killed at any statement is completed by the next run, each loan once', async () => {
  const uids: number[] = []
  for (const days of [7, 7, 30]) {
    const uid = await stage.saver('3100')
    await stage.buy(uid, stage.typeid, '1000')
    await stage.buy(uid, stage.typeid, '2000', 'compound')
    const isAutoRepaid = uids.length === 1
    await stage.decide(await stage.apply(uid, { amount: usdt('1200'), days, isAutoRepaid }))
    uids.push(uid)
  }
  const [late = 0, byItself = 0, running = 0] = uids
  await stage.pass(6)
  let kills = 0
  // One loan is repaid by itself on the seventh midnight, one is settled on the tenth.
  for (let day = 7; day <= 10; day += 1) {
    stage.clock.advance(86_400_000)
    for (let at = 3 + day; ; at += 4 * caseStride()) {
      const kill = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await stage.runMidnights().catch(() => undefined)
      kill.over()
      await drainDeadConnections(stage.database.pool)
      if (!kill.happened()) break
      kills += 1
    }
    await stage.runMidnights()
    expect(await stage.broken()).toEqual({})
  }
  expect(kills).toBeGreaterThan(10 / caseStride())
  expect(await stage.loanOf(byItself)).toMatchObject({ status: 3, repaid: '1204.2' })
  expect(await stage.loanOf(late)).toMatchObject({ status: 5, repaid: '1206' })
  expect(await stage.loanOf(running)).toMatchObject({ status: 1, interest: '6' })
  const events = await sql<{ n: number }>`select count(*) as n from loans_score_event`.execute(
    stage.database.db,
  )
  expect(events.rows[0]?.n).toBe(2)
})

it('the credit score is read by loans, the profile and staff, and by nothing that charges or pays out', async () => {
  const folder = join(import.meta.dirname, '..')
  const readers = new Set<string>()
  for (const file of await readdir(folder, { recursive: true })) {
    if (!file.endsWith('.ts') || file.includes('.test.') || file.includes('.fixture.')) continue
    if (/credit_score|creditscore|\bcreditScore\b/.test(await readFile(join(folder, file), 'utf8')))
      readers.add(file.split('/')[0] ?? '')
  }
  expect([...readers].sort()).toEqual(['console', 'customers', 'identity', 'loans'])
})
