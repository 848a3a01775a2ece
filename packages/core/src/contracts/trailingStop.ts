/**
 * The trailing stop of a position: its trigger price keeps a distance from the best price at which the position could have
 * closed since the stop was set.
 */
import { divide, formatDecimal, formatPrice, type Price, parseDecimal, priceScale } from '../money/units.ts'
import { type BestPrices, closingPrice, type PositionSide } from './rules.ts'

/** A distance in USDT, or in hundredths of a percent of the best price. */
export type TrailingDistance =
  | { readonly kind: 'price'; readonly by: Price }
  | { readonly kind: 'percent'; readonly hundredths: bigint }

/** A trailing stop as it was set. */
export type TrailingStop = {
  readonly distance: TrailingDistance
  /** Number of the tick in force when it was set; its closing side is the first best price. */
  readonly since: number
  readonly start: Price
}

/** Largest distance in percent, in hundredths. */
const maxHundredths = 5_000n
const whole = 10_000n

/**
 * Trigger price at a best price. A percentage is rounded up to 1e-9 USDT, away from the market.
 *
 * @example trailingTrigger('long', { kind: 'percent', hundredths: 150n }, price('66000')) // 65010
 */
export const trailingTrigger = (side: PositionSide, distance: TrailingDistance, best: Price): Price => {
  const by = distance.kind === 'price' ? distance.by : divide(best * distance.hundredths, whole, 'ceil')
  return (side === 'long' ? best - by : best + by) as Price
}

/** Whether one closing price of a position is strictly better than another. */
export const isBetterClosing = (side: PositionSide, at: Price, than: Price): boolean =>
  side === 'long' ? at > than : at < than

/**
 * Whether the book has reached the trigger price that follows from a best price; the price itself counts.
 *
 * @example isTrailingReached('long', { kind: 'price', by: price('100') }, price('1000'), { bid: price('900'), ask: price('901') }) // true
 */
export const isTrailingReached = (
  side: PositionSide,
  distance: TrailingDistance,
  best: Price,
  at: BestPrices,
): boolean => !isBetterClosing(side, closingPrice(side, at), trailingTrigger(side, distance, best))

/**
 * Validates a distance at the closing price of the position: the trigger price lies at least one step from it, and above 0.
 * Returns null, or the accepted values in the unit of the distance for `outOfRange`.
 */
export const validateTrailingDistance = (
  distance: TrailingDistance,
  closing: Price,
  step: Price,
): { readonly min: string; readonly max: string } | null => {
  if (distance.kind === 'percent')
    return distance.hundredths >= 1n && distance.hundredths <= maxHundredths
      ? null
      : { min: formatTrailing({ kind: 'percent', hundredths: 1n }), max: '50%' }
  return distance.by >= step && distance.by < closing
    ? null
    : { min: formatPrice(step), max: formatPrice((closing - step) as Price) }
}

/** Whether two distances are the same. */
export const isSameDistance = (a: TrailingDistance, b: TrailingDistance): boolean =>
  formatTrailing(a) === formatTrailing(b)

/**
 * Parses the text of a distance; null for any other text, and for 0.
 *
 * @example parseTrailing('1.5%') // { kind: 'percent', hundredths: 150n }
 */
export const parseTrailing = (text: string): TrailingDistance | null => {
  const isPercent = text.endsWith('%')
  const units = parseDecimal(isPercent ? text.slice(0, -1) : text, isPercent ? 2 : priceScale)
  if (units === null || units <= 0n) return null
  return isPercent ? { kind: 'percent', hundredths: units } : { kind: 'price', by: units as Price }
}

/**
 * Text of a distance, as the wire and the tables have it.
 *
 * @example formatTrailing({ kind: 'percent', hundredths: 150n }) // '1.5%'
 */
export const formatTrailing = (distance: TrailingDistance): string =>
  distance.kind === 'price' ? formatPrice(distance.by) : `${formatDecimal(distance.hundredths, 2)}%`
