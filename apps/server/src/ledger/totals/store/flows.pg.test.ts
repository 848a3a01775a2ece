import { dayNumber } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { customer, external, house } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { listHouseDays, sumFlows, sumLifetime } from './flows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const world = external('deposits:sandbox')
const wallet = customer(1, 'contract2')
const start = Date.UTC(2026, 7, 1, 23)

let keys = 0
const move = (atMs: number, amount: bigint, kind: 'test' | 'contractOpened') => {
  keys += 1
  const [from, to] = amount > 0n ? [world, wallet] : [wallet, world]
  const size = amount > 0n ? amount : -amount
  const transfers = [{ from, to, amount: size, type: journal.deposit }]
  return transact(database.db, (tx) => postSingle(tx, atMs, { cause: { kind, id: keys }, transfers }))
}

it('sums both directions of every day, without the causes that do not count', async () => {
  await move(start - 1, 1000n, 'test')
  await move(start, 500n, 'test')
  await move(start + 1, -200n, 'test')
  await move(start + 2, -70n, 'contractOpened')
  await move(start + dayMs, 9n, 'test')
  const account = { uid: 1, purpose: 'contract2' } as const
  expect(await sumFlows(database.db, account, ['contractOpened'])).toEqual({
    received: 1509n,
    paid: 200n,
  })
  expect(await sumFlows(database.db, account, [])).toEqual({ received: 1509n, paid: 270n })
  const other = { uid: 2, purpose: 'contract2' } as const
  expect(await sumFlows(database.db, other, [])).toEqual({ received: 0n, paid: 0n })
})

it('sums every day of some types, of one account only', async () => {
  const [own, hold] = [customer(3, 'wallet'), customer(3, 'withdrawal')]
  const days = [
    { from: world, to: own, amount: 700n, type: journal.deposit },
    { from: own, to: hold, amount: 90n, type: journal.withdrawal },
    { from: own, to: hold, amount: 10n, type: journal.withdrawalFee },
    { from: hold, to: world, amount: 90n, type: journal.withdrawal },
    { from: world, to: own, amount: 40n, type: journal.depositBonus },
    { from: world, to: own, amount: 5n, type: journal.deposit },
  ]
  for (const [at, transfer] of days.entries()) {
    const cause = { kind: 'test', id: 1000 + at } as const
    await transact(database.db, (tx) =>
      postSingle(tx, start + at * 400 * dayMs, { cause, transfers: [transfer] }),
    )
  }
  const wallet = { uid: 3, purpose: 'wallet' } as const
  const held = { uid: 3, purpose: 'withdrawal' } as const
  expect(await sumLifetime(database.db, wallet, [journal.deposit])).toEqual({ received: 705n, paid: 0n })
  const types = [journal.withdrawal, journal.withdrawalFee]
  expect(await sumLifetime(database.db, held, types)).toEqual({ received: 100n, paid: 90n })
  const other = { uid: 4, purpose: 'wallet' } as const
  expect(await sumLifetime(database.db, other, [journal.deposit])).toEqual({ received: 0n, paid: 0n })
})

it('lists what each day changed of house accounts, and what was before the first day as one row', async () => {
  const [fees, loans] = [house('fees'), house('loans')]
  const moves = [
    { at: start - 9 * dayMs, from: world, to: fees, amount: 100n },
    { at: start - 5 * dayMs, from: fees, to: world, amount: 30n },
    { at: start, from: world, to: fees, amount: 8n },
    { at: start + 1, from: fees, to: world, amount: 3n },
    { at: start + 1, from: world, to: house('contractFees'), amount: 9n },
    { at: start + dayMs, from: world, to: loans, amount: 4n },
  ]
  for (const [index, { at, from, to, amount }] of moves.entries()) {
    const cause = { kind: 'test', id: 2000 + index } as const
    const transfers = [{ from, to, amount, type: journal.deposit }]
    await transact(database.db, (tx) => postSingle(tx, at, { cause, transfers }))
  }
  const first = dayNumber(start)
  expect(await listHouseDays(database.db, first)).toEqual([
    { reserve: 'fees', asset: 'USDT', day: first - 1, change: 70n },
    { reserve: 'fees', asset: 'USDT', day: first, change: 14n },
    { reserve: 'loans', asset: 'USDT', day: first + 1, change: 4n },
  ])
})
