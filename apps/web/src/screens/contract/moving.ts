import { sideFromWire, sideToWire } from '@glasshouse/core/contracts/rules'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice, price, type Usdt } from '@glasshouse/core/money/units'
import { termsOf } from './account.ts'
import { type TicketView, type TradingAccount, ticketView } from './ticket.ts'

/** Line of an order released at a price on the chart. */
export type Dropped = { readonly part: 'price' | 'profit' | 'loss'; readonly price: string }

/** Draft of a change: new price and stops as typed. */
export type Wish = { readonly priceText: string; readonly profitText: string; readonly lossText: string }

/** Field text of a stop; empty if not set. */
export const stopText = (set: string): string => (price(set) === 0n ? '' : set)

/** Draft with the current values of the order. */
export const asBefore = (order: ContractOrderRow): Wish => ({
  priceText: order.openPrice,
  profitText: stopText(order.targetProfitPrice),
  lossText: stopText(order.stopLossPrice),
})

/** Account after the cancellation of an open order: its hold is available again. */
export const released = (holder: TradingAccount, amount: Usdt): TradingAccount => ({
  ...holder,
  account: {
    ...holder.account,
    hold: (holder.account.hold - amount) as Usdt,
    available: (holder.account.available + amount) as Usdt,
  },
})

export type MoveQuestion = {
  readonly order: ContractOrderRow
  readonly market: Market
  readonly wish: Wish
  readonly best: Parameters<typeof ticketView>[0]['best']
  /** Account of the new order, with the old order already cancelled. */
  readonly holder: TradingAccount | null
}

/** View of the replacement order: the same lots at the new price. */
export const moveView = ({ order, market, wish, best, holder }: MoveQuestion): TicketView =>
  ticketView({
    ...wish,
    direction: sideFromWire(order.type),
    mode: 'fixed',
    leverage: order.multiple,
    scale: market.scale,
    lotsText: String(order.number),
    terms: termsOf(market),
    best,
    holder,
  })

/** Whether the draft equals the order. */
export const isSame = (order: ContractOrderRow, view: TicketView): boolean =>
  view.sentPrice === price(order.openPrice) &&
  (view.stops.profit.price ?? 0n) === price(order.targetProfitPrice) &&
  (view.stops.loss.price ?? 0n) === price(order.stopLossPrice)

/** Request for the replacement order; null while the draft is invalid. */
export const placedAnew = (order: ContractOrderRow, view: TicketView, wallet: 1 | 2) => {
  const { profit, loss } = view.stops
  if (view.sentPrice === null || !view.stops.fine) return null
  return {
    levertype: wallet,
    multiple: order.multiple,
    originPrice: formatPrice(view.sentPrice),
    pid: order.pid,
    number: order.number,
    status: 0 as const,
    type: sideToWire(sideFromWire(order.type)),
    target_profit_price: profit.price === null ? undefined : formatPrice(profit.price),
    stop_loss_price: loss.price === null ? undefined : formatPrice(loss.price),
  }
}
