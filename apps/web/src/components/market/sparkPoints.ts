import type { CandleRow } from '@glasshouse/core/markets/wire'
import { type Price, price } from '@glasshouse/core/money/units'

/** Position of a price between lowest and highest, 0 to 1, as a float for drawing only. */
export const share = (at: bigint, low: bigint, high: bigint): number =>
  high === low ? 0.5 : Number.parseInt((((at - low) * 10_000n) / (high - low)).toString(), 10) / 10_000

/** Closes as heights from 0 to 1 for a sparkline; the last one is the live price. */
export const sparkPoints = (rows: readonly CandleRow[], live: Price): number[] => {
  const closes = rows.map((row, index) => (index === rows.length - 1 ? live : price(row.close)))
  const first = closes[0]
  if (first === undefined) return []
  const low = closes.reduce((min, close) => (close < min ? close : min), first)
  const high = closes.reduce((max, close) => (close > max ? close : max), first)
  return closes.map((close) => share(close, low, high))
}
