import { type SignalValues, signalValues, strategyParameters } from '@glasshouse/core/ai/momentum'
import { intervalMs } from '@glasshouse/core/markets/intervals'
import type { AiMarkets } from './deps.ts'

/**
 * What the rule sees of a closed candle of a market: null where fewer than 31 minutes are known, or one of them had no
 * trade. Such a minute is a gap: silence and a lost feed look alike in it.
 */
export const valuesAt = async (
  markets: Pick<AiMarkets, 'candles'>,
  pid: number,
  openMs: number,
): Promise<SignalValues | null> => {
  const minutes = await markets.candles(pid, {
    interval: '1m',
    beforeMs: openMs + intervalMs['1m'],
    limit: strategyParameters.candles,
  })
  if (minutes === null || minutes.at(-1)?.openMs !== openMs) return null
  return minutes.some(({ volume }) => volume === 0n) ? null : signalValues(minutes)
}
