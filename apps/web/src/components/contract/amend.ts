import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { OrderChange } from '@glasshouse/core/contracts/decide/order'
import type { Market } from '@glasshouse/core/markets/codec'
import { formatPrice, type Price, type Usdt } from '@glasshouse/core/money/units'
import { termsOf } from './account.ts'
import type { ExpiryChoice } from './ticket/expiry.ts'
import { type TicketView, type TradingAccount, ticketView } from './ticket/ticket.ts'
import type { StopUnit } from './ticket/units.ts'

/** Line of an order released at a price on the chart. */
export type DroppedLine = { readonly part: 'price' | 'profit' | 'loss'; readonly price: string }

/** Draft of a change: new price, lots and stops as typed, and the expiry as chosen. */
export type AmendDraft = {
  readonly priceText: string
  readonly lotsText: string
  readonly profitText: string
  readonly lossText: string
  readonly stopUnit: StopUnit
  readonly expiry: ExpiryChoice | 'keep'
}

/** Field text of a stop; empty if not set. */
export const stopText = (set: Price | null): string => (set === null ? '' : formatPrice(set))

/** Draft with the current values of the order. */
export const originalDraft = (order: ContractOrder): AmendDraft => ({
  priceText: formatPrice(order.openPrice),
  lotsText: String(order.lots),
  stopUnit: 'price',
  profitText: stopText(order.takeProfit),
  lossText: stopText(order.stopLoss),
  expiry: order.expiresMs === null ? 'none' : 'keep',
})

/** Account without an open order: its hold is available for the changed one. */
export const releasedAccount = (holder: TradingAccount, amount: Usdt): TradingAccount => ({
  ...holder,
  account: {
    ...holder.account,
    hold: (holder.account.hold - amount) as Usdt,
    available: (holder.account.available + amount) as Usdt,
  },
})

export type AmendInput = {
  readonly order: ContractOrder
  readonly market: Market
  readonly draft: AmendDraft
  readonly best: Parameters<typeof ticketView>[0]['best']
  /** Account of the changed order, without the hold of the old one. */
  readonly holder: TradingAccount | null
  /** The largest notional to which the order may be amended; null while unknown. */
  readonly maxNotional: Usdt | null
}

/** View of the changed order. */
export const amendView = ({ order, market, draft, best, holder, maxNotional }: AmendInput): TicketView =>
  ticketView({
    ...draft,
    side: order.side,
    mode: order.trigger === null ? 'fixed' : 'trigger',
    leverage: order.leverage,
    scale: market.scale,
    sizeText: draft.lotsText,
    unit: 'lots',
    terms: termsOf(market),
    best,
    holder,
    maxNotional,
  })

/** Whether the draft equals the order. */
export const isUnchanged = (order: ContractOrder, view: TicketView): boolean =>
  view.sentPrice === order.openPrice &&
  view.lots === order.lots &&
  view.stops.profit.price === order.takeProfit &&
  view.stops.loss.price === order.stopLoss

/** What of an order changes, without its expiry; null while the draft is invalid. */
export const amendment = (view: TicketView): OrderChange | null => {
  const { profit, loss, fine } = view.stops
  if (view.sentPrice === null || view.lots === null || !fine) return null
  return { price: view.sentPrice, lots: view.lots, takeProfit: profit.price, stopLoss: loss.price }
}
