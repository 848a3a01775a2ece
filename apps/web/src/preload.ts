import { marketFromWire } from '@glasshouse/core/markets/codec'
import { firstCandles } from './components/chart/firstCandles.ts'
import { type ChartLocation, loadPreferences } from './components/chart/preferences.ts'
import { chosenMarket } from './components/market/market.ts'
import { preloadCandles } from './data/candles.ts'
import { preloadCall } from './data/query.ts'
import { session } from './data/session.ts'
import { firstTextsOf } from './firstTexts.ts'
import { startLanguages } from './i18n/setup.ts'
import { paths } from './paths.ts'
import { preloadScreen } from './Site.tsx'
import { phoneBase, site } from './site.ts'

/** The chart of a trading page on each site; null where the first view has no candles. */
const charts: Readonly<Record<string, Readonly<Record<typeof site, ChartLocation>> | null>> = {
  [paths.contract()]: { desktop: 'contract', phone: 'phone' },
  [paths.quotes()]: null,
  [paths.kline()]: { desktop: 'kline', phone: 'kline' },
}

const loadMarketData = async (
  chart: (typeof charts)[string] | undefined,
  symbol: string | null,
): Promise<void> => {
  if (chart === undefined) return
  const markets = await preloadCall('/api/market/kList', {}, session.current()?.token ?? null)
  const market = chosenMarket((markets ?? []).map(marketFromWire), symbol)
  if (chart !== null && market !== undefined)
    preloadCandles(market.pid, loadPreferences(chart[site]).interval, firstCandles)
}

/**
 * Loads the first view of a page: its texts, the screens of the pages in `firstTexts`, and on a trading page its markets and the
 * candles of its chart. Resolves when it can be rendered; a screen that does not load is left to the page, which says so.
 *
 * @throws if the texts of every page cannot be loaded
 */
export const preloadPage = async ({ pathname, search }: Location): Promise<void> => {
  const path = site === 'phone' ? pathname.slice(phoneBase.length) || paths.home() : pathname
  void loadMarketData(charts[path], new URLSearchParams(search).get('symbol'))
  const texts = firstTextsOf(pathname)
  const [languages] = await Promise.allSettled([
    startLanguages(texts ?? []),
    // The frame of another page does not wait for its screen, whose files are not requested yet.
    texts && preloadScreen(path),
  ])
  if (languages.status === 'rejected') throw languages.reason
}
