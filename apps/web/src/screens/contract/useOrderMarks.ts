import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import { margin, quantityOf, tradingFee, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import { type Price, price } from '@glasshouse/core/money/units'
import { useMemo } from 'react'
import { priceToPoint } from '../../components/chart/bars.ts'
import {
  type LineLabel,
  noMarks,
  type OrderLine,
  type OrderMarks,
} from '../../components/chart/orderMarks.ts'
import { bestOf } from '../../components/contract/account.ts'
import type { OpenDialog } from '../../components/contract/orders/OrderDialog.tsx'
import { positionView, toOpenPosition } from '../../components/contract/positions.ts'
import type { TradingData } from '../../components/contract/tradingData.ts'
import { trailingView } from '../../components/contract/trailing.ts'
import { useFormatters } from '../../components/formatters.ts'
import { roundTowardsMarket } from '../../components/market/market.ts'
import { useLots } from '../../components/market/orderLabels.ts'
import { useBook } from '../../data/book.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFills } from './useFills.ts'

const on = (orders: readonly ContractOrder[] | undefined, market: Market): readonly ContractOrder[] =>
  orders?.filter((order) => order.pid === market.pid) ?? []

/** Line at a price with the given labels. */
const lineAt = (id: string, kind: OrderLine['kind'], at: Price, written: LineLabel): OrderLine => ({
  id,
  kind,
  value: priceToPoint(at),
  ...written,
})

/** Called to open the dialog of an order action. */
type OnOpenDialog = (dialog: OpenDialog) => void

/** Lines of the stops of a position with their expected profit or loss; dragging opens the dialog to change one. */
const useStopLines = (market: Market, onOpenDialog: OnOpenDialog) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (order: ContractOrder): OrderLine[] =>
    (['profit', 'loss'] as const).flatMap((part) => {
      const set = part === 'profit' ? order.takeProfit : order.stopLoss
      if (set === null) return []
      const written = (at: Price): LineLabel => {
        const expected = unrealizedPnl(toOpenPosition(order, market.lot), at)
        const wrong = part === 'profit' ? expected <= 0n : expected >= 0n
        const profit = wrong ? t('tpSl.wrongSide') : figures.amount(expected, 'floor', 2, 'always')
        return {
          tag: t(part === 'profit' ? 'chart.takeProfit' : 'chart.stopLoss', {
            n: figures.whole(order.lots),
            profit,
          }),
          axis: figures.price(at, market.scale),
          wrong,
        }
      }
      const drag = {
        at: (text: string) => written(price(text)),
        dropped: (text: string) =>
          onOpenDialog({ act: 'tpSl', row: { order, market }, dropped: { part, price: text } }),
      }
      const kind = part === 'profit' ? 'takeProfit' : 'stopLoss'
      return [{ ...lineAt(`${part}-${order.id}`, kind, set, written(set)), drag }]
    })
}

/** Line at the trigger price of the trailing stop of a position now, with the profit or loss there. */
const useTrailingLine = (market: Market) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (order: ContractOrder, now: Price): OrderLine[] => {
    const followed = trailingView(order, now)
    if (followed === null) return []
    const { trigger } = followed
    const profit = figures.amount(
      unrealizedPnl(toOpenPosition(order, market.lot), trigger),
      'floor',
      2,
      'always',
    )
    return [
      lineAt(`trailing-${order.id}`, 'trailingStop', trigger, {
        tag: t('chart.trailingStop', { n: figures.whole(order.lots), profit }),
        axis: figures.price(trigger, market.scale, roundTowardsMarket(trigger, now)),
      }),
    ]
  }
}

/** Lines of the closing orders of a position with their expected profit or loss. */
const useClosingLines = (market: Market) => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  return (order: ContractOrder): OrderLine[] =>
    order.closingOrders.map(({ price: at, lots }) => {
      const position = {
        side: order.side,
        openPrice: order.openPrice,
        quantity: quantityOf(lots, market.lot),
      }
      const profit = figures.amount(unrealizedPnl(position, at), 'floor', 2, 'always')
      return lineAt(`closing-${order.id}-${at}`, 'closingOrder', at, {
        tag: t('chart.closingOrder', { n: figures.whole(lots), profit }),
        axis: figures.price(at, market.scale),
      })
    })
}

/** Lines of open positions with unrealized PnL, liquidation price and stops. */
const usePositionLines = (
  orders: readonly ContractOrder[],
  market: Market,
  onOpenDialog: OnOpenDialog,
): readonly OrderLine[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  const stopsOf = useStopLines(market, onOpenDialog)
  const closingsOf = useClosingLines(market)
  const trailingOf = useTrailingLine(market)
  const stopLines = (order: ContractOrder, now: Price) => [
    ...stopsOf(order),
    ...trailingOf(order, now),
    ...closingsOf(order),
  ]
  const best = bestOf(useBook(market.pid, market.symbol).value)
  return orders.flatMap((order): OrderLine[] => {
    const view = positionView(order, market.lot, best)
    const { openPrice } = order
    const profit = figures.amount(view.profit, 'floor', 2, 'always')
    const position = lineAt(`position-${order.id}`, 'position', openPrice, {
      tag: t(order.side === 'long' ? 'chart.long' : 'chart.short', { n: figures.whole(order.lots), profit }),
      axis: figures.price(openPrice, market.scale),
    })
    if (view.liquidationPrice === null) return [position, ...stopLines(order, view.now)]
    const liquidationLine = lineAt(`liquidation-${order.id}`, 'liquidation', view.liquidationPrice, {
      tag: t('chart.liquidation', { lots: lotsOf(order.lots), multiple: order.leverage }),
      axis: figures.price(
        view.liquidationPrice,
        market.scale,
        roundTowardsMarket(view.liquidationPrice, view.now),
      ),
    })
    return [position, liquidationLine, ...stopLines(order, view.now)]
  })
}

/** Lines of open orders; the tag cancels, dragging changes the price. */
const usePendingLines = (
  orders: readonly ContractOrder[],
  market: Market,
  onOpenDialog: OnOpenDialog,
): readonly OrderLine[] => {
  const { t } = useTranslation('contract')
  const figures = useFormatters()
  const lotsOf = useLots()
  return orders.map((order) => {
    const fixed = order.openPrice
    const row = { order, market }
    const label = {
      side: t(order.side === 'long' ? 'ticket.buyVerb' : 'ticket.sellVerb'),
      lots: lotsOf(order.lots),
      multiple: order.leverage,
    }
    const written = {
      tag: t(order.trigger === null ? 'chart.order' : 'chart.trigger', label),
      axis: figures.price(fixed, market.scale),
    }
    const drag = {
      at: (text: string): LineLabel => {
        const at = price(text)
        const quantity = quantityOf(order.lots, market.lot)
        const onHold = margin(quantity, at, order.leverage) + tradingFee(quantity, at, market.feeRatePpm)
        return {
          tag: t('chart.moving', { ...label, held: figures.amount(onHold, 'ceil', 2) }),
          axis: figures.price(at, market.scale),
        }
      },
      dropped: (text: string) => onOpenDialog({ act: 'amend', row, dropped: { part: 'price', price: text } }),
    }
    return { ...lineAt(`order-${order.id}`, 'order', fixed, written), revokes: order.id, drag }
  })
}

/** The user's lines on the chart of a market, and the fills back to an instant. */
export const useOrderMarks = (
  trader: TradingData,
  market: Market,
  sinceMs: number,
  onOpenDialog: OnOpenDialog,
): OrderMarks => {
  const positionLines = usePositionLines(on(trader.open, market), market, onOpenDialog)
  const pendingLines = usePendingLines(on(trader.pending, market), market, onOpenDialog)
  const lines = [...positionLines, ...pendingLines]
  const fills = useFills(trader, market, sinceMs)
  const same = JSON.stringify([lines, fills])
  // biome-ignore lint/correctness/useExhaustiveDependencies: redraw only if the content changed
  return useMemo(() => ({ ...noMarks, lines, fills }), [same])
}
