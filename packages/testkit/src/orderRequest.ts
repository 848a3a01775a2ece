import { accountQueryToWire, type ListOrdersQuery } from '@glasshouse/core/contracts/codec'
import { type PlaceOrderCommand, placeOrderToWire } from '@glasshouse/core/contracts/commands/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { price, usdt } from '@glasshouse/core/money/units'
import { placeOptionToWire } from '@glasshouse/core/options/codec'

/** What a request asks for; the rest is one lot of BTCUSDT, long, 10×, at the market, from the first wallet. */
export type OrderInput = Partial<
  Omit<PlaceOrderCommand, 'price' | 'takeProfit' | 'stopLoss' | 'expiresMs' | 'termsId'>
> & {
  readonly price: string
  readonly takeProfit?: string
  readonly stopLoss?: string
  readonly expiresMs?: number
}

/** What an order has unless a test says otherwise: the first contract wallet, no stops, no expiry, any terms. */
export const plainOrder = {
  ...{ wallet: 'contract', takeProfit: null, stopLoss: null, expiresMs: null, termsId: undefined },
} as const satisfies Partial<PlaceOrderCommand>

/** The first hundred orders of the first contract wallet, whatever became of them, the oldest first. */
export const firstOrders = {
  ...{ wallet: 'contract', states: null, pid: null },
  ...{ orderBy: 'id', direction: 'asc', page: 1, pageSize: 100 },
} as const satisfies ListOrdersQuery

/** The command of an order. */
export const orderCommand = ({
  price: at,
  takeProfit,
  stopLoss,
  ...order
}: OrderInput): PlaceOrderCommand => ({
  ...{ ...plainOrder, pid: 1, side: 'long', leverage: 10, lots: 1, kind: 'market' },
  ...order,
  price: price(at),
  takeProfit: takeProfit === undefined ? null : price(takeProfit),
  stopLoss: stopLoss === undefined ? null : price(stopLoss),
})

/** Fields of a request for an order. */
export const orderRequest = (order: OrderInput) => {
  const {
    target_profit_price: profit,
    stop_loss_price: loss,
    expiretime: expiry,
    terms: _,
    ...fields
  } = placeOrderToWire(orderCommand(order))
  return {
    ...fields,
    ...(profit === undefined ? {} : { target_profit_price: profit }),
    ...(loss === undefined ? {} : { stop_loss_price: loss }),
    ...(expiry === undefined ? {} : { expiretime: expiry }),
  }
}

/** Fields of a request for a call with a stake of 10. */
export const optionRequest = (option: {
  readonly pid: number
  readonly seconds: number
  readonly seenPrice: string
}) => {
  const { terms: _, ...fields } = placeOptionToWire({
    ...{ pid: option.pid, seconds: option.seconds, seenPrice: price(option.seenPrice) },
    ...{ type: 'call', stake: usdt('10'), termsId: undefined },
  })
  return fields
}

/** Fields of a request for the newest fifty orders of a contract wallet. */
export const walletRequest = (wallet: ContractWallet) => ({ ...accountQueryToWire(wallet), pageSize: 50 })
