import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../platform/index.ts'
import { postSingle, sumFlows } from '../index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const world = external('deposits:sandbox')
const wallet = customer(1, 'contract2')
const start = Date.UTC(2026, 7, 1, 23)
const dayMs = 86_400_000

let keys = 0
const move = (atMs: number, amount: bigint, kind: 'test' | 'contractOpened') => {
  keys += 1
  const [from, to] = amount > 0n ? [world, wallet] : [wallet, world]
  const size = amount > 0n ? amount : -amount
  const transfers = [{ from, to, amount: size, type: journal.deposit }]
  return transact(database.db, (tx) => postSingle(tx, atMs, { cause: { kind, id: keys }, transfers }))
}

it('sums both directions of whole days, without the causes that do not count', async () => {
  await move(start - 1, 1000n, 'test')
  await move(start, 500n, 'test')
  await move(start + 1, -200n, 'test')
  await move(start + 2, -70n, 'contractOpened')
  await move(start + dayMs, 9n, 'test')
  const account = { uid: 1, purpose: 'contract2' } as const
  const day = { fromMs: start, untilMs: start + dayMs }
  expect(await sumFlows(database.db, account, day, ['contractOpened'])).toEqual({
    received: 500n,
    paid: 200n,
  })
  expect(await sumFlows(database.db, account, day, [])).toEqual({ received: 500n, paid: 270n })
  const other = { uid: 2, purpose: 'contract2' } as const
  expect(await sumFlows(database.db, other, day, [])).toEqual({ received: 0n, paid: 0n })
})
