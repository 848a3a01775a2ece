import { api } from './api.ts'
import { localNow } from './clock.ts'
import { createFirstCandles } from './firstCandles.ts'

/** Requests the newest candles for a chart that is not there yet, and takes them when it is. */
export const { preload: preloadCandles, take: takeCandles } = createFirstCandles(
  (pid, interval, limit) => api.call('/api/market/kline', { pid, interval, limit }),
  localNow,
)
