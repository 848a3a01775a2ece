import { marketToWire, tierToWire } from '@glasshouse/core/ai/codec'
import { strategyDescriptions } from '@glasshouse/core/ai/description'
import { strategyName, strategyParameters, strategyVersion } from '@glasshouse/core/ai/momentum'
import { dayNumber } from '@glasshouse/core/calendar/days'
import type { DataOf } from '@glasshouse/core/calls'
import type { Language } from '@glasshouse/core/wire/languages'
import { listBacktests } from '../store/backtests.ts'
import type { AiDeps } from './deps.ts'
import { listTiers } from './tiers.ts'

/** The tiers, the markets on sale that are fresh or were today, and the published strategy with its results. */
export const describeRule = async (
  { clock, database, markets }: AiDeps,
  pid: number | null,
  lang: Language,
): Promise<DataOf<'/api/ai/rule'>> => {
  const [tiers, tests] = await Promise.all([listTiers(database.db), listBacktests(database.db, pid)])
  const today = dayNumber(clock.now())
  const wasFreshToday = (symbol: string): boolean => {
    const inForce = markets.inForce(symbol)
    return inForce !== null && (!inForce.stale || dayNumber(inForce.tick.receivedTimeMs) === today)
  }
  return {
    ruleList: tiers.map(tierToWire),
    productList: markets
      .products()
      .filter(({ isOnSale, symbol }) => isOnSale && wasFreshToday(symbol))
      .map(({ pid: market, title }) => marketToWire(market, title)),
    strategy: {
      name: strategyName,
      version: strategyVersion,
      description: strategyDescriptions[lang],
      parameters: { ...strategyParameters },
      backtest: tests.map(({ pid: market, computed_ms, result }) => ({
        pid: market,
        computed: computed_ms,
        ...result,
      })),
      live: tests.map(({ pid: market, live }) => ({ pid: market, result: live })),
    },
  }
}
