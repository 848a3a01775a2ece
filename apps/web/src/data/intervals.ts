import type { Interval } from '@glasshouse/core/markets/wire'

/** Duration of a candle in seconds. */
export const intervalSeconds: Record<Interval, number> = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1800,
  '1h': 3600,
  '1d': 86_400,
}
