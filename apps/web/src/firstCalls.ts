import type { DataOf } from '@glasshouse/core/calls'
import { marketFromWire } from '@glasshouse/core/markets/codec'
import { firstCandles } from './components/chart/firstCandles.ts'
import { type ChartLocation, loadPreferences } from './components/chart/preferences.ts'
import { chosenMarket } from './components/market/market.ts'
import { api } from './data/api.ts'
import { preloadCandles } from './data/preloadedCandles.ts'
import { paths } from './paths.ts'
import { pagePath, site } from './site.ts'

/** The chart of a trading page on each site; null where the first view has no candles. */
const charts: Readonly<Record<string, Readonly<Record<typeof site, ChartLocation>> | null>> = {
  [paths.contract()]: { desktop: 'contract', phone: 'phone' },
  [paths.quotes()]: null,
  [paths.kline()]: { desktop: 'kline', phone: 'kline' },
}

/**
 * Requests what a trading page shows first, its markets and the candles of its chart, before the page itself has loaded.
 * Returns the markets; undefined for other pages.
 */
export const startFirstCalls = ({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): Promise<DataOf<'/api/market/kList'>> | undefined => {
  const chart = charts[pagePath(pathname)]
  if (chart === undefined) return
  const markets = api.call('/api/market/kList', {})
  markets.then(
    (rows) => {
      const market = chosenMarket(rows.map(marketFromWire), new URLSearchParams(search).get('symbol'))
      if (chart !== null && market !== undefined)
        preloadCandles(market.pid, loadPreferences(chart[site]).interval, firstCandles)
    },
    // The page asks again and shows what failed.
    () => undefined,
  )
  return markets
}
