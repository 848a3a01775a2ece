import type { ContractOrder } from '@glasshouse/core/contracts/codec'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { Market } from '@glasshouse/core/markets/codec'
import type { Usdt } from '@glasshouse/core/money/units'
import { termsOf } from './account.ts'
import type { CloseView } from './positions.ts'
import { type TicketInput, type TicketView, ticketView } from './ticket/ticket.ts'
import type { TradingData } from './tradingData.ts'

/** The other side of a position. */
export const oppositeSide = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long')

/** Data of the customer as it will be after a whole position has closed. */
export const tradingDataAfter = (
  trader: TradingData,
  order: ContractOrder,
  close: CloseView,
): TradingData => {
  const { account, user, open } = trader
  if (!account.data || !user || !open) return trader
  const changed = (amount: Usdt, by: bigint): Usdt => (amount + by) as Usdt
  return {
    ...trader,
    user: {
      ...user,
      wallets: { ...user.wallets, bonus: changed(user.wallets.bonus, -close.feeFromBonus) },
    },
    account: {
      ...account,
      data: {
        ...account.data,
        // What comes back and is no margin is the result after fees, with the part of the insurance fund.
        balance: changed(account.data.balance, close.back - close.margin),
        margin: changed(account.data.margin, -close.margin),
        profit: changed(account.data.profit, -close.profit),
      },
    },
    open: open.filter(({ id }) => id !== order.id),
    openTotal: trader.openTotal === undefined ? undefined : trader.openTotal - 1,
  }
}

/** The opposite order at the market: the same lots and leverage, without stops. */
export const reverseView = (
  order: ContractOrder,
  market: Market,
  { best, holder }: Pick<TicketInput, 'best' | 'holder'>,
): TicketView =>
  ticketView({
    side: oppositeSide(order.side),
    mode: 'market',
    leverage: order.leverage,
    priceText: '',
    profitText: '',
    lossText: '',
    stopUnit: 'price',
    sizeText: String(order.lots),
    unit: 'lots',
    scale: market.scale,
    terms: termsOf(market),
    best,
    holder,
    // The closed position frees a part of the caps; the server knows how much.
    maxNotional: null,
  })
