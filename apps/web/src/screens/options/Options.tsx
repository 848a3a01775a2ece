import type { Market } from '@glasshouse/core/markets/codec'
import { useState } from 'react'
import { lazyAfterChart } from '../../components/chart/chartReady.ts'
import { Stat } from '../../components/market/MarketHeader.tsx'
import type { View } from '../../components/market/PanelSwitch.tsx'
import { TradeLayout, TradeMarket } from '../../components/market/TradeLayout.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { OptionChart, useOptionPage } from './useOptionPage.tsx'

const Book = lazyAfterChart(async () => ({
  default: (await import('../../components/market/BookPane.tsx')).BookPane,
}))
const OptionTicket = lazyAfterChart(async () => ({
  default: (await import('./ticket/OptionTicket.tsx')).OptionTicket,
}))
const Orders = lazyAfterChart(async () => ({ default: (await import('./orders/Orders.tsx')).Orders }))

/** Space for the longest option on one-minute candles, so that options are drawn to their expiry. */
const ahead = 200

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const { t } = useTranslation('options')
  const [view, setView] = useState<View>('chart')
  const page = useOptionPage(market, markets, () => setView('chart'))
  return (
    <TradeLayout
      kind="options"
      market={market}
      markets={markets}
      onPick={page.onPick}
      facts={
        <Stat label={t('strip.settles')} extra>
          {t('strip.rule')}
        </Stat>
      }
      view={view}
      onView={setView}
      chart={<OptionChart page={page} ahead={ahead} />}
      book={<Book market={market} />}
      side={<OptionTicket {...page} />}
      orders={
        <>
          <Orders {...page} />
          {page.receipt}
        </>
      }
    />
  )
}

/** Options page: chart, order book, ticket and the user's options of one market. */
export default function Options() {
  return (
    <TradeMarket kind="options">
      {(market, markets) => <Trading market={market} markets={markets} />}
    </TradeMarket>
  )
}
