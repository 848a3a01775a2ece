import type { Market } from '@glasshouse/core/markets/codec'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { ChartPane } from '../../../components/chart/ChartPane.tsx'
import { noMarks, type OrderMarks } from '../../../components/chart/orderMarks.ts'
import { PhoneToolbar } from '../../../components/chart/PhoneToolbar.tsx'
import { usePreferences } from '../../../components/chart/usePreferences.ts'
import { BookPane } from '../../../components/market/BookPane.tsx'
import { ownPrices } from '../../../components/market/book.ts'
import { MarketPage } from '../../../components/market/MarketPage.tsx'
import { PhoneMarketHeader } from '../../../components/market/phone/PhoneMarketHeader.tsx'
import { rowTabsClass } from '../../../components/market/phone/Rows.tsx'
import { TradePage, tradePageClass, tradeSkeleton } from '../../../components/market/phone/TradePage.tsx'
import { useSession } from '../../../data/session.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { AccountPanel } from '../AccountPanel.tsx'
import type { AiPanelProps } from '../ai/AiPanel.tsx'
import { useClosedTrades } from '../ai/useAi.ts'
import { useRulePreferences } from '../ai/useRulePreferences.ts'
import { Acting, type WithdrawalRequest } from '../orders/OrderDialog.tsx'
import { type Draft, useOrderDraft } from '../useOrderDraft.ts'
import { useOrderMarks } from '../useOrderMarks.ts'
import { useOrderNotifications } from '../useOrderNotifications.ts'
import { type TradingData, useTradingData, type Wallet } from '../useTradingData.ts'
import { PhoneOrders } from './PhoneOrders.tsx'
import { PhoneTicket } from './PhoneTicket.tsx'
import { useDraftOrderLine } from './useDraftOrderLine.ts'

const AiPanel = lazy(async () => ({ default: (await import('../ai/AiPanel.tsx')).AiPanel }))
const IssueContract = lazy(() => import('../../subscription/IssueContract.tsx'))
const Receipt = lazy(() => import('../receipt/Receipt.tsx'))
const Transfer = lazy(() => import('../../../components/Transfer.tsx'))

type Traded = {
  market: Market
  markets: readonly Market[]
  trader: TradingData
  wallet: Wallet
  onReceipt: (id: number) => void
  onTransfer: () => void
}

/** Chart with the user's order marks and the draft. A separate component, so that a tick re-renders only the chart. */
function Chart({
  market,
  markets,
  trader,
  draft,
  raised,
  isRuleShown,
  ruleMarks,
  onReceipt,
  onRaised,
}: Traded & {
  draft: Draft
  raised: boolean
  isRuleShown: boolean
  ruleMarks: OrderMarks['fills']
  onRaised: (raised: boolean) => void
}) {
  const [preferences, change] = useRulePreferences(isRuleShown, ...usePreferences('phone'))
  const [openDialog, setOpenDialog] = useState<WithdrawalRequest | null>(null)
  const askToRevoke = (orderId: number): void => {
    const order = trader.pending?.find(({ id }) => id === orderId)
    if (order) setOpenDialog({ act: 'revoke', row: { order, market } })
  }
  const ownMarks = useDraftOrderLine(useOrderMarks(trader, market, setOpenDialog), draft, market)
  const marks = useMemo(
    () => (ruleMarks.length === 0 ? ownMarks : { ...ownMarks, fills: [...ownMarks.fills, ...ruleMarks] }),
    [ownMarks, ruleMarks],
  )
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
    <>
      <ChartPane
        market={market}
        preferences={visiblePreferences}
        change={change}
        own={marks}
        onRevoke={askToRevoke}
        PhoneBar={PhoneToolbar}
        onPhoneTools={onTools}
        larger={paths.kline({ symbol: market.symbol })}
      />
      {openDialog && (
        <Acting
          asked={openDialog}
          trader={trader}
          markets={markets}
          onDone={() => setOpenDialog(null)}
          onReceipt={onReceipt}
        />
      )}
    </>
  )
}

const noOrders: NonNullable<TradingData['pending']> = []
type View = 'orders' | 'ai' | 'book' | 'trades' | 'account'

/** Tabs below the chart: orders, AI trading, order book, trades and account. */
function Below({
  view,
  onView,
  onMarks,
  ...traded
}: Traded & { view: View; onView: (view: View) => void; onMarks: AiPanelProps['onMarks'] }) {
  const { market, markets, trader } = traded
  const { t } = useTranslation('contract')
  const { t: tMarket } = useTranslation('market')
  const { t: tTrade } = useTranslation('trade')
  const { t: tAi } = useTranslation('ai')
  const pending = trader.pending ?? noOrders
  const ownOrderPrices = useMemo(() => ownPrices(pending, market.pid), [pending, market.pid])
  return (
    <>
      <Tabs
        id="below"
        className={rowTabsClass}
        label={tTrade('below')}
        tabs={[
          { id: 'orders', label: t('orders.title') },
          { id: 'ai', label: tAi('tab.ai') },
          { id: 'book', label: tMarket('book.title') },
          { id: 'trades', label: tMarket('book.trades') },
          { id: 'account', label: t('account.title') },
        ]}
        value={view}
        onChange={onView}
      />
      <TabPanel id="below" tab={view}>
        {view === 'orders' && <PhoneOrders {...traded} />}
        {view === 'ai' && (
          <Suspense fallback={null}>
            <AiPanel market={market} markets={markets} trader={trader} onMarks={onMarks} />
          </Suspense>
        )}
        {view === 'book' && <BookPane market={market} own={ownOrderPrices} part="book" />}
        {view === 'trades' && <BookPane market={market} part="trades" />}
        {view === 'account' && (
          <AccountPanel trader={trader} markets={markets} onTransfer={traded.onTransfer} />
        )}
      </TabPanel>
    </>
  )
}

/** Page content once the markets have loaded. */
function Trading({ market, markets }: Pick<Traded, 'market' | 'markets'>) {
  const [, navigate] = useLocation()
  const [wallet, setWallet] = useState<Wallet>(1)
  const [search] = useSearchParams()
  // An address with `panel=ai` begins with AI trading.
  const isAi = search.get('panel') === 'ai'
  const [view, setView] = useState<View>(isAi ? 'ai' : 'orders')
  const [raised, setRaised] = useState(!isAi)
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const [moving, setMoving] = useState(false)
  const trader = useTradingData(wallet)
  const draft = useOrderDraft(market)
  const visitor = useSession() === null
  const onReceipt = useCallback((id: number) => setReceiptOf(id), [])
  const onTransfer = useCallback(() => setMoving(true), [])
  useOrderNotifications(markets, onReceipt)
  useClosedTrades()
  const [ruleMarks, setRuleMarks] = useState(noMarks.fills)
  const traded: Traded = { market, markets, trader, wallet, onReceipt, onTransfer }
  return (
    <>
      <TradePage
        raised={raised}
        top={
          <PhoneMarketHeader
            kind="contract"
            market={market}
            markets={markets}
            onPick={(symbol) => navigate(paths.contract({ symbol }))}
          />
        }
        chart={
          <Chart
            {...{ ...traded, draft, raised, ruleMarks }}
            isRuleShown={view === 'ai'}
            onRaised={setRaised}
          />
        }
        below={<Below {...traded} view={view} onView={setView} onMarks={setRuleMarks} />}
        sheet={
          <PhoneTicket {...traded} draft={draft} raised={raised} onRaised={setRaised} onWallet={setWallet} />
        }
      />
      {receiptOf !== null && !visitor && (
        <Suspense fallback={null}>
          <Receipt key={receiptOf} id={receiptOf} markets={markets} onClose={() => setReceiptOf(null)} />
        </Suspense>
      )}
      {moving && (
        <Suspense fallback={null}>
          <Transfer to={wallet === 1 ? 'contract' : 'contract2'} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Phone layout of the contract page: the chart, and the ticket as a bottom sheet; with `type` ipo an issue of new coins. */
export default function PhoneContract() {
  const [search] = useSearchParams()
  if (search.get('type') === 'ipo') return <IssueContract />
  return (
    <MarketPage className={tradePageClass} panes={tradeSkeleton}>
      {(market, markets) => <Trading key={market.pid} market={market} markets={markets} />}
    </MarketPage>
  )
}
