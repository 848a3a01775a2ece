import { strategyDescriptions } from '@glasshouse/core/ai/description'
import { strategyName, strategyParameters, strategyVersion } from '@glasshouse/core/ai/momentum'
import type { PublishedRule } from '@glasshouse/core/ai/strategy/codec'
import { dayNumber } from '@glasshouse/core/calendar/days'
import type { Language } from '@glasshouse/core/wire/languages'
import { listBacktests } from '../store/backtests.ts'
import type { AiDeps } from './deps.ts'
import { listTiers } from './tiers.ts'

/** The tiers, the markets on sale that are fresh or were today, and the published strategy with its results. */
export const getPublishedRule = async (
  { clock, database, markets }: AiDeps,
  pid: number | null,
  lang: Language,
): Promise<PublishedRule> => {
  const [tiers, tests] = await Promise.all([listTiers(database.db), listBacktests(database.db, pid)])
  const today = dayNumber(clock.now())
  const wasFreshToday = (symbol: string): boolean => {
    const inForce = markets.inForce(symbol)
    return inForce !== null && (!inForce.stale || dayNumber(inForce.tick.receivedTimeMs) === today)
  }
  return {
    tiers,
    markets: markets
      .products()
      .filter(({ isOnSale, symbol }) => isOnSale && wasFreshToday(symbol))
      .map(({ pid: market, title }) => ({ pid: market, title })),
    strategy: {
      name: strategyName,
      version: strategyVersion,
      description: strategyDescriptions[lang],
      parameters: { ...strategyParameters },
      results: tests.map((row) => ({
        pid: row.pid,
        computedMs: row.computed_ms,
        backtest: row.result,
        live: row.live,
      })),
    },
  }
}
