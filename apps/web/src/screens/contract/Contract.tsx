import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'wouter'
import { useMarkets } from '../../live/quotes.ts'
import { useSession } from '../../live/session.ts'
import { ChartPane } from '../../parts/chart/ChartPane.tsx'
import { usePreferences } from '../../parts/chart/usePreferences.ts'
import { useFigures } from '../../parts/figures.ts'
import { usePrice } from '../../parts/LivePrice.tsx'
import { BookPane } from '../../parts/market/BookPane.tsx'
import { ownPrices } from '../../parts/market/book.ts'
import { chosenMarket } from '../../parts/market/market.ts'
import { Strip } from '../../parts/market/Strip.tsx'
import { useSentence } from '../../parts/useSentence.ts'
import { useTitle } from '../../parts/useTitle.ts'
import { paths } from '../../paths.ts'
import { AccountPanel } from './AccountPanel.tsx'
import styles from './Contract.module.css'
import { Orders } from './orders/Orders.tsx'
import { Terms } from './Terms.tsx'
import { Ticket } from './Ticket.tsx'
import { type Trader, useTrader, type Wallet } from './useHolder.ts'
import { useOrderNews } from './useOrderNews.ts'
import { useOwn } from './useOwn.ts'

const Receipt = lazy(() => import('./receipt/Receipt.tsx'))
const RevokeDialog = lazy(() => import('./orders/RevokeDialog.tsx'))
const Transfer = lazy(() => import('../../parts/Transfer.tsx'))

/** The chart with the trader's own lines; kept apart so that a tick redraws it alone. */
function Chart({
  market,
  trader,
  onReceipt,
}: {
  market: MarketRow
  trader: Trader
  onReceipt: (id: number) => void
}) {
  const [preferences, change] = usePreferences('contract')
  const [revoking, setRevoking] = useState<number | null>(null)
  const order = trader.pending?.find(({ id }) => id === revoking)
  return (
    <>
      <ChartPane
        market={market}
        preferences={preferences}
        change={change}
        own={useOwn(trader, market)}
        onRevoke={setRevoking}
      />
      {order && (
        <Suspense fallback={null}>
          <RevokeDialog
            order={order}
            market={market}
            onDone={() => setRevoking(null)}
            onReceipt={onReceipt}
          />
        </Suspense>
      )}
    </>
  )
}

const noOrders: NonNullable<Trader['pending']> = []

/** The order book with the trader's own orders marked. */
function Book({ market, trader }: { market: MarketRow; trader: Trader }) {
  const pending = trader.pending ?? noOrders
  const own = useMemo(() => ownPrices(pending, market.pid), [pending, market.pid])
  return <BookPane market={market} own={own} />
}

type View = 'chart' | 'book'

/** Where the page is narrow, chart and book share a place. */
function Views({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { t } = useTranslation('contract')
  return (
    <div className={styles.views}>
      <Tabs
        id="views"
        className={styles.viewTabs}
        label={t('view.label')}
        tabs={[
          { id: 'chart', label: t('view.chart') },
          { id: 'book', label: t('view.book') },
        ]}
        value={view}
        onChange={onView}
      />
    </div>
  )
}

/** The price in the browser's tab, for whoever looks at another one meanwhile. */
function Title({ market }: { market: MarketRow }) {
  useTitle(`${useFigures().priceText(usePrice(market), market.scale)} ${market.procode}`)
  return null
}

/** The whole page once the markets are known. */
function Trading({ market, markets }: { market: MarketRow; markets: readonly MarketRow[] }) {
  const [, navigate] = useLocation()
  const [wallet, setWallet] = useState<Wallet>(1)
  const [view, setView] = useState<View>('chart')
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const trader = useTrader(wallet)
  const visitor = useSession() === null
  const showReceipt = useCallback((id: number) => setReceiptOf(id), [])
  const [moving, setMoving] = useState(false)
  const transfer = useCallback(() => setMoving(true), [])
  useOrderNews(markets, showReceipt)
  return (
    <div className={styles.page} data-view={view}>
      <Title market={market} />
      <Strip market={market} markets={markets} onPick={(symbol) => navigate(paths.contract({ symbol }))}>
        <Terms market={market} />
      </Strip>
      <div className={styles.grid}>
        <div className={styles.chart}>
          <Views view={view} onView={setView} />
          <Chart market={market} trader={trader} onReceipt={showReceipt} />
        </div>
        <div className={styles.book}>
          <Book market={market} trader={trader} />
        </div>
        <div className={styles.side}>
          <Ticket
            key={market.pid}
            market={market}
            markets={markets}
            trader={trader}
            wallet={wallet}
            onWallet={setWallet}
            onReceipt={showReceipt}
            onTransfer={transfer}
          />
          <AccountPanel trader={trader} markets={markets} onTransfer={transfer} />
        </div>
        <div className={styles.orders}>
          <Orders
            markets={markets}
            trader={trader}
            wallet={wallet}
            receiptOf={receiptOf}
            onReceipt={showReceipt}
          />
          {receiptOf !== null && !visitor && (
            <Suspense fallback={null}>
              <Receipt key={receiptOf} id={receiptOf} markets={markets} onClose={() => setReceiptOf(null)} />
            </Suspense>
          )}
        </div>
      </div>
      {moving && (
        <Suspense fallback={null}>
          <Transfer to={wallet === 1 ? 'contract' : 'contract2'} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The page in panes while the markets are on their way. */
function Panes() {
  return (
    <>
      <div className={styles.strip}>
        <Skeleton width={140} height={16} />
        <Skeleton width={110} height={16} />
        <Skeleton width={320} height={16} />
      </div>
      <div className={styles.grid} aria-busy="true">
        <div className={styles.chart} />
        <div className={styles.book} />
        <div className={styles.side} />
        <div className={styles.orders} />
      </div>
    </>
  )
}

/** The contract page: chart, book, ticket, account and orders of one market. */
export default function Contract() {
  const { t } = useTranslation('contract')
  const sentence = useSentence()
  const [search] = useSearchParams()
  const markets = useMarkets()
  const market = chosenMarket(markets.data ?? [], search.get('symbol'))
  if (market && markets.data) return <Trading market={market} markets={markets.data} />
  return (
    <div className={styles.page}>
      {!markets.error && <Panes />}
      {markets.error && (
        <div className={styles.note}>
          <StateNote
            icon="warning"
            tone="warn"
            title={t('failed.markets')}
            text={sentence(markets.error)}
            action={<Button onClick={markets.reload}>{t('retry')}</Button>}
          />
        </div>
      )}
    </div>
  )
}
