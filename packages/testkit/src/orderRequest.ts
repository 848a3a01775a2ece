import {
  accountQueryToWire,
  type PlaceOrderCommand,
  placeOrderToWire,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { contractCalls } from '@glasshouse/core/contracts/wire'
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

/** Fields of a request for an order. */
export const orderRequest = ({ price: at, takeProfit, stopLoss, expiresMs, ...order }: OrderInput) => {
  const {
    target_profit_price: profit,
    stop_loss_price: loss,
    expiretime: expiry,
    terms: _,
    ...fields
  } = placeOrderToWire({
    ...{ wallet: 'contract', pid: 1, side: 'long', leverage: 10, lots: 1, isLimit: false, isStop: false },
    takeProfit: takeProfit === undefined ? null : price(takeProfit),
    stopLoss: stopLoss === undefined ? null : price(stopLoss),
    ...{ expiresMs: expiresMs ?? null, termsId: undefined },
    ...order,
    price: price(at),
  })
  return {
    ...fields,
    ...(profit === undefined ? {} : { target_profit_price: profit }),
    ...(loss === undefined ? {} : { stop_loss_price: loss }),
    ...(expiry === undefined ? {} : { expiretime: expiry }),
  }
}

/** What the command of an order gets of such a request. */
export const orderBody = (order: OrderInput) =>
  contractCalls['/api/contract/buyContract'].request.parse(orderRequest(order))

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
