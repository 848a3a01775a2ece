import { isReached, type TriggerCondition } from '@glasshouse/core/contracts/engine/triggers'
import { type BestPrices, closingPrice, type PositionSide } from '@glasshouse/core/contracts/rules'
import {
  isBetterClosing,
  isTrailingReached,
  type TrailingDistance,
} from '@glasshouse/core/contracts/trailingStop'
import type { Price } from '@glasshouse/core/money/units'
import { type SymbolTicks, type Ticks, tickLogOf } from './tickLog.ts'

type Entry = { readonly n: number; readonly receivedMs: number }
/** Places of the log with the lowest and highest best prices in them, so that most ranges need no second look. */
type TickRange = {
  readonly from: number
  readonly to: number
  readonly low: BestPrices
  readonly high: BestPrices
}

const rangeLength = 512

/** The ticks of one symbol in order, to be asked when a price was reached. */
export type PriceLog = {
  /** The first tick after number `after` and before number `before` (null: to the end) that reaches a price. */
  readonly firstReaching: (
    watch: TriggerCondition & { readonly price: Price },
    after: number,
    before: number | null,
  ) => Entry | null
  /**
   * How a trailing stop that started at a price follows the ticks after number `after` and before number `before` (null: to the end):
   * the first tick that reaches it, and the best closing price until then.
   */
  readonly following: (
    stop: { readonly side: PositionSide; readonly distance: TrailingDistance; readonly start: Price },
    after: number,
    before: number | null,
  ) => { readonly best: Price; readonly reached: Entry | null }
  /** Number of the first tick. */
  readonly firstN: number
  /** When the newest tick that can trigger came. */
  readonly endMs: number
}

/** What came late or was fetched triggers nothing. */
const triggers = (ticks: SymbolTicks, index: number): boolean => {
  const { late, fetched } = ticks.shape(index)
  return late !== true && fetched !== true
}

const lower = (a: Price, b: Price): Price => (b < a ? b : a)
const higher = (a: Price, b: Price): Price => (b > a ? b : a)

/** The lowest and highest best prices of some places; null where nothing there triggers. */
const rangeOf = (ticks: SymbolTicks, from: number, to: number): TickRange | null => {
  let found: TickRange | null = null
  for (let index = from; index < to; index += 1) {
    if (!triggers(ticks, index)) continue
    const [bid, ask] = [ticks.bid(index), ticks.ask(index)]
    const { low, high }: Pick<TickRange, 'low' | 'high'> = found ?? { low: { bid, ask }, high: { bid, ask } }
    found = {
      from,
      to,
      low: { bid: lower(low.bid, bid), ask: lower(low.ask, ask) },
      high: { bid: higher(high.bid, bid), ask: higher(high.ask, ask) },
    }
  }
  return found
}

const rangesOf = (ticks: SymbolTicks): readonly TickRange[] => {
  const ranges: TickRange[] = []
  for (let from = 0; from < ticks.length; from += rangeLength) {
    const range = rangeOf(ticks, from, Math.min(from + rangeLength, ticks.length))
    if (range !== null) ranges.push(range)
  }
  return ranges
}

const newestOf = (ticks: SymbolTicks): number => {
  for (let index = ticks.length - 1; index >= 0; index -= 1)
    if (triggers(ticks, index)) return ticks.receivedTime(index)
  return 0
}

const follow = (
  ticks: SymbolTicks,
  ranges: readonly TickRange[],
  { side, distance, start }: Parameters<PriceLog['following']>[0],
  after: number,
  before: number | null,
): ReturnType<PriceLog['following']> => {
  let best = start
  const better = (one: Price): Price => (isBetterClosing(side, one, best) ? one : best)
  for (const { from, to, low, high } of ranges) {
    if (ticks.n(to - 1) <= after) continue
    if (before !== null && ticks.n(from) >= before) break
    const [near, far] = side === 'long' ? [high.bid, low] : [low.ask, high]
    const isInside = ticks.n(from) > after && (before === null || ticks.n(to - 1) < before)
    if (isInside && !isTrailingReached(side, distance, better(near), far)) {
      best = better(near)
      continue
    }
    for (let index = from; index < to; index += 1) {
      const n = ticks.n(index)
      if (n <= after || (before !== null && n >= before) || !triggers(ticks, index)) continue
      const at = { bid: ticks.bid(index), ask: ticks.ask(index) }
      if (isTrailingReached(side, distance, best, at))
        return { best, reached: { n, receivedMs: ticks.receivedTime(index) } }
      best = better(closingPrice(side, at))
    }
  }
  return { best, reached: null }
}

const logOf = (ticks: SymbolTicks): PriceLog => {
  const ranges = rangesOf(ticks)
  return {
    firstReaching: (watch, after, before) => {
      for (const { from, to, low, high } of ranges) {
        if (ticks.n(to - 1) <= after) continue
        if (before !== null && ticks.n(from) >= before) return null
        if (!isReached(watch, low) && !isReached(watch, high)) continue
        for (let index = from; index < to; index += 1) {
          const n = ticks.n(index)
          if (n <= after || (before !== null && n >= before) || !triggers(ticks, index)) continue
          if (isReached(watch, { bid: ticks.bid(index), ask: ticks.ask(index) }))
            return { n, receivedMs: ticks.receivedTime(index) }
        }
      }
      return null
    },
    following: (stop, after, before) => follow(ticks, ranges, stop, after, before),
    firstN: ticks.length === 0 ? 0 : ticks.n(0),
    endMs: newestOf(ticks),
  }
}

/** The log of each symbol of an export. */
export const priceLogs = (ticks: Ticks): ReadonlyMap<string, PriceLog> => {
  const log = tickLogOf(ticks)
  return new Map(log.symbols.map((symbol) => [symbol, logOf(log.of(symbol))]))
}
