import { plantForALook } from '@glasshouse/testkit/plantRows'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSubscriptionStage, type SubscriptionStage } from './subscription.fixture.ts'

let stage: SubscriptionStage
beforeEach(async () => {
  stage = await openSubscriptionStage()
})
afterEach(() => stage.database.drop())

/** An issue of 600 with two applications of 500 that were allotted 300 each; order 1 is paid. */
const paidIssue = async () => {
  const { id } = await stage.save()
  await stage.fund(id, '600')
  for (const coins of ['500', '500']) await stage.buy(await stage.applicant(), coins)
  await stage.close()
  await stage.decide(id)
  const { rows } = await stage.database.pool.query('select uid, id from subscription_order order by id')
  await stage.pay(rows[0].uid, rows[0].id)
  return rows as readonly { readonly uid: number; readonly id: number }[]
}

const tables = ['subscription_issue', 'subscription_order', 'ledger_transaction', 'ledger_account']

/** Invariants that a statement violates; what it changed is put back. */
const plant = async (statement: string): Promise<readonly string[]> => {
  let found: readonly string[] = []
  await plantForALook(stage.database.url, tables, statement, async () => {
    found = Object.keys(await stage.violated())
  })
  return found
}

it('the invariants hold, and find every row that violates one', async () => {
  await paidIssue()
  expect(await stage.violated()).toEqual({})
  const covers = /^the reserve of every issue/
  const adds = /^what is asked of every issue/
  const once = /^every paid subscription was booked/
  const amounts = /^the entries of every paid/
  const planted: readonly (readonly [string, RegExp])[] = [
    ["update subscription_issue set state = 'open', known_minute_ms = null", covers],
    ["update ledger_account set balance = balance - 1 where name = 'house/subscription:1/SOL'", covers],
    ['update subscription_issue set asked = asked + 1', adds],
    ['update subscription_issue set applications = applications + 1', adds],
    ['update subscription_order set allotted = allotted - 1 where id = 2', adds],
    ['update subscription_order set status = 1, allotted = null where id = 2', adds],
    ['update subscription_order set money = money + 10000 where id = 1', once],
    ["update ledger_transaction set key = 'gone' where key = 'subscription-paid:1'", once],
    ['update subscription_order set money = money + 10000 where id = 1', amounts],
    ['update subscription_order set allotted = allotted - 1 where id = 1', amounts],
  ]
  for (const [statement, expected] of planted)
    expect(
      (await plant(statement)).some((name) => expected.test(name)),
      statement,
    ).toBe(true)
  expect(await stage.violated()).toEqual({})
})
