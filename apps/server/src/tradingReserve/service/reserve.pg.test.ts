import { applyPosition, type Exposure, zeroExposure } from '@glasshouse/core/contracts/exposure'
import type { Position } from '@glasshouse/core/contracts/rules'
import { type Account, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  exposureColumns,
  getHouseDebt,
  getTradingFloor,
  isTradingReserveSufficient,
  listExposures,
  lockExposures,
  lockMissingMarkets,
  updateExposures,
  worstCaseLiability,
} from '../index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(4)
})
afterAll(() => database.drop())
beforeEach(() => clear())

const clear = () => sql`delete from contracts_exposure`.execute(database.db)
const inTx = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transact(database.db, run)

/** A position of a market; 9 was withdrawn and is known to no list of products. */
type MarketPosition = Position & { readonly pid: number }
const move = (tx: Tx, held: readonly MarketPosition[], change: 'add' | 'remove') => {
  const moved = new Map<number, Exposure>()
  for (const one of held) moved.set(one.pid, applyPosition(moved.get(one.pid) ?? zeroExposure, one, change))
  return updateExposures(tx, exposureColumns(moved), null)
}
const open = (tx: Tx, held: readonly MarketPosition[]) =>
  lockMissingMarkets(
    tx,
    new Map(),
    held.map(({ pid }) => pid),
    null,
  ).then(() => move(tx, held, 'add'))
const bought = (amount: string, at: string, pid = 1): MarketPosition => ({
  ...{ pid, side: 'long', quantity: quantity(amount), openPrice: price(at) },
})

/** Two markets with prices, the second one silent; the third never had one. */
const markets = fixedMarkets()
markets.set('BTCUSDT', '60000', '60010')
markets.set('ETHUSDT', '2000', '2001')
markets.silence('ETHUSDT')
const best: Readonly<Record<number, { bid: bigint; ask: bigint }>> = {
  1: { bid: price('60000'), ask: price('60010') },
  2: { bid: price('2000'), ask: price('2001') },
}

/** Pays every position on its own after a fifth up and a fifth down; fifths of quantity × price, so nothing is divided. */
const modelFloor = (held: readonly MarketPosition[]): bigint => {
  let floor = 0n
  for (const pid of new Set(held.map((one) => one.pid))) {
    let [above, below] = [0n, 0n]
    for (const { side, quantity: size, openPrice } of held.filter((one) => one.pid === pid)) {
      const { bid, ask } = best[pid] ?? { bid: openPrice, ask: openPrice }
      if (side === 'long') above += size * (bid * 6n - openPrice * 5n)
      else below += size * (openPrice * 5n - ask * 4n)
    }
    const worst = [above, below, 0n].reduce((most, one) => (one > most ? one : most))
    const [whole, rest] = [worst / 5_000_000_000n, worst % 5_000_000_000n]
    floor += rest > 0n ? whole + 1n : whole
  }
  return floor
}

const positions = fc.array(
  fc.record({
    pid: fc.constantFrom(1, 2, 3, 9),
    side: fc.constantFrom('long' as const, 'short' as const),
    quantity: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    openPrice: fc.bigInt({ min: 1n, max: 10n ** 14n }),
  }) as fc.Arbitrary<MarketPosition>,
  { maxLength: 8 },
)

describe('the floor of the trading reserve', () => {
  it('is what every open position could win after a fifth up or down, also after some of them were closed', async () => {
    await fc.assert(
      fc.asyncProperty(positions, positions, async (kept, closed) => {
        await clear()
        await inTx((tx) => open(tx, [...kept, ...closed]))
        expect(await getTradingFloor(database.db, markets)).toBe(modelFloor([...kept, ...closed]))
        await inTx((tx) => move(tx, closed, 'remove'))
        const floor = await getTradingFloor(database.db, markets)
        expect(floor).toBe(modelFloor(kept))
        expect(await inTx((tx) => worstCaseLiability(tx, markets))).toBe(floor)
        for (const [reserve, isEnough] of [
          [floor - 1n, false],
          [floor, false],
          [floor + 1n, true],
        ] as const)
          expect(await isTradingReserveSufficient(database.db, markets, reserve as Usdt)).toBe(isEnough)
      }),
      { numRuns: 25 },
    )
  })
  it('of 0.5 bought at 60000 is 6000, of as much at an entry without prices a fifth of it, and both are added', async () => {
    await inTx((tx) => open(tx, [bought('0.5', '60000')]))
    expect(await getTradingFloor(database.db, markets)).toBe(usdt('6000'))
    await inTx((tx) => open(tx, [bought('10', '100', 3)]))
    expect(await getTradingFloor(database.db, markets)).toBe(usdt('6200'))
  })
  it('is not lowered by what is not committed, nor moved by what is rolled back', async () => {
    await inTx((tx) => open(tx, [bought('0.5', '60000')]))
    const rolledBack = inTx(async (tx) => {
      await move(tx, [bought('0.5', '60000')], 'remove')
      expect(await getTradingFloor(tx, markets)).toBe(0n)
      expect(await getTradingFloor(database.db, markets)).toBe(usdt('6000'))
      throw new Error('not opened')
    })
    await expect(rolledBack).rejects.toThrow('not opened')
    expect(await getTradingFloor(database.db, markets)).toBe(usdt('6000'))
  })
  it('cannot be lowered by closing more than is open', async () => {
    await inTx((tx) => open(tx, [bought('0.5', '60000')]))
    await expect(inTx((tx) => move(tx, [bought('0.50000001', '60000')], 'remove'))).rejects.toThrow(/check/)
    expect(await getTradingFloor(database.db, markets)).toBe(usdt('6000'))
  })
})

describe('locks of the exposures', () => {
  /** The markets that another transaction could move now. */
  const free = async () =>
    (
      await sql<{ pid: number }>`select pid from contracts_exposure for update skip locked`.execute(
        database.db,
      )
    ).rows.length
  it('hold every market until the commit, those that were never traded too, and readers do not wait', async () => {
    await inTx((tx) => open(tx, [bought('0.5', '60000', 9)]))
    expect(await free()).toBe(1)
    await inTx(async (tx) => {
      await worstCaseLiability(tx, markets)
      expect([...(await lockExposures(tx, null)).keys()]).toEqual([1, 2, 3, 9])
      expect(await free()).toBe(0)
      expect([...(await listExposures(database.db)).keys()]).toEqual([9])
    })
    expect(await free()).toBe(4)
  })
  it('read what another opened after the first look, and never set it back to nothing', async () => {
    await inTx(async (tx) => {
      const before = await lockExposures(tx, null)
      expect(before.size).toBe(0)
      await inTx((other) => open(other, [bought('0.5', '60000', 3)]))
      const now = await lockMissingMarkets(tx, before, [3, 1, 3], null)
      expect([...now.keys()]).toEqual([1, 3])
      expect(now.get(3)).toMatchObject({ longQuantity: quantity('0.5'), shortQuantity: 0n })
      expect(now.get(1)).toEqual(zeroExposure)
      // Nothing is missing any more: the same answer, without another look.
      expect(await lockMissingMarkets(tx, now, [3, 1], null)).toBe(now)
    })
  })
})

it('a debt of one unit stops what takes from the reserve, however large it is, until capital paid it', async () => {
  const pay = (from: Account, to: Account, amount: Usdt, id: number) =>
    inTx((tx) =>
      postSingle(tx, 1, {
        cause: { kind: 'test', id },
        transfers: [{ from, to, amount, type: journal.contractProfit }],
      }),
    )
  const isEnough = () => isTradingReserveSufficient(database.db, markets, usdt('1000000'))
  expect([await getHouseDebt(database.db), await isEnough()]).toEqual([0n, true])
  await pay(external('houseDebt'), external('operatorCapital'), 3n as Usdt, 1)
  expect([await getHouseDebt(database.db), await isEnough()]).toEqual([3n, false])
  await pay(external('operatorCapital'), external('houseDebt'), 2n as Usdt, 2)
  expect([await getHouseDebt(database.db), await isEnough()]).toEqual([1n, false])
  await pay(external('operatorCapital'), external('houseDebt'), 1n as Usdt, 3)
  expect([await getHouseDebt(database.db), await isEnough()]).toEqual([0n, true])
})
