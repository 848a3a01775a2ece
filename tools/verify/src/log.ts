import { isReached, type TriggerCondition } from '@glasshouse/core/contracts/engine/triggers'
import type { BestPrices } from '@glasshouse/core/contracts/rules'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import { type Price, price } from '@glasshouse/core/money/units'

type Entry = BestPrices & { readonly n: number; readonly receivedMs: number }
/** A stretch of the log with the lowest and highest best prices in it, so that most stretches need no second look. */
type Stretch = { readonly entries: readonly Entry[]; readonly low: BestPrices; readonly high: BestPrices }

const stretchLength = 512

/** The ticks of one symbol in order, to be asked when a price was reached. */
export type PriceLog = {
  /** The first tick after number `after` and before number `before` (null: to the end) that reaches a price. */
  readonly firstReaching: (
    watch: TriggerCondition & { readonly price: Price },
    after: number,
    before: number | null,
  ) => Entry | null
  /** When the newest tick came. */
  readonly endMs: number
}

const minOf = (prices: readonly Price[]): Price => prices.reduce((a, b) => (b < a ? b : a))
const most = (prices: readonly Price[]): Price => prices.reduce((a, b) => (b > a ? b : a))

const stretchesOf = (entries: readonly Entry[]): readonly Stretch[] =>
  Array.from({ length: Math.ceil(entries.length / stretchLength) }, (_, index) => {
    const part = entries.slice(index * stretchLength, (index + 1) * stretchLength)
    const [bids, asks] = [part.map(({ bid }) => bid), part.map(({ ask }) => ask)]
    return {
      entries: part,
      low: { bid: minOf(bids), ask: minOf(asks) },
      high: { bid: most(bids), ask: most(asks) },
    }
  })

const logOf = (entries: readonly Entry[]): PriceLog => {
  const stretches = stretchesOf(entries)
  return {
    firstReaching: (watch, after, before) => {
      for (const { entries: part, low, high } of stretches) {
        if ((part.at(-1)?.n ?? 0) <= after) continue
        if (before !== null && (part[0]?.n ?? 0) >= before) return null
        if (!isReached(watch, low) && !isReached(watch, high)) continue
        const found = part.find(
          (entry) => entry.n > after && (before === null || entry.n < before) && isReached(watch, entry),
        )
        if (found !== undefined) return found
      }
      return null
    },
    endMs: entries.at(-1)?.receivedMs ?? 0,
  }
}

/** Sorts an exported log by symbol and number. */
export const priceLogs = (ticks: readonly TickEvidence[]): ReadonlyMap<string, PriceLog> => {
  const bySymbol = new Map<string, Entry[]>()
  for (const { symbol, n, bid, ask, receivedTime, late, fetched } of ticks) {
    // What came late or was fetched triggers nothing.
    if (late === true || fetched === true) continue
    const entry = { n, bid: price(bid), ask: price(ask), receivedMs: receivedTime }
    const known = bySymbol.get(symbol)
    if (known === undefined) bySymbol.set(symbol, [entry])
    else known.push(entry)
  }
  return new Map([...bySymbol].map(([symbol, entries]) => [symbol, logOf(entries.sort((a, b) => a.n - b.n))]))
}
