import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { ChartPane } from '../../components/chart/ChartPane.tsx'
import { usePreferences } from '../../components/chart/usePreferences.ts'
import { Stat } from '../../components/market/MarketHeader.tsx'
import type { View } from '../../components/market/PanelSwitch.tsx'
import { TradeLayout, TradeMarket } from '../../components/market/TradeLayout.tsx'
import { useSession } from '../../data/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { useOptionMarks } from './useOptionMarks.ts'
import { useOptionNotifications } from './useOptionNotifications.ts'
import { type OptionData, useOptionData } from './useTrader.ts'

// Loaded in separate files after the chart has drawn its first candle.
const Book = lazy(async () => ({ default: (await import('../../components/market/BookPane.tsx')).BookPane }))
const OptionTicket = lazy(async () => ({ default: (await import('./OptionTicket.tsx')).OptionTicket }))
const Orders = lazy(async () => ({ default: (await import('./orders/Orders.tsx')).Orders }))
const Receipt = lazy(() => import('./receipt/Receipt.tsx'))

/** Space for the longest option on one-minute candles, so that options are drawn to their expiry. */
const ahead = 200

/** Chart with the user's options. */
function Chart({ market, trader, focus }: { market: Market; trader: OptionData; focus: number | null }) {
  const [preferences, change] = usePreferences('options')
  return (
    <ChartPane
      market={market}
      preferences={preferences}
      change={change}
      own={useOptionMarks(trader, market, focus)}
      lean
      larger={paths.kline({ symbol: market.symbol })}
      ahead={ahead}
    />
  )
}

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const { t } = useTranslation('options')
  const [, navigate] = useLocation()
  const visitor = useSession() === null
  const [view, setView] = useState<View>('chart')
  const [focus, setFocus] = useState<number | null>(null)
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const trader = useOptionData()
  const showReceipt = useCallback((id: number) => setReceiptOf(id), [])
  const look = useCallback(
    (order: OptionOrder): void => {
      setFocus(order.id)
      setView('chart')
      if (order.pid !== market.pid) navigate(paths.quotes({ symbol: order.symbol }))
    },
    [market.pid, navigate],
  )
  useOptionNotifications(showReceipt)
  return (
    <TradeLayout
      kind="options"
      market={market}
      markets={markets}
      onPick={(symbol) => navigate(paths.quotes({ symbol }))}
      facts={
        <Stat label={t('strip.settles')} extra>
          {t('strip.rule')}
        </Stat>
      }
      view={view}
      onView={setView}
      chart={<Chart market={market} trader={trader} focus={focus} />}
      book={<Book market={market} />}
      side={<OptionTicket market={market} trader={trader} onReceipt={showReceipt} />}
      orders={
        <>
          <Orders
            markets={markets}
            trader={trader}
            receiptOf={receiptOf}
            onFocus={look}
            onReceipt={showReceipt}
          />
          {receiptOf !== null && !visitor && (
            <Suspense fallback={null}>
              <Receipt key={receiptOf} id={receiptOf} markets={markets} onClose={() => setReceiptOf(null)} />
            </Suspense>
          )}
        </>
      }
    />
  )
}

/** Options page: chart, order book, ticket and the user's options of one market. */
export default function Options() {
  return <TradeMarket>{(market, markets) => <Trading market={market} markets={markets} />}</TradeMarket>
}
