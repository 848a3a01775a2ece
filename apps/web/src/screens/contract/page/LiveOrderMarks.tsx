import { useLayoutEffect } from 'react'
import type { OrderMarks } from '../../../components/chart/orderMarks.ts'
import type { OpenDialog } from '../../../components/contract/orders/OrderDialog.tsx'
import type { Draft } from '../../../components/contract/ticket/draft.ts'
import { useClosedTrades } from '../ai/useAi.ts'
import { useOrderMarks } from '../useOrderMarks.ts'
import { useOrderNotifications } from '../useOrderNotifications.ts'
import type { ContractPage } from './useContractPage.tsx'
import { useDraftOrderLine } from './useDraftOrderLine.ts'

/** Passes order marks to the chart and shows toasts for order events. Renders nothing. */
export default function LiveOrderMarks({
  page: { trader, market, markets, onReceipt },
  draft,
  sinceMs,
  onMarks,
  onOpenDialog,
}: {
  page: ContractPage
  draft: Draft | null
  /** Begin of what the chart shows. */
  sinceMs: number
  onMarks: (marks: OrderMarks) => void
  onOpenDialog: (dialog: OpenDialog) => void
}) {
  const marks = useDraftOrderLine(useOrderMarks(trader, market, sinceMs, onOpenDialog), draft, market)
  useLayoutEffect(() => onMarks(marks), [marks, onMarks])
  useOrderNotifications(markets, onReceipt)
  useClosedTrades()
  return null
}
