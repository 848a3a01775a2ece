import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { price } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../live/book.ts'
import { useFigures } from '../../parts/figures.ts'
import { bestOf, lotOf } from './account.ts'
import { pointOf } from './chart/bars.ts'
import type { Own, OwnFill, OwnLine } from './chart/own.ts'
import { towards } from './market.ts'
import { positionView } from './positions.ts'
import type { Trader } from './useHolder.ts'
import { useLots } from './useLots.ts'

/** Open positions on one market as the chart shows them, still without a profit. */
const ordersOn = (trader: Trader, pid: number): readonly ContractOrderRow[] =>
  trader.open?.filter((order) => order.pid === pid) ?? []

/** Lines for the open positions with their floating profit and close-out price. */
const useLines = (orders: readonly ContractOrderRow[], market: MarketRow): readonly OwnLine[] => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const best = bestOf(useBook(market.pid, market.procode).value)
  const axis = (units: bigint): string => figures.price(units, market.scale)
  return orders.flatMap((order): OwnLine[] => {
    const view = positionView(order, lotOf(market), best)
    const openPrice = price(order.openPrice)
    const profit = figures.amount(view.profit, 'floor', 2, 'always')
    const position: OwnLine = {
      id: `position-${order.id}`,
      kind: 'position',
      value: pointOf(openPrice),
      tag: t(order.type === 1 ? 'chart.long' : 'chart.short', { n: figures.whole(order.number), profit }),
      axis: axis(openPrice),
    }
    if (view.closeOut === null) return [position]
    return [
      position,
      {
        id: `closeOut-${order.id}`,
        kind: 'closeOut',
        value: pointOf(view.closeOut),
        tag: t('chart.closeOut', { lots: lotsOf(order.number), multiple: order.multiple }),
        axis: figures.price(view.closeOut, market.scale, towards(view.closeOut, view.now)),
      },
    ]
  })
}

/** The trader's own lines and fills on the chart of a market. */
export const useOwn = (trader: Trader, market: MarketRow): Own => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const orders = ordersOn(trader, market.pid)
  const lines = useLines(orders, market)
  const fills = orders.map(
    (order): OwnFill => ({
      id: `fill-${order.id}`,
      value: pointOf(price(order.openPrice)),
      time: order.transactionTime ?? order.createtime,
      bought: order.type === 1,
      text: t(order.type === 1 ? 'chart.bought' : 'chart.sold', { n: figures.whole(order.number) }),
    }),
  )
  const same = JSON.stringify([lines, fills])
  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn only when what is written on it changed
  return useMemo(() => ({ lines, fills }), [same])
}
