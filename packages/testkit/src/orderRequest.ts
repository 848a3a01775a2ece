import {
  accountQueryToWire,
  type PlaceOrderCommand,
  placeOrderToWire,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { price, usdt } from '@glasshouse/core/money/units'
import { placeOptionToWire } from '@glasshouse/core/options/codec'

/** What a request asks for; the rest is one lot of BTCUSDT, long, 10×, at the market, from the first wallet. */
export type OrderInput = Partial<
  Omit<PlaceOrderCommand, 'price' | 'takeProfit' | 'stopLoss' | 'expiresMs' | 'termsId'>
> & {
  readonly price: string
  readonly stopLoss?: string
}

/** Fields of a request for an order. */
export const orderRequest = ({ price: at, stopLoss, ...order }: OrderInput) => {
  const {
    target_profit_price: _,
    stop_loss_price: stop,
    expiretime: __,
    terms: ___,
    ...fields
  } = placeOrderToWire({
    ...{ wallet: 'contract', pid: 1, side: 'long', leverage: 10, lots: 1, isLimit: false, isStop: false },
    ...{ takeProfit: null, stopLoss: stopLoss === undefined ? null : price(stopLoss) },
    ...{ expiresMs: null, termsId: undefined },
    ...order,
    price: price(at),
  })
  return stop === undefined ? fields : { ...fields, stop_loss_price: stop }
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
