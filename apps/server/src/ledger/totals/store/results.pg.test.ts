import { type Account, customer, external } from '@glasshouse/core/ledger/chart'
import { type JournalType, journal } from '@glasshouse/core/ledger/journal'
import { someCases } from '@glasshouse/testkit/cases'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { seededRandom } from '@glasshouse/testkit/random'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../platform/transactions/index.ts'
import { postSingle } from '../../posting/index.ts'
import { sumDaysSince } from './results.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const world = external('deposits:sandbox')
const start = Date.UTC(2026, 7, 1, 23)
const minute = 60_000
const types = [journal.contractProfit, journal.contractFee] as const

let deeds = 0
const post = (atMs: number, from: Account, to: Account, amount: bigint, type: JournalType) => {
  deeds += 1
  const transfers = [{ from, to, amount, type }]
  return transact(database.db, (tx) =>
    postSingle(tx, atMs, { cause: { kind: 'test', id: deeds }, transfers }),
  )
}
const sum = (uid: number) => sumDaysSince(database.db, uid, types, start)

describe('what a customer’s entries sum to since a day began', () => {
  it('counts from the first instant of the day, and nothing before it', async () => {
    const wallet = customer(1, 'contract')
    await post(start - 1, world, wallet, 1000n, journal.contractProfit)
    expect(await sum(1)).toBe(0n)
    await post(start, wallet, world, 300n, journal.contractProfit)
    await post(start + minute, wallet, world, 5n, journal.contractFee)
    expect(await sum(1)).toBe(-305n)
  })
  it('counts what lies behind an entry that was dated a moment before and booked after it', async () => {
    const wallet = customer(2, 'contract')
    await post(start + 5000, world, wallet, 700n, journal.contractProfit)
    await post(start - 10_000, world, wallet, 11n, journal.contractProfit)
    expect(await sum(2)).toBe(700n)
  })
  it('nets out what moves between the customer’s own accounts', async () => {
    await post(start, world, customer(3, 'contract'), 700n, journal.contractProfit)
    await post(start, customer(3, 'contract'), customer(3, 'contractMargin'), 200n, journal.contractProfit)
    expect(await sum(3)).toBe(700n)
  })
  it('counts USDT of the customer only', async () => {
    const coin = external('deposits:sandbox', 'BTC')
    await post(start, coin, customer(4, 'wallet', 'BTC'), 7n, journal.contractProfit)
    await post(start, world, customer(5, 'contract'), 7n, journal.contractProfit)
    expect(await sum(4)).toBe(0n)
    expect(await sum(999_999)).toBe(0n)
  })
  it.each(someCases([1, 2, 3], 0))(
    'equals the sum of what was booked, whatever it was and when (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const others = [journal.ownTransfer, journal.deposit, journal.margin] as const
      const uid = 1000 + seed
      let expected = 0n
      let at = start - 3 * 60 * minute
      for (let transaction = 0; transaction < 120; transaction += 1) {
        at += random.whole(0, 6 * minute)
        // Commands are dated a moment before they are booked, so neighbours may be out of order.
        const atMs = at - random.whole(0, 30_000)
        const amount = BigInt(random.whole(1, 1000))
        const mine = customer(uid, random.pick(['contract', 'contract2', 'bonus'] as const))
        const type = random.chance(0.5) ? random.pick(types) : random.pick(others)
        const isIn = random.chance(0.7)
        const done = await post(atMs, isIn ? world : mine, isIn ? mine : world, amount, type).then(
          () => true,
          () => false,
        )
        if (done && atMs >= start && types.some((one) => one === type)) expected += isIn ? amount : -amount
      }
      expect(at).toBeGreaterThan(start)
      expect(expected).not.toBe(0n)
      expect(await sum(uid)).toBe(expected)
    },
  )
})
