import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { ChartPane, type ChartPaneProps } from '../../../components/chart/ChartPane.tsx'
import { lazyAfterChart } from '../../../components/chart/chartReady.ts'
import { noMarks } from '../../../components/chart/orderMarks.ts'
import { usePreferences } from '../../../components/chart/usePreferences.ts'
import type { OpenDialog } from '../../../components/contract/orders/OrderDialog.tsx'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { paths } from '../../../paths.ts'
import type { ContractPage } from './useContractPage.tsx'
import { useRulePreferences } from './useRulePreferences.ts'
import { useVisibleSince } from './useVisibleSince.ts'

const OrderDialog = lazy(async () => ({
  default: (await import('../../../components/contract/orders/OrderDialog.tsx')).OrderDialog,
}))
const RunBanner = lazyAfterChart(() => import('../ai/RunBanner.tsx'))
const LiveOrderMarks = lazyAfterChart(() => import('./LiveOrderMarks.tsx'))

const desktopPane = (props: ChartPaneProps): ReactNode => <ChartPane {...props} />

/** Chart with the user's order marks. A separate component, so that a tick re-renders only the chart. */
export function ContractChart({
  page,
  isRuleShown,
  kind,
  draft = null,
  pane = desktopPane,
}: {
  page: ContractPage
  /** AI trading is open. */
  isRuleShown: boolean
  /** Saved settings of this chart. */
  kind: 'contract' | 'phone'
  /** Draft whose limit price is a line of the chart. */
  draft?: Draft | null
  /** Chart of the site. */
  pane?: (props: ChartPaneProps) => ReactNode
}) {
  const { market, markets, trader, ruleMarks, onReceipt } = page
  const [preferences, change] = useRulePreferences(isRuleShown, ...usePreferences(kind))
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const [orderMarks, setOrderMarks] = useState(noMarks)
  const [sinceMs, onRange] = useVisibleSince(market.pid)
  const own = useMemo(
    () =>
      ruleMarks.length === 0 ? orderMarks : { ...orderMarks, fills: [...orderMarks.fills, ...ruleMarks] },
    [orderMarks, ruleMarks],
  )
  const onRevoke = (orderId: number): void => {
    const order = trader.pending?.find(({ id }) => id === orderId)
    if (order) setOpenDialog({ act: 'cancel', row: { order, market } })
  }
  return (
    <>
      {pane({
        market,
        preferences,
        change,
        own,
        onRevoke,
        onRange,
        larger: paths.kline({ symbol: market.symbol }),
      })}
      <Suspense fallback={null}>
        <LiveOrderMarks
          page={page}
          draft={draft}
          sinceMs={sinceMs}
          onMarks={setOrderMarks}
          onOpenDialog={setOpenDialog}
        />
        {trader.user?.activation === 'active' && <RunBanner pid={market.pid} />}
        {openDialog && (
          <OrderDialog
            dialog={openDialog}
            trader={trader}
            markets={markets}
            onDone={() => setOpenDialog(null)}
            onReceipt={onReceipt}
          />
        )}
      </Suspense>
    </>
  )
}
