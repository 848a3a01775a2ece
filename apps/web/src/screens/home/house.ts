import type { CandleRow } from '@glasshouse/core/markets/wire'
import { type Price, price } from '@glasshouse/core/money/units'
import { share } from '../../components/market/sparkPoints.ts'

/** Size of the picture; the drawn glass house is between `left` and `right`. */
export const picture = { width: 1440, height: 540, left: 712, right: 1320, roof: 190, ridge: 52 } as const
/** Pixels per candle. */
const step = 15.8
/** Hours that are drawn; those before the left wall are a line. */
export const candlesAcross = 48
/** Distance of the newest candle from the right wall. */
const wallGap = 24
/** Vertical range of the prices: below the roof, above the example receipt. */
const top = 200
const bottom = 350

type HouseCandle = {
  readonly time: number
  readonly x: number
  readonly high: number
  readonly low: number
  readonly bodyTop: number
  readonly bodyHeight: number
  readonly rises: boolean
}
export type HeroScene = {
  readonly line: string
  readonly end: readonly [number, number]
  readonly candles: readonly HouseCandle[]
}

/**
 * Draws hourly candles as a line across the picture, and as candles inside the glass house. The newest candle, closed at
 * the live price, is inside at the right wall. Null without a line.
 */
export const renderHeroScene = (rows: readonly CandleRow[], live: Price): HeroScene | null => {
  const visible = rows.slice(-candlesAcross)
  const last = visible.at(-1)
  if (!last || visible.length < 2) return null
  const bars = visible.map((row) => {
    const close = row === last ? live : price(row.close)
    const [high, low] = [price(row.high), price(row.low)]
    return {
      time: row.time,
      open: price(row.open),
      close,
      high: close > high ? close : high,
      low: close < low ? close : low,
    }
  })
  const lowest = bars.reduce((min, bar) => (bar.low < min ? bar.low : min), bars[0]?.low ?? live)
  const highest = bars.reduce((max, bar) => (bar.high > max ? bar.high : max), bars[0]?.high ?? live)
  const y = (at: bigint): number => bottom - share(at, lowest, highest) * (bottom - top)
  const x = (index: number): number => picture.right - wallGap - (bars.length - 1 - index) * step
  const points = bars.map((bar, index) => [x(index), y(bar.close)] as const)
  const candles = bars
    .map((bar, index) => {
      const [open, close] = [y(bar.open), y(bar.close)]
      return {
        time: bar.time,
        x: x(index),
        high: y(bar.high),
        low: y(bar.low),
        bodyTop: Math.min(open, close),
        bodyHeight: Math.max(1, Math.abs(open - close)),
        rises: bar.close >= bar.open,
      }
    })
    .filter((candle) => candle.x > picture.left - step && candle.x < picture.right + step)
  return {
    line: points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join('L'),
    end: points.at(-1) ?? [picture.width, bottom],
    candles,
  }
}
