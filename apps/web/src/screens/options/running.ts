import { type Price, price } from '@glasshouse/core/money/units'
import { type OptionType, optionTypeFromWire } from '@glasshouse/core/options/rules'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'

/** How an open option stands at a price: ahead, behind or exactly level, and by how much. */
export type Standing = { readonly side: 'ahead' | 'behind' | 'level'; readonly by: Price }

/**
 * Where an option stands if it expired at this price.
 *
 * @example standing({ ostyle: 1, buyprice: '66131.1' }, price('66128.74')) // { side: 'ahead', by: 2.36 }
 */
export const standing = (order: Pick<OptionOrderRow, 'ostyle' | 'buyprice'>, now: Price): Standing => {
  const entry = price(order.buyprice)
  if (now === entry) return { side: 'level', by: 0n as Price }
  const above: OptionType = now > entry ? 'call' : 'put'
  return {
    side: above === optionTypeFromWire(order.ostyle) ? 'ahead' : 'behind',
    by: (now > entry ? now - entry : entry - now) as Price,
  }
}

export type Countdown = {
  /** Whole seconds left; 0 once it expired. */
  readonly seconds: number
  /** How much of its life is left, in percent; goes down once a second. */
  readonly share: number
}

/**
 * What is left of an option's life, in whole seconds.
 *
 * @example countdown({ buytime: 0, selltime: 60_000 }, 15_000) // { seconds: 45, share: 75 }
 */
export const countdown = (
  { buytime, selltime }: Pick<OptionOrderRow, 'buytime' | 'selltime'>,
  now: number,
): Countdown => {
  const seconds = Math.max(0, Math.ceil((selltime - now) / 1000))
  const life = Math.max(1, Math.round((selltime - buytime) / 1000))
  return { seconds, share: Math.min(100, (seconds / life) * 100) }
}

/** From a minute on, a clock: minutes and seconds. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
