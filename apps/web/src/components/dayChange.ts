import { dayChange as changeInDay } from '@glasshouse/core/markets/candles'
import type { Price } from '@glasshouse/core/money/units'
import type { Direction } from '@glasshouse/ui/direction'

export type DayChange = {
  /** Hundredths of a percent: −61 is −0.61 %. */
  readonly hundredths: bigint
  readonly direction: Direction
}

/**
 * Change of a price against the price 24 hours ago, truncated towards zero; null without that price.
 *
 * @example dayChange(price('66128.74'), price('66535.00'))?.hundredths // -61n
 */
export const dayChange = (now: Price, before: Price): DayChange | null => {
  if (before <= 0n || now <= 0n) return null
  const hundredths = changeInDay(now, before)
  return { hundredths, direction: hundredths > 0n ? 'up' : hundredths < 0n ? 'down' : 'flat' }
}
