/**
 * The backtest against a customer who trades the same minutes tick by tick: decided when a minute has closed, filled by
 * the first tick of the next, stops watched at every tick. To the unit, on random markets with gaps.
 */
import { seededRandom } from '@glasshouse/testkit/random'
import { describe, expect, it } from 'vitest'
import type { PositionSide } from '../contracts/rules.ts'
import type { Price } from '../money/units.ts'
import { createBacktest, type TradeResult } from './backtest.ts'
import { closingReason, distancesOf, type SignalValues, signalOf, signalValues } from './momentum.ts'

const minute = 60_000
const startMs = Date.UTC(2026, 5, 16, 12)

type Market = {
  readonly scale: number
  readonly feeRatePpm: number
  readonly spread: bigint
  /** Mid prices of each minute in their order: open, two that reach the extremes, close; none in a gap. */
  readonly minutes: readonly { readonly openMs: number; readonly ticks: readonly bigint[] }[]
}

/** A market on its grid; about one minute in 200 is missing, and some leap. */
const marketOf = (seed: number): Market => {
  const random = seededRandom(seed)
  const scale = random.pick([1, 2, 4, 9])
  const step = 10n ** BigInt(9 - scale)
  let at = BigInt(random.whole(20_000, 9_000_000))
  let drift = 0
  const minutes = []
  for (let place = 0; place < 500; place += 1) {
    if (random.chance(0.04)) drift = random.whole(-80, 80)
    if (random.chance(0.01)) at = (at * BigInt(1_000_000 + random.whole(-12_000, 12_000))) / 1_000_000n
    const ticks = [at]
    for (let move = 0; move < 3; move += 1) {
      at = (at * BigInt(1_000_000 + drift * 4 + random.whole(-400, 400))) / 1_000_000n
      ticks.push(at)
    }
    if (!random.chance(0.005))
      minutes.push({ openMs: startMs + place * minute, ticks: ticks.map((one) => one * step) })
  }
  const feeRatePpm = random.pick([0, 500, 1000])
  return { scale, feeRatePpm, spread: BigInt(random.whole(0, 7)) * step, minutes }
}

const extremes = (ticks: readonly bigint[]) => {
  const sorted = ticks.toSorted((a, b) => (a < b ? -1 : 1))
  return { low: (sorted[0] ?? 0n) as Price, high: (sorted.at(-1) ?? 0n) as Price }
}
const candleOf = ({ openMs, ticks }: Market['minutes'][number]) => ({
  openMs,
  open: (ticks[0] ?? 0n) as Price,
  close: (ticks.at(-1) ?? 0n) as Price,
  ...extremes(ticks),
})

const tested = ({ scale, feeRatePpm, spread, minutes }: Market): readonly TradeResult[] => {
  const test = createBacktest({ scale, feeRatePpm, spread: spread as Price })
  for (const one of minutes) test.add(candleOf(one))
  return test.trades()
}

type Position = {
  readonly side: PositionSide
  readonly fill: bigint
  readonly fillMs: number
  readonly stopLoss: bigint
  readonly takeProfit: bigint
}

const ceilDivide = (a: bigint, b: bigint): bigint => (a >= 0n ? (a + b - 1n) / b : -(-a / b))
const floorDivide = (a: bigint, b: bigint): bigint => -ceilDivide(-a, b)
const thousand = 1000_00000000n

/** Trades the market tick by tick; of the two extremes of a minute the one that hurts the open trade comes first. */
const traded = ({ scale, feeRatePpm, spread, minutes }: Market): readonly TradeResult[] => {
  const step = 10n ** BigInt(9 - scale)
  const half = ceilDivide(spread, 2n)
  const results: TradeResult[] = []
  let position: Position | null = null
  let isLeaving = false
  let wanted: { readonly side: PositionSide; readonly values: SignalValues } | null = null
  const leave = ({ side, fill }: Position, at: bigint, atMs: number): void => {
    const moved = side === 'long' ? at - fill : fill - at
    const fee = (price: bigint): bigint =>
      ceilDivide(thousand * price * BigInt(feeRatePpm), fill * 1_000_000n)
    results.push({ atMs, gross: floorDivide(thousand * moved, fill), fees: fee(fill) + fee(at) })
    position = null
    isLeaving = false
  }
  const enter = (mid: bigint, openMs: number): void => {
    if (wanted === null) return
    const { side, values } = wanted
    const isLong = side === 'long'
    const fill = isLong ? mid + half : mid - half
    const { loss, profit } = distancesOf(values)
    const below = (distance: bigint): bigint => ceilDivide(fill - distance, step) * step
    const above = (distance: bigint): bigint => floorDivide(fill + distance, step) * step
    position = {
      ...{ side, fill, fillMs: openMs },
      stopLoss: isLong ? below(loss) : above(loss),
      takeProfit: isLong ? above(profit) : below(profit),
    }
  }
  /** What a trade could close at by a tick: the bid of a long one, the ask of a short one. */
  const exitAt = ({ side }: Position, mid: bigint): bigint => (side === 'long' ? mid - half : mid + half)
  const hear = (trade: Position, mid: bigint, isFirst: boolean, openMs: number): void => {
    const [at, sign] = [exitAt(trade, mid), trade.side === 'long' ? 1n : -1n]
    if (sign * (at - trade.stopLoss) <= 0n) leave(trade, isFirst ? at : trade.stopLoss, openMs)
    else if (sign * (at - trade.takeProfit) >= 0n) leave(trade, trade.takeProfit, openMs)
  }
  minutes.forEach(({ openMs, ticks }, place) => {
    const [first = 0n] = ticks
    const isNext = minutes[place - 1]?.openMs === openMs - minute
    if (position !== null && isLeaving) leave(position, exitAt(position, first), openMs)
    else if (position === null && isNext) enter(first, openMs)
    wanted = null
    const { low, high } = extremes(ticks)
    const isLong = (position as Position | null)?.side === 'long'
    const path = isLong ? [first, low, high] : [first, high, low]
    // A leap at the open closes at the open; a stop within the minute is taken at its own price.
    path.forEach((mid, at) => {
      if (position !== null) hear(position, mid, at === 0, openMs)
    })
    const known = minutes.slice(Math.max(0, place - 30), place + 1).map(candleOf)
    const values = signalValues(known)
    const signal = values === null ? 'wait' : signalOf(values)
    if (position !== null) {
      const { side, fillMs }: Position = position
      isLeaving = closingReason(side, fillMs, openMs, signal) !== null
    } else if (values !== null && signal !== 'wait') {
      wanted = { side: signal === 'buy' ? 'long' : 'short', values }
    }
  })
  return results
}

describe('the backtest and a customer who trades tick by tick', () => {
  it('have the same trades, results and fees to the unit on forty random markets with gaps', () => {
    let compared = 0
    for (let seed = 1; seed <= 40; seed += 1) {
      const market = marketOf(seed)
      const found = tested(market)
      expect(found).toEqual(traded(market))
      compared += found.length
    }
    expect(compared).toBeGreaterThan(300)
  })

  it('have the same trades over a part of the minutes, up to the last that closed in it', () => {
    for (let seed = 50; seed < 60; seed += 1) {
      const market = marketOf(seed)
      const whole = tested(market)
      for (const count of [100, 200, 350]) {
        const part = { ...market, minutes: market.minutes.slice(0, count) }
        const lastMs = part.minutes.at(-1)?.openMs ?? 0
        // Nothing that comes later changes what was decided before: no look into the future.
        expect(tested(part)).toEqual(whole.filter(({ atMs }) => atMs <= lastMs))
      }
    }
  })
})

describe('a trade of the backtest', () => {
  const seeds = Array.from({ length: 20 }, (_, at) => 100 + at)

  it('pays no fee where the market takes none, and twice the fee at twice the rate but for the rounding', () => {
    for (const seed of seeds) {
      const market = marketOf(seed)
      const at = (feeRatePpm: number) => tested({ ...market, feeRatePpm })
      const [none, once, twice] = [at(0), at(500), at(1000)]
      expect(none.every(({ fees }) => fees === 0n)).toBe(true)
      expect(once.map(({ gross }) => gross)).toEqual(none.map(({ gross }) => gross))
      twice.forEach(({ fees }, place) => {
        const doubled = 2n * (once[place]?.fees ?? 0n)
        expect(doubled - fees >= 0n && doubled - fees <= 2n).toBe(true)
      })
    }
  })
})
