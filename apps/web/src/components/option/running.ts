import type { Price } from '@glasshouse/core/money/units'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import type { OptionType } from '@glasshouse/core/options/rules'

/** State of an open option at a price: ahead, behind or level, and the difference. */
export type PriceStanding = { readonly side: 'ahead' | 'behind' | 'level'; readonly by: Price }

/**
 * State of an option if it expired at this price.
 *
 * @example standing({ type: 'put', entryPrice: price('66131.1') }, price('66128.74')) // { side: 'ahead', by: 2.36 }
 */
export const standing = (order: Pick<OptionOrder, 'type' | 'entryPrice'>, now: Price): PriceStanding => {
  const { entryPrice: entry } = order
  if (now === entry) return { side: 'level', by: 0n as Price }
  const above: OptionType = now > entry ? 'call' : 'put'
  return {
    side: above === order.type ? 'ahead' : 'behind',
    by: (now > entry ? now - entry : entry - now) as Price,
  }
}

export type Countdown = {
  /** Whole seconds left; 0 after the expiry. */
  readonly seconds: number
  /** Remaining share of the duration in percent; decreases once per second. */
  readonly share: number
}

/**
 * Remaining time of an option, in whole seconds.
 *
 * @example countdown({ openedMs: 0, expiresMs: 60_000 }, 15_000) // { seconds: 45, share: 75 }
 */
export const countdown = (
  { openedMs, expiresMs }: Pick<OptionOrder, 'openedMs' | 'expiresMs'>,
  now: number,
): Countdown => {
  const seconds = Math.max(0, Math.ceil((expiresMs - now) / 1000))
  const life = Math.max(1, Math.round((expiresMs - openedMs) / 1000))
  return { seconds, share: Math.min(100, (seconds / life) * 100) }
}

/** Formats seconds as minutes and seconds: 1:05. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
