import { divide, price } from '@glasshouse/core/money/units'
import type { Direction } from '@glasshouse/ui/direction'

export type DayChange = {
  /** Hundredths of a percent: −61 is −0.61 %. */
  readonly hundredths: bigint
  readonly direction: Direction
}

/**
 * Change of a price against the price 24 hours ago, truncated towards zero; null without that price.
 *
 * @example dayChange('66128.74', '66535.00')?.hundredths // -61n
 */
export const dayChange = (now: string, before: string): DayChange | null => {
  const [to, from] = [price(now), price(before)]
  if (from <= 0n || to <= 0n) return null
  const hundredths = divide((to - from) * 10_000n, from, 'truncate')
  return { hundredths, direction: hundredths > 0n ? 'up' : hundredths < 0n ? 'down' : 'flat' }
}
