import type { Market } from '@glasshouse/core/markets/codec'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { ChartPane } from '../../components/chart/ChartPane.tsx'
import { noMarks, type OrderMarks } from '../../components/chart/orderMarks.ts'
import { usePreferences } from '../../components/chart/usePreferences.ts'
import { WhenChartReady } from '../../components/chart/WhenChartReady.tsx'
import type { View } from '../../components/market/PanelSwitch.tsx'
import { TradeLayout, TradeMarket } from '../../components/market/TradeLayout.tsx'
import { useSession } from '../../data/session.ts'
import { paths } from '../../paths.ts'
import type { Side } from './ai/SideSwitch.tsx'
import { useRulePreferences } from './ai/useRulePreferences.ts'
import type { WithdrawalRequest } from './orders/OrderDialog.tsx'
import { Terms } from './Terms.tsx'
import { type TradingData, useTradingData, type Wallet } from './useTradingData.ts'

const Acting = lazy(async () => ({ default: (await import('./orders/OrderDialog.tsx')).Acting }))
const Following = lazy(() => import('./LiveDistance.tsx'))
const Book = lazy(() => import('./Book.tsx'))
const Ticket = lazy(async () => ({ default: (await import('./Ticket.tsx')).Ticket }))
const AiPanel = lazy(async () => ({ default: (await import('./ai/AiPanel.tsx')).AiPanel }))
const SideSwitch = lazy(async () => ({ default: (await import('./ai/SideSwitch.tsx')).SideSwitch }))
const AccountPanel = lazy(async () => ({ default: (await import('./AccountPanel.tsx')).AccountPanel }))
const Orders = lazy(async () => ({ default: (await import('./orders/Orders.tsx')).Orders }))
const IssueContract = lazy(() => import('../subscription/IssueContract.tsx'))
const Receipt = lazy(() => import('./receipt/Receipt.tsx'))
const Transfer = lazy(() => import('../../components/Transfer.tsx'))

/** Chart with the user's order marks. A separate component, so that a tick re-renders only the chart. */
function Chart({
  market,
  markets,
  trader,
  isRuleShown,
  ruleMarks,
  onReceipt,
}: {
  market: Market
  markets: readonly Market[]
  trader: TradingData
  /** The panel of AI trading is open. */
  isRuleShown: boolean
  /** Marks of AI trading while its panel is open. */
  ruleMarks: OrderMarks['fills']
  onReceipt: (id: number) => void
}) {
  const [preferences, change] = useRulePreferences(isRuleShown, ...usePreferences('contract'))
  const [openDialog, setOpenDialog] = useState<WithdrawalRequest | null>(null)
  const [orderMarks, setOrderMarks] = useState(noMarks)
  const marks = useMemo(
    () =>
      ruleMarks.length === 0 ? orderMarks : { ...orderMarks, fills: [...orderMarks.fills, ...ruleMarks] },
    [orderMarks, ruleMarks],
  )
  const askToRevoke = (orderId: number): void => {
    const order = trader.pending?.find(({ id }) => id === orderId)
    if (order) setOpenDialog({ act: 'revoke', row: { order, market } })
  }
  return (
    <>
      <ChartPane
        market={market}
        preferences={preferences}
        change={change}
        own={marks}
        onRevoke={askToRevoke}
        larger={paths.kline({ symbol: market.symbol })}
      />
      <WhenChartReady>
        <Following
          trader={trader}
          market={market}
          markets={markets}
          onOwn={setOrderMarks}
          onAsked={setOpenDialog}
          onReceipt={onReceipt}
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
      </WhenChartReady>
    </>
  )
}

/** The order ticket, or AI trading in its place. */
function Entry({
  market,
  markets,
  trader,
  wallet,
  onWallet,
  showReceipt,
  transfer,
  side,
  onSide,
  onMarks,
}: {
  market: Market
  markets: readonly Market[]
  trader: TradingData
  wallet: Wallet
  onWallet: (wallet: Wallet) => void
  showReceipt: (id: number) => void
  transfer: () => void
  side: Side
  onSide: (side: Side) => void
  onMarks: (marks: OrderMarks['fills']) => void
}) {
  return (
    <>
      <SideSwitch side={side} onSide={onSide} />
      {side === 'ticket' ? (
        <Ticket
          key={market.pid}
          market={market}
          markets={markets}
          trader={trader}
          wallet={wallet}
          onWallet={onWallet}
          onReceipt={showReceipt}
          onTransfer={transfer}
        />
      ) : (
        <AiPanel market={market} markets={markets} trader={trader} onMarks={onMarks} />
      )}
    </>
  )
}

/** Page content once the markets have loaded. */
function Trading({ market, markets }: { market: Market; markets: readonly Market[] }) {
  const [, navigate] = useLocation()
  const [wallet, setWallet] = useState<Wallet>(1)
  const [view, setView] = useState<View>('chart')
  const [search] = useSearchParams()
  // An address with `panel=ai` begins with AI trading.
  const [side, setSide] = useState<Side>(search.get('panel') === 'ai' ? 'ai' : 'ticket')
  const [ruleMarks, setRuleMarks] = useState(noMarks.fills)
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const trader = useTradingData(wallet)
  const visitor = useSession() === null
  const showReceipt = useCallback((id: number) => setReceiptOf(id), [])
  const [moving, setMoving] = useState(false)
  const transfer = useCallback(() => setMoving(true), [])
  return (
    <>
      <TradeLayout
        kind="contract"
        market={market}
        markets={markets}
        onPick={(symbol) => navigate(paths.contract({ symbol }))}
        facts={<Terms market={market} />}
        view={view}
        onView={setView}
        chart={
          <Chart
            {...{ market, markets, trader, ruleMarks }}
            isRuleShown={side === 'ai'}
            onReceipt={showReceipt}
          />
        }
        book={<Book market={market} trader={trader} />}
        side={
          <>
            <Entry
              {...{ market, markets, trader, wallet, transfer, showReceipt, onWallet: setWallet }}
              {...{ side, onSide: setSide, onMarks: setRuleMarks }}
            />
            <AccountPanel trader={trader} markets={markets} onTransfer={transfer} />
          </>
        }
        orders={
          <>
            <Orders {...{ markets, trader, wallet, receiptOf }} onReceipt={showReceipt} />
            {receiptOf !== null && !visitor && (
              <Suspense fallback={null}>
                <Receipt
                  key={receiptOf}
                  id={receiptOf}
                  markets={markets}
                  onClose={() => setReceiptOf(null)}
                />
              </Suspense>
            )}
          </>
        }
      />
      {moving && (
        <Suspense fallback={null}>
          <Transfer to={wallet === 1 ? 'contract' : 'contract2'} onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Contract page: chart, order book, ticket, account and orders of one market; with `type` ipo an issue of new coins. */
export default function Contract() {
  const [search] = useSearchParams()
  if (search.get('type') === 'ipo') return <IssueContract />
  return <TradeMarket>{(market, markets) => <Trading market={market} markets={markets} />}</TradeMarket>
}
