import {
  isSameDistance,
  parseTrailing,
  type TrailingDistance,
  validateTrailingDistance,
} from '@glasshouse/core/contracts/trailingStop'
import { formatDecimal, formatPrice, type Price, priceStep } from '@glasshouse/core/money/units'

/** Unit in which the distance of a trailing stop is typed. */
export type TrailingUnit = TrailingDistance['kind']

/** A distance as typed: none, one that the server accepts, or what is wrong with it. */
export type TrailingDraft =
  | { readonly kind: 'none' }
  | { readonly kind: 'distance'; readonly distance: TrailingDistance }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'range'; readonly min: string; readonly max: string }

/** Text of a distance in its own unit. */
export const distanceText = (distance: TrailingDistance): string =>
  distance.kind === 'price' ? formatPrice(distance.by) : formatDecimal(distance.hundredths, 2)

/**
 * Reads a typed distance and judges it at the closing price by the rule of the server; blank and 0 mean none.
 *
 * @example readTrailing('1.5', 'percent', price('66000'), 2) // 1.5 %
 */
export const readTrailing = (text: string, unit: TrailingUnit, now: Price, scale: number): TrailingDraft => {
  const typed = text.trim()
  if (/^(0+(\.0*)?)?$/.test(typed)) return { kind: 'none' }
  const distance = parseTrailing(unit === 'percent' ? `${typed}%` : typed)
  const step = priceStep(scale)
  if (distance === null || (distance.kind === 'price' && distance.by % step !== 0n)) return { kind: 'wrong' }
  const issue = validateTrailingDistance(distance, now, step)
  return issue === null ? { kind: 'distance', distance } : { kind: 'range', ...issue }
}

/** What to send for a distance; undefined where it stays as it is. */
export const trailingToSend = (
  draft: TrailingDraft,
  before: TrailingDistance | null,
): TrailingDistance | null | undefined => {
  if (draft.kind === 'none') return before === null ? undefined : null
  if (draft.kind !== 'distance' || (before !== null && isSameDistance(draft.distance, before)))
    return undefined
  return draft.distance
}
