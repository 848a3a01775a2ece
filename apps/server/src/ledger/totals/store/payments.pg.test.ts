import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { sumPaidFrom } from './payments.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const bonus = customer(1, 'bonus')
const wallet = customer(1, 'contract')

it('sums what each transaction took from an account and leaves out the others', async () => {
  const post = (id: number, transfers: Parameters<typeof postSingle>[2]['transfers']) =>
    transact(database.db, (tx) => postSingle(tx, 1, { cause: { kind: 'test', id }, transfers }))
  const credit = { from: external('operatorCapital'), amount: 100n, type: journal.depositBonus }
  await post(1, [
    { ...credit, to: bonus },
    { ...credit, to: wallet },
  ])
  const fee = { to: house('fees'), type: journal.contractFee }
  const whole = await post(2, [{ ...fee, from: bonus, amount: 30n }])
  const split = await post(3, [
    { ...fee, from: bonus, amount: 20n },
    { ...fee, from: wallet, amount: 5n },
  ])
  const none = await post(4, [{ ...fee, from: wallet, amount: 7n }])
  expect(await sumPaidFrom(database.db, bonus, [whole, split, none])).toEqual(
    new Map([
      [whole, 30n],
      [split, 20n],
    ]),
  )
  expect(await sumPaidFrom(database.db, customer(2, 'bonus'), [whole])).toEqual(new Map())
  expect(await sumPaidFrom(database.db, bonus, [])).toEqual(new Map())
})
