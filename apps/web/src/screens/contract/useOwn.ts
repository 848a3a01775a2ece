import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { type Price, price } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../live/book.ts'
import { pointOf } from '../../parts/chart/bars.ts'
import { nothingOwn, type Own, type OwnFill, type OwnLine } from '../../parts/chart/own.ts'
import { useFigures } from '../../parts/figures.ts'
import { towards } from '../../parts/market/market.ts'
import { bestOf, lotOf } from './account.ts'
import { heldPosition, positionView } from './positions.ts'
import { expectedAt } from './stops.ts'
import type { Trader } from './useHolder.ts'
import { useLots } from './useLots.ts'

const on = (
  orders: readonly ContractOrderRow[] | undefined,
  market: MarketRow,
): readonly ContractOrderRow[] => orders?.filter((order) => order.pid === market.pid) ?? []

/** A line at a price; its tag is written by whoever draws it. */
const lineAt = (
  id: string,
  kind: OwnLine['kind'],
  at: Price,
  written: { readonly tag: string; readonly axis: string },
): OwnLine => ({ id, kind, value: pointOf(at), ...written })

/** Lines for the set stops of a position or a waiting order, with what each is to bring or cost. */
const useStopLines = (market: MarketRow) => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  return (order: ContractOrderRow): OwnLine[] =>
    (['profit', 'loss'] as const).flatMap((which) => {
      const at = price(which === 'profit' ? order.targetProfitPrice : order.stopLossPrice)
      const expected = at === 0n ? null : expectedAt(heldPosition(order, lotOf(market)), at, which)
      if (expected === null) return []
      const written = {
        tag: t(which === 'profit' ? 'chart.stopProfit' : 'chart.stopLoss', {
          n: figures.whole(order.number),
          profit: figures.amount(expected, 'floor', 2, 'always'),
        }),
        axis: figures.price(at, market.scale),
      }
      return [lineAt(`${which}-${order.id}`, 'stop', at, written)]
    })
}

/** Lines for the open positions with their floating profit, close-out price and stops. */
const usePositionLines = (orders: readonly ContractOrderRow[], market: MarketRow): readonly OwnLine[] => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  const stopLines = useStopLines(market)
  const best = bestOf(useBook(market.pid, market.procode).value)
  return orders.flatMap((order): OwnLine[] => {
    const view = positionView(order, lotOf(market), best)
    const openPrice = price(order.openPrice)
    const profit = figures.amount(view.profit, 'floor', 2, 'always')
    const position = lineAt(`position-${order.id}`, 'position', openPrice, {
      tag: t(order.type === 1 ? 'chart.long' : 'chart.short', { n: figures.whole(order.number), profit }),
      axis: figures.price(openPrice, market.scale),
    })
    if (view.closeOut === null) return [position, ...stopLines(order)]
    const closeOut = lineAt(`closeOut-${order.id}`, 'closeOut', view.closeOut, {
      tag: t('chart.closeOut', { lots: lotsOf(order.number), multiple: order.multiple }),
      axis: figures.price(view.closeOut, market.scale, towards(view.closeOut, view.now)),
    })
    return [position, closeOut, ...stopLines(order)]
  })
}

/** Lines for the orders that wait for their price; the cross on the tag asks to take one back. */
const usePendingLines = (orders: readonly ContractOrderRow[], market: MarketRow): readonly OwnLine[] => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const lotsOf = useLots()
  return orders.map((order) => {
    const fixed = price(order.openPrice)
    const written = {
      tag: t('chart.order', {
        side: t(order.type === 1 ? 'ticket.buyVerb' : 'ticket.sellVerb'),
        lots: lotsOf(order.number),
        multiple: order.multiple,
      }),
      axis: figures.price(fixed, market.scale),
    }
    return { ...lineAt(`order-${order.id}`, 'order', fixed, written), revokes: order.id }
  })
}

/** The trader's own lines and fills on the chart of a market. */
export const useOwn = (trader: Trader, market: MarketRow): Own => {
  const { t } = useTranslation('contract')
  const figures = useFigures()
  const orders = on(trader.open, market)
  const positionLines = usePositionLines(orders, market)
  const pendingLines = usePendingLines(on(trader.pending, market), market)
  const lines = [...positionLines, ...pendingLines]
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
  return useMemo(() => ({ ...nothingOwn, lines, fills }), [same])
}
