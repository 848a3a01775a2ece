import type { Price } from '../money/units.ts'
/** How long an order may rest. It fills only at a tick received before its expiry, so the tick log decides which came first. */
import type { LiveOrder } from './order.ts'

/** Shortest and longest time from the acceptance of an order to its expiry, milliseconds. */
export const minRestMs = 60_000
export const maxRestMs = 90 * 86_400_000

/**
 * How long after its expiry an order is cancelled in a silent market, milliseconds: a tick received before the expiry has
 * been heard by then.
 */
export const expiryDelayMs = 1_000

/** Accepted expiries, epoch milliseconds. */
export type ExpiryIssue = { readonly min: number; readonly max: number }

/**
 * Validates an expiry that is given now: from a minute to 90 days ahead. Returns null, or the accepted instants for
 * `outOfRange`.
 *
 * @example validateExpiry(59_000, 0) // { min: 60_000, max: 7_776_000_000 }
 */
export const validateExpiry = (expiresMs: number, nowMs: number): ExpiryIssue | null => {
  const [min, max] = [nowMs + minRestMs, nowMs + maxRestMs]
  return expiresMs >= min && expiresMs <= max ? null : { min, max }
}

/**
 * Whether an order may not fill at an instant any more: at its expiry itself it may not.
 *
 * @example hasExpired({ expiresMs: 60_000 }, 60_000) // true
 */
export const hasExpired = ({ expiresMs }: Pick<LiveOrder, 'expiresMs'>, atMs: number): boolean =>
  expiresMs !== null && atMs >= expiresMs

/**
 * An instant as a price of the market of expiries, whose price is the time.
 *
 * @param atMs epoch milliseconds
 */
export const clockPrice = (atMs: number): Price => BigInt(atMs) as Price
