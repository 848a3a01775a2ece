import type { ChartInterval } from '@glasshouse/core/markets/intervals'
import type { CandleRow } from '@glasshouse/core/markets/wire'
import type { KLineData, Period } from 'klinecharts'

/** Converts a price to a floating-point number. Only the chart uses floats for prices. */
const toPoint = (text: string): number => Number.parseFloat(text)

/** Candle in the form of the chart library. `row` has the exact texts for legend and table. */
export type Bar = KLineData & { readonly row: CandleRow }

export const barOf = (row: CandleRow): Bar => ({
  timestamp: row.time * 1000,
  open: toPoint(row.open),
  high: toPoint(row.high),
  low: toPoint(row.low),
  close: toPoint(row.close),
  volume: toPoint(row.volume),
  row,
})

/** Converts a price in units of 1e-9 to a value on the chart. */
export const priceToPoint = (units: bigint): number => Number.parseInt(units.toString(), 10) / 1e9

/**
 * Formats a value on the chart as a price with the decimals of the market; negative values become zero.
 *
 * @example formatPriceAt(65100.0049, 2) // '65100.00'
 */
export const formatPriceAt = (value: number, scale: number): string => Math.max(0, value).toFixed(scale)

export const periods: Readonly<Record<ChartInterval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
}

/**
 * Formats the remaining time of a candle for the tag on the price axis.
 *
 * @example formatTimeLeft(1_133_000) // '18:53'
 * @example formatTimeLeft(3_723_000) // '1:02:03'
 */
export const formatTimeLeft = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (part: number): string => String(part).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const tail = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
