import type { Market } from '@glasshouse/core/markets/codec'
import { memo, useLayoutEffect } from 'react'
import type { OrderMarks } from '../../components/chart/orderMarks.ts'
import { useClosedTrades } from './ai/useAi.ts'
import type { WithdrawalRequest } from './orders/OrderDialog.tsx'
import { useOrderMarks } from './useOrderMarks.ts'
import { useOrderNotifications } from './useOrderNotifications.ts'
import type { TradingData } from './useTradingData.ts'

/** Passes order marks to the chart and shows toasts for order events. Renders nothing. */
export default memo(function Following({
  trader,
  market,
  markets,
  onOwn,
  onAsked,
  onReceipt,
}: {
  trader: TradingData
  market: Market
  markets: readonly Market[]
  onOwn: (marks: OrderMarks) => void
  onAsked: (dialog: WithdrawalRequest) => void
  onReceipt: (id: number) => void
}) {
  const orderMarks = useOrderMarks(trader, market, onAsked)
  useLayoutEffect(() => onOwn(orderMarks), [orderMarks, onOwn])
  useOrderNotifications(markets, onReceipt)
  useClosedTrades()
  return null
})
