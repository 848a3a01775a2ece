import type { Candle } from '../markets/candles.ts'
import type { Tick } from '../markets/evidence.ts'
import type { Price } from '../money/units.ts'

/** Number of price alerts a customer may have open. */
export const maxAlerts = 20

/** Side of the price on which an alert is reached. */
export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

/** Whether a price reaches an alert: at it, or beyond it. Prices are units of 1e-9 USDT. */
export const isPriceReached = (side: AlertSide, alert: Price, price: Price): boolean =>
  side === 'above' ? price >= alert : price <= alert

/** What is judged of an alert. */
export type JudgedAlert = {
  readonly side: AlertSide
  readonly price: Price
  /** Number of the newest tick when it was set; the ticks after it count. */
  readonly afterN: number
  readonly createdMs: number
}

/** Whether a tick reaches an alert: it is newer than the alert and decides, and its price is at the alert or beyond. */
export const isReachedByTick = (
  { side, price, afterN }: JudgedAlert,
  tick: Pick<Tick, 'n' | 'price' | 'late' | 'fetched'>,
): boolean =>
  tick.n > afterN && tick.late !== true && tick.fetched !== true && isPriceReached(side, price, tick.price)

/** Whether a candle reaches an alert: it began when the alert was set or later, and its high or low is at it or beyond. */
export const isReachedByCandle = (
  { side, price, createdMs }: JudgedAlert,
  candle: Pick<Candle, 'openMs' | 'high' | 'low'>,
): boolean =>
  candle.openMs >= createdMs && isPriceReached(side, price, side === 'above' ? candle.high : candle.low)

/** Why an alert cannot be set at a price, or null: the price is zero, or the current one has already reached it. */
export const validateAlert = (side: AlertSide, price: Price, current: Price): 'zero' | 'reached' | null =>
  price <= 0n ? 'zero' : isPriceReached(side, price, current) ? 'reached' : null
