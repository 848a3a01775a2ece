import { type SignalValues, signalValues } from '@glasshouse/core/ai/momentum'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import { type Price, price, type Usdt } from '@glasshouse/core/money/units'

/** Closed minutes that the rule needs. */
export const needed = 31

/** What the rule sees of the newest closed minute, and when it opened; values are null while minutes are missing. */
export type LiveSignal = {
  readonly openMs: number
  readonly values: SignalValues | null
  /** Opening of the minute 15 before it, and its close. */
  readonly before: { readonly openMs: number; readonly close: Price } | null
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
    before: before === undefined ? null : { openMs: before.openMs, close: before.close },
  }
}

/** Result of a run with its fees: profit less fees. */
export const resultOf = (profit: bigint, fees: bigint): Usdt => (profit - fees) as Usdt
