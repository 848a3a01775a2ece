import type { MarketRow } from '@glasshouse/core/markets/wire'
import { memo, useLayoutEffect } from 'react'
import type { Own } from '../../components/chart/orderMarks.ts'
import type { Asked } from './orders/OrderDialog.tsx'
import { useOrderNews } from './useOrderNews.ts'
import { useOwn } from './useOwn.ts'
import type { Trader } from './useTrader.ts'

/** Follows the trader's orders: hands the chart their lines and tells what happened to them. Shows nothing itself. */
export default memo(function Following({
  trader,
  market,
  markets,
  onOwn,
  onAsked,
  onReceipt,
}: {
  trader: Trader
  market: MarketRow
  markets: readonly MarketRow[]
  onOwn: (own: Own) => void
  onAsked: (asked: Asked) => void
  onReceipt: (id: number) => void
}) {
  const own = useOwn(trader, market, onAsked)
  useLayoutEffect(() => onOwn(own), [own, onOwn])
  useOrderNews(markets, onReceipt)
  return null
})
