import type { CandleRow, Interval } from '@glasshouse/core/markets/wire'
import type { KLineData, Period } from 'klinecharts'

/** The chart's last inch: here, and only here, a price becomes a floating-point number. */
const toPoint = (text: string): number => Number.parseFloat(text)

/** A candle as the chart library draws it; its exact texts travel along for legend and table. */
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

/** A price in units of 1e-9 as a place on the chart. */
export const priceToPoint = (units: bigint): number => Number.parseInt(units.toString(), 10) / 1e9

/**
 * The price at a place on the chart, with the market's decimals; below zero there is none.
 *
 * @example priceTextAt(65100.0049, 2) // '65100.00'
 */
export const formatPriceAt = (value: number, scale: number): string => Math.max(0, value).toFixed(scale)

export const periods: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '1d': { type: 'day', span: 1 },
}

/**
 * The time a candle has left, as the axis tag shows it.
 *
 * @example timeLeft(1_133_000) // '18:53'
 * @example timeLeft(3_723_000) // '1:02:03'
 */
export const formatTimeLeft = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (part: number): string => String(part).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const tail = `${two(minutes)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}
