import type { Market } from '@glasshouse/core/markets/codec'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { PhoneChartPane } from '../../../components/market/phone/PhoneChartPane.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { PhoneTradeMarket, TradePage } from '../../../components/market/phone/TradePage.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { PhoneOptionTicket } from '../ticket/PhoneOptionTicket.tsx'
import { OptionChart, type OptionPage, useOptionPage } from '../useOptionPage.tsx'
import { PhoneOrders } from './PhoneOrders.tsx'

/** Space for open options on one-minute candles, leaving space for the candles. */
const ahead = 90

type View = 'orders' | 'book' | 'trades'

/** Tabs below the chart: options, order book and trades. */
function Below({ page }: { page: OptionPage }) {
  const { t } = useTranslation('options')
  const { t: tMarket } = useTranslation('market')
  const { t: tTrade } = useTranslation('trade')
  const [view, setView] = useState<View>('orders')
  return (
    <>
      <Tabs
        id="below"
        className={rowTabsClass}
        label={tTrade('below')}
        tabs={[
          { id: 'orders', label: t('orders.title') },
          { id: 'book', label: tMarket('book.title') },
          { id: 'trades', label: tMarket('book.trades') },
        ]}
        value={view}
        onChange={setView}
      />
      <TabPanel id="below" tab={view}>
        {view === 'orders' ? <PhoneOrders {...page} /> : <BookPane market={page.market} part={view} />}
      </TabPanel>
    </>
  )
}

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const [raised, setRaised] = useState(true)
  const page = useOptionPage(market, markets, () => window.scrollTo(0, 0))
  return (
    <>
      <TradePage
        raised={raised}
        onRaised={setRaised}
        book={(end) => <BookPane market={market} part="book" fitted end={end} />}
        top={
          <PhoneMarketHeader
            kind="options"
            market={market}
            markets={markets}
            onPick={page.onPick}
            lean={raised}
          />
        }
        chart={
          <OptionChart
            page={page}
            ahead={ahead}
            pane={(props) => <PhoneChartPane {...props} raised={raised} onRaised={setRaised} />}
          />
        }
        below={<Below page={page} />}
        sheet={<PhoneOptionTicket {...page} raised={raised} onRaised={setRaised} />}
      />
      {page.receipt}
    </>
  )
}

/** Phone layout of the options page: the chart, and the ticket as a bottom sheet. */
export default function PhoneOptions() {
  return (
    <PhoneTradeMarket>{(market, markets) => <Trading market={market} markets={markets} />}</PhoneTradeMarket>
  )
}
