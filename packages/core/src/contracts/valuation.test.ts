import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Price, Quantity, Usdt } from '../money/units.ts'
import { marketsAt, tickOf } from './decide/trading.fixture.ts'
import type { MarketSnapshot } from './marketSnapshot.ts'
import type { LiveOrder } from './order.ts'
import type { MarginAccount } from './tradingState.ts'
import {
  equityOf,
  liquidationPriceOf,
  marketAccountOf,
  openPositions,
  shouldLiquidate,
  valueAccount,
} from './valuation.ts'

// The one valuation of accounts, beside sums of its own: units of 1e-8 USDT and 1e-8 coins, prices of 1e-9.

const one = 1_000_000_000n
const inPlace = {
  ...{ lots: 1, leverage: 10, feeRatePpm: 500, takeProfit: null, stopLoss: null, closingOrders: [] },
  ...{ trailing: null, trigger: null, expiresMs: null, aiRun: null, createdMs: 1, openedMs: 1, copyOf: null },
}
type Part = Pick<LiveOrder, 'pid' | 'side' | 'quantity' | 'openPrice' | 'state'> & { readonly due: boolean }

const part: fc.Arbitrary<Part> = fc.record({
  pid: fc.constantFrom(1, 2),
  side: fc.constantFrom('long' as const, 'short' as const),
  quantity: fc.bigInt(1n, 500_000_000n).map((units) => units as Quantity),
  openPrice: fc.bigInt(one, 1000n * one).map((units) => units as Price),
  state: fc.constantFrom('open' as const, 'open' as const, 'resting' as const),
  due: fc.boolean(),
})
const amount = fc.bigInt(0n, 10n ** 12n).map((units) => units as Usdt)
const account: fc.Arbitrary<MarginAccount> = fc
  .record({ free: amount, margin: amount, hold: amount, parts: fc.array(part, { maxLength: 6 }) })
  .map(({ parts, ...figures }) => ({
    ...figures,
    orders: new Map(
      parts.map(({ due, ...order }, index): [number, LiveOrder] => [
        index + 1,
        {
          ...inPlace,
          ...order,
          ...{ id: index + 1, acceptance: index + 1, openFee: 0n as Usdt },
          ...{ margin: 0n as Usdt, hold: 0n as Usdt },
          dueClose: due && order.state === 'open' ? { lots: 1, copyOf: null } : null,
        },
      ]),
    ),
  }))
const bid = fc.bigInt(one, 1000n * one)

/** Both markets with one price for both sides, so that a price of a market is one number. */
const levelAt = (prices: readonly [bigint, bigint], fresh = true): MarketSnapshot => ({
  get: (pid) => {
    const product = marketsAt(['1', '1']).get(pid)?.product
    const level = prices[pid - 1] as Price | undefined
    if (product === undefined || level === undefined) return undefined
    return { product, tick: tickOf(pid, 1, level, level), fresh }
  },
})

/** A quotient rounded down, also below zero. */
const down = (dividend: bigint, divisor: bigint): bigint =>
  dividend >= 0n ? dividend / divisor : -((-dividend + divisor - 1n) / divisor)
const profitAt = ({ side, quantity, openPrice }: LiveOrder, level: bigint): bigint =>
  down(quantity * (side === 'long' ? level - openPrice : openPrice - level), one)

it('adds up wallet and open positions, each rounded down for itself; what rests counts with its hold alone', () => {
  fc.assert(
    fc.property(account, bid, bid, (at, first, second) => {
      const valued = valueAccount(at, levelAt([first, second]))
      const open = [...at.orders.values()].filter(({ state }) => state === 'open')
      const profits = open.map((order) => profitAt(order, order.pid === 1 ? first : second))
      expect(valued.open.map(({ order, profit }) => [order.id, profit])).toEqual(
        open.map(({ id }, index) => [id, profits[index]]),
      )
      const profit = profits.reduce((sum, each) => sum + each, 0n)
      expect([valued.balance, valued.profit]).toEqual([at.free + at.margin + at.hold, profit])
      expect(equityOf(valued)).toBe(valued.balance + profit)
      expect(equityOf(valueAccount(at, levelAt([first, second], false))) === null).toBe(open.length > 0)
      // At or below half of the margin, and never an account in which nothing is open.
      const isShort = (valued.balance + profit) * 2n <= at.margin
      expect(shouldLiquidate(at, levelAt([first, second]))).toBe(open.length > 0 && isShort)
    }),
  )
})

it('shows each market its own positions and the profit of the other, and no unit twice', () => {
  fc.assert(
    fc.property(account, bid, bid, (at, first, second) => {
      const valued = valueAccount(at, levelAt([first, second]))
      const [here, there] = [marketAccountOf(valued, 1), marketAccountOf(valued, 2)]
      expect(here.otherProfit + there.otherProfit).toBe(valued.profit)
      const listed = [...here.here, ...there.here].map((order) => ('id' in order ? order.id : null))
      expect(new Set(listed)).toEqual(new Set(openPositions(at).map(({ id }) => id)))
      expect(listed.length).toBe(openPositions(at).length)
    }),
  )
})

it('liquidates behind the liquidation price, and not before it by more than the rounding', () => {
  fc.assert(
    fc.property(account, bid, bid, (at, first, second) => {
      const valued = valueAccount(at, levelAt([first, second]))
      const level = liquidationPriceOf(valued, 1)
      const here = openPositions(at).filter(({ pid }) => pid === 1)
      const net = here.reduce((sum, { side, quantity }) => sum + (side === 'long' ? quantity : -quantity), 0n)
      if (level === null || net === 0n || level <= 1n) return
      const away = net > 0n ? 1n : -1n
      expect(shouldLiquidate(at, levelAt([level - away, second]))).toBe(true)
      // Each position is rounded down by less than a unit: so much price makes up for all of them.
      const size = net > 0n ? net : -net
      const rounding = (BigInt(here.length) * one) / size + 2n
      const safe = level + away * rounding
      if (safe > 0n) expect(shouldLiquidate(at, levelAt([safe, second]))).toBe(false)
    }),
    { numRuns: 300 },
  )
})
