import { type Candle, dayChange } from '../markets/candles.ts'
import type { Tick } from '../markets/evidence.ts'
import { formatDecimal, formatPrice, type Price } from '../money/units.ts'

/** Number of price alerts a customer may have open. */
export const maxAlerts = 20

/** Side of its level on which an alert is reached. */
export const alertSides = ['above', 'below'] as const
export type AlertSide = (typeof alertSides)[number]

/** What an alert watches: the last price, or its change in 24 hours. */
export const alertMeasures = ['price', 'change'] as const
export type AlertMeasure = (typeof alertMeasures)[number]

/** Decimals of a percentage; changes are hundredths of a percent. */
export const changeScale = 2
/** Largest change an alert may wait for, in hundredths of a percent: a rise of 1000 %, a fall of 99.99 %. */
export const maxChange: Readonly<Record<AlertSide, bigint>> = { above: 100_000n, below: 9999n }

/** What an alert waits for. */
export type AlertLevel = {
  readonly side: AlertSide
  readonly measure: AlertMeasure
  /** Units of 1e-9 USDT, or signed hundredths of a percent: a fall of 5 % is -500. */
  readonly level: bigint
}

/** Whether a value reaches a level: at it, or beyond it. */
export const isLevelReached = (side: AlertSide, level: bigint, value: bigint): boolean =>
  side === 'above' ? value >= level : value <= level

/** The watched value at a price; null where the price of 24 hours before is not known. */
export const measuredAt = (measure: AlertMeasure, price: Price, open: Price | null): bigint | null =>
  measure === 'price' ? price : open === null ? null : dayChange(price, open)

/** What is judged of an alert. */
export type JudgedAlert = AlertLevel & {
  /** Number of the newest tick when it was set; the ticks after it count. */
  readonly afterN: number
  readonly createdMs: number
}

const isReached = ({ side, measure, level }: AlertLevel, price: Price, open: Price | null): boolean => {
  const value = measuredAt(measure, price, open)
  return value !== null && isLevelReached(side, level, value)
}

/** Whether a tick reaches an alert: it is newer than the alert and decides, and its value is at the level or beyond. */
export const isReachedByTick = (
  alert: JudgedAlert,
  tick: Pick<Tick, 'n' | 'price' | 'late' | 'fetched'>,
  open: Price | null,
): boolean =>
  tick.n > alert.afterN && tick.late !== true && tick.fetched !== true && isReached(alert, tick.price, open)

/** The price of a candle that is nearest to an alert, or beyond it. */
export const extremeOf = (side: AlertSide, candle: Pick<Candle, 'high' | 'low'>): Price =>
  side === 'above' ? candle.high : candle.low

/** Whether a candle reaches an alert: it began when the alert was set or later, and its high or low is at it or beyond. */
export const isReachedByCandle = (
  alert: JudgedAlert,
  candle: Pick<Candle, 'openMs' | 'high' | 'low'>,
  open: Price | null,
): boolean => candle.openMs >= alert.createdMs && isReached(alert, extremeOf(alert.side, candle), open)

/**
 * Why an alert cannot be set, or null: its price or percentage is zero, the percentage is too large, nothing is known of
 * 24 hours before, or the current price has already reached it.
 */
export const validateAlert = (
  alert: AlertLevel,
  current: Price,
  open: Price | null,
): 'zero' | 'tooLarge' | 'unknown' | 'reached' | null => {
  const { side, measure, level } = alert
  if (measure === 'price') return level <= 0n ? 'zero' : isReached(alert, current, open) ? 'reached' : null
  const size = side === 'above' ? level : -level
  if (size <= 0n) return 'zero'
  if (size > maxChange[side]) return 'tooLarge'
  return open === null ? 'unknown' : isReached(alert, current, open) ? 'reached' : null
}

/** The level of a change: negative for a fall. `percent` is in hundredths of a percent. */
export const changeLevel = (side: AlertSide, percent: bigint): bigint =>
  side === 'above' ? percent : -percent

/** Size of a change as a decimal string, without sign. */
export const formatChange = (change: bigint): string =>
  formatDecimal(change < 0n ? -change : change, changeScale)

/** The level of an alert as it is in the wire: one of both is null. */
export const formatLevel = ({
  measure,
  level,
}: Pick<AlertLevel, 'measure' | 'level'>): {
  readonly price: string | null
  readonly percent: string | null
} =>
  measure === 'price'
    ? { price: formatPrice(level), percent: null }
    : { price: null, percent: formatChange(level) }
