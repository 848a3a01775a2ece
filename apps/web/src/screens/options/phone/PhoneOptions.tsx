import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { ChartPane } from '../../../components/chart/ChartPane.tsx'
import { PhoneToolbar } from '../../../components/chart/PhoneToolbar.tsx'
import { usePreferences } from '../../../components/chart/usePreferences.ts'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { MarketPage } from '../../../components/market/MarketPage.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { TradePage, tradePageClass, tradeSkeleton } from '../../../components/market/phone/TradePage.tsx'
import { useSession } from '../../../data/session.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { useOptionMarks } from '../useOptionMarks.ts'
import { useOptionNotifications } from '../useOptionNotifications.ts'
import { type OptionData, useOptionData } from '../useTrader.ts'
import { PhoneOptionTicket } from './PhoneOptionTicket.tsx'
import { PhoneOrders } from './PhoneOrders.tsx'

const Receipt = lazy(() => import('../receipt/Receipt.tsx'))

/** Space for open options on one-minute candles, leaving space for the candles. */
const ahead = 90

/** Chart with the user's open options. A separate component, so that a tick re-renders only the chart. */
function Chart({
  market,
  trader,
  focus,
  raised,
  onRaised,
}: {
  market: Market
  trader: OptionData
  focus: number | null
  raised: boolean
  onRaised: (raised: boolean) => void
}) {
  const [preferences, change] = usePreferences('options')
  // The raised sheet leaves space only for prices.
  const visiblePreferences = useMemo(
    () => (raised ? { ...preferences, volume: false, tools: false } : preferences),
    [preferences, raised],
  )
  const onTools = (tools: boolean): void => {
    change({ tools })
    if (tools) onRaised(false)
  }
  return (
    <ChartPane
      market={market}
      preferences={visiblePreferences}
      change={change}
      own={useOptionMarks(trader, market, focus)}
      PhoneBar={PhoneToolbar}
      onPhoneTools={onTools}
      larger={paths.kline({ symbol: market.symbol })}
      ahead={ahead}
    />
  )
}

type View = 'orders' | 'book' | 'trades'

/** Tabs below the chart: options, order book and trades. */
function Below({
  market,
  markets,
  trader,
  ...acts
}: {
  market: Market
  markets: readonly Market[]
  trader: OptionData
  onFocus: (order: OptionOrder) => void
  onReceipt: (id: number) => void
}) {
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
        {view === 'orders' ? (
          <PhoneOrders markets={markets} trader={trader} {...acts} />
        ) : (
          <BookPane market={market} part={view} />
        )}
      </TabPanel>
    </>
  )
}

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const [, navigate] = useLocation()
  const visitor = useSession() === null
  const [raised, setRaised] = useState(true)
  const [focus, setFocus] = useState<number | null>(null)
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const trader = useOptionData()
  const onReceipt = useCallback((id: number) => setReceiptOf(id), [])
  const onFocus = useCallback(
    (order: OptionOrder): void => {
      setFocus(order.id)
      window.scrollTo(0, 0)
      if (order.pid !== market.pid) navigate(paths.quotes({ symbol: order.symbol }))
    },
    [market.pid, navigate],
  )
  useOptionNotifications(onReceipt)
  return (
    <>
      <TradePage
        raised={raised}
        top={
          <PhoneMarketHeader
            kind="options"
            market={market}
            markets={markets}
            onPick={(symbol) => navigate(paths.quotes({ symbol }))}
          />
        }
        chart={<Chart market={market} trader={trader} focus={focus} raised={raised} onRaised={setRaised} />}
        below={
          <Below market={market} markets={markets} trader={trader} onFocus={onFocus} onReceipt={onReceipt} />
        }
        sheet={
          <PhoneOptionTicket
            market={market}
            trader={trader}
            raised={raised}
            onRaised={setRaised}
            onReceipt={onReceipt}
          />
        }
      />
      {receiptOf !== null && !visitor && (
        <Suspense fallback={null}>
          <Receipt key={receiptOf} id={receiptOf} markets={markets} onClose={() => setReceiptOf(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Phone layout of the options page: the chart, and the ticket as a bottom sheet. */
export default function PhoneOptions() {
  return (
    <MarketPage className={tradePageClass} panes={tradeSkeleton}>
      {(market, markets) => <Trading market={market} markets={markets} />}
    </MarketPage>
  )
}
