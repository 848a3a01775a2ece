import { type Position, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import type { Price, Usdt } from '@glasshouse/core/money/units'

/**
 * Expected profit or loss when a stop fires at its price, before fees: quantity × price difference, 0 in the wrong
 * direction, null without a stop.
 *
 * @example expectedPnlAt(elevenLotsBoughtAt65850, price('67000'), 'profit') // 12.65
 */
export const expectedPnlAt = (
  position: Position,
  at: Price | null,
  which: 'profit' | 'loss',
): Usdt | null => {
  if (at === null) return null
  const result = unrealizedPnl(position, at)
  return (which === 'profit' ? result < 0n : result > 0n) ? (0n as Usdt) : result
}
