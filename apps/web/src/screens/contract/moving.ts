import { sideFromWire, sideToWire } from '@glasshouse/core/contracts/rules'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import type { MarketRow } from '@glasshouse/core/markets/wire'
import { formatPrice, price, type Usdt } from '@glasshouse/core/money/units'
import { termsOf } from './account.ts'
import { type TicketView, type TradingAccount, ticketView } from './ticket.ts'

/** Where a line of an order was let go on the chart. */
export type Dropped = { readonly part: 'price' | 'profit' | 'loss'; readonly price: string }

/** What is wanted of a waiting order: its new price and stops as they are typed. */
export type Wish = { readonly priceText: string; readonly profitText: string; readonly lossText: string }

/** A stop that is not set is an empty field. */
export const stopText = (set: string): string => (price(set) === 0n ? '' : set)

/** The order as it waits: what "as before" means. */
export const asBefore = (order: ContractOrderRow): Wish => ({
  priceText: order.openPrice,
  profitText: stopText(order.targetProfitPrice),
  lossText: stopText(order.stopLossPrice),
})

/** The holder once a waiting order is revoked: what was on hold for it is free again. */
export const released = (holder: TradingAccount, held: Usdt): TradingAccount => ({
  ...holder,
  account: {
    ...holder.account,
    hold: (holder.account.hold - held) as Usdt,
    available: (holder.account.available + held) as Usdt,
  },
})

export type MoveQuestion = {
  readonly order: ContractOrderRow
  readonly market: MarketRow
  readonly wish: Wish
  readonly best: Parameters<typeof ticketView>[0]['best']
  /** Who will hold it, with the old order already revoked. */
  readonly holder: TradingAccount | null
}

/** The order that would be placed instead: the same lots at the new price. */
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

/** Nothing would change. */
export const isSame = (order: ContractOrderRow, view: TicketView): boolean =>
  view.sentPrice === price(order.openPrice) &&
  (view.stops.profit.price ?? 0n) === price(order.targetProfitPrice) &&
  (view.stops.loss.price ?? 0n) === price(order.stopLossPrice)

/** The new order as the wire wants it; null while something is wrong with it. */
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
