import type { Market } from '@glasshouse/core/markets/codec'
import type { OptionOrder } from '@glasshouse/core/options/codec'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'wouter'
import { ChartPane, type ChartPaneProps } from '../../components/chart/ChartPane.tsx'
import { usePreferences } from '../../components/chart/usePreferences.ts'
import { useOptionData } from '../../components/option/useOptionData.ts'
import { useSession } from '../../data/useSession.ts'
import { paths } from '../../paths.ts'
import { useTickView } from './ticks/useTickView.ts'
import { selectedOption, useOptionMarks } from './useOptionMarks.ts'
import { useOptionNotifications } from './useOptionNotifications.ts'

const TickPane = lazy(() => import('./ticks/TickPane.tsx'))
const Receipt = lazy(() => import('../../components/receipt/option/OptionReceipt.tsx'))

/** State of the options page, which both layouts arrange. `onChart` brings the chart into view. */
export const useOptionPage = (market: Market, markets: readonly Market[], onChart: () => void) => {
  const [, navigate] = useLocation()
  const isVisitor = useSession() === null
  const [focus, setFocus] = useState<number | null>(null)
  const [receiptOf, setReceiptOf] = useState<number | null>(null)
  const trader = useOptionData()
  const onReceipt = useCallback((id: number) => setReceiptOf(id), [])
  const onPick = (symbol: string): void => navigate(paths.quotes({ symbol }))
  useOptionNotifications(onReceipt)
  const receipt: ReactNode = receiptOf !== null && !isVisitor && (
    <Suspense fallback={null}>
      <Receipt key={receiptOf} id={receiptOf} markets={markets} onClose={() => setReceiptOf(null)} />
    </Suspense>
  )
  return {
    market,
    markets,
    trader,
    /** Option that the chart emphasizes. */
    focus,
    /** Shows an option on the chart. */
    onFocus: (order: OptionOrder): void => {
      setFocus(order.id)
      onChart()
      if (order.pid !== market.pid) onPick(order.symbol)
    },
    /** Option whose receipt is open. */
    receiptOf,
    onReceipt,
    onPick,
    /** The open receipt. */
    receipt,
  }
}

export type OptionPage = ReturnType<typeof useOptionPage>

const desktopPane = (props: ChartPaneProps): ReactNode => <ChartPane {...props} lean />

/** Chart with the user's options. A separate component, so that a tick re-renders only the chart. */
export function OptionChart({
  page: { market, trader, focus },
  ahead,
  pane = desktopPane,
}: {
  page: OptionPage
  /** Empty pixels to the right of the newest candle, for open options. */
  ahead: number
  /** Chart of the site. */
  pane?: (props: ChartPaneProps) => ReactNode
}) {
  const [preferences, change] = usePreferences('options')
  const own = useOptionMarks(trader, market, focus)
  const running = selectedOption(trader.open, market, focus)
  const [isTicks, setTicks] = useTickView(market, running)
  if (isTicks)
    return (
      <Suspense fallback={null}>
        <TickPane
          market={market}
          own={own}
          running={running}
          onInterval={(interval) => {
            change({ interval })
            setTicks(false)
          }}
        />
      </Suspense>
    )
  const larger = paths.kline({ symbol: market.symbol })
  return pane({ market, preferences, change, own, ahead, larger, onTicks: () => setTicks(true) })
}
