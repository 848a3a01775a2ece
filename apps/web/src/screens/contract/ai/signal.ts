import { type SignalValues, signalOf, signalValues } from '@glasshouse/core/ai/momentum'
import { whyNoSignal } from '@glasshouse/core/ai/run'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { type Price, price, type Usdt } from '@glasshouse/core/money/units'

/** Closed minutes that the rule needs. */
export const needed = 31

/** What the rule sees of the newest closed minute, and when it opened; values are null while minutes are missing. */
export type LiveSignal = {
  readonly openMs: number
  readonly values: SignalValues | null
  /** Opening of the newest minute, and its close. */
  readonly newest: MinuteClose
  /** The same of the minute 15 before it. */
  readonly before: MinuteClose | null
}
type MinuteClose = { readonly openMs: number; readonly close: Price }

/** What the rule says of the newest closed minute: an order, or why there is no signal; null while minutes are missing. */
export const verdictOf = (signal: LiveSignal | null) => {
  const values = signal?.values ?? null
  if (values === null) return null
  const found = signalOf(values)
  return found === 'wait' ? (whyNoSignal(values) ?? 'equal') : found
}

/** Judges the newest closed minute as the server does; a minute without a trade is a gap. */
export const signalOfRows = (rows: readonly CandleRow[]): LiveSignal | null => {
  const newest = rows.at(-1)
  if (newest === undefined) return null
  const window = rows.slice(-needed)
  const candles = window.map(({ time, high, low, close }) => ({
    openMs: time * 1000,
    high: price(high),
    low: price(low),
    close: price(close),
  }))
  const hasGap = window.some(({ volume }) => Number.parseFloat(volume) === 0)
  const before = candles.at(-16)
  return {
    openMs: newest.time * 1000,
    values: hasGap ? null : signalValues(candles),
    newest: { openMs: newest.time * 1000, close: price(newest.close) },
    before: before === undefined ? null : { openMs: before.openMs, close: before.close },
  }
}

/** Result of a run with its fees: profit less fees. */
export const resultOf = (profit: bigint, fees: bigint): Usdt => (profit - fees) as Usdt
