import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { isBetterClosing, trailingTrigger } from '@glasshouse/core/contracts/trailingStop'
import type { Price } from '@glasshouse/core/money/units'

/** Best closing price of a trailing stop since it was set, and the trigger price that follows from it. */
export type TrailingView = { readonly best: Price; readonly trigger: Price }

/**
 * Follows the trailing stop of a position from the best price of the server to the price now. What the market reached in between
 * is known with the next answer of the server, so the trigger shown is never nearer to the market than the real one. Null
 * without a trailing stop.
 *
 * @example trailingView(longFollowingAt500From66000, price('66100')) // { best: 66100, trigger: 65600 }
 */
export const trailingView = (
  { side, trailing }: Pick<ContractOrder, 'side' | 'trailing'>,
  now: Price,
): TrailingView | null => {
  if (trailing === null) return null
  const best = isBetterClosing(side, now, trailing.best) ? now : trailing.best
  return { best, trigger: trailingTrigger(side, trailing.distance, best) }
}
