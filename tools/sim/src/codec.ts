/**
 * The simulation's own reading and writing of the wire. It uses no codec of core, so that a mistake there does not
 * hide one of the server.
 */
import type { RequestOf } from '@glasshouse/core/calls'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { formatPrice, formatUsdt, type Price, parseDecimal, price, usdt } from '@glasshouse/core/money/units'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import type { ContractWalletName } from './model.ts'

/** A listed contract order with the fields that the model predicts. */
export type ListedOrder = {
  readonly id: number
  readonly symbol: string
  readonly sign: 1n | -1n
  readonly leverage: number
  readonly lots: number
  readonly price: bigint
  readonly isOpen: boolean
  readonly isCancelled: boolean
  readonly margin: bigint
  /** 0 when not set. */
  readonly loss: bigint
  readonly profit: bigint
  /** Closing orders as the model writes them. */
  readonly closings: string
  /** Trailing stop as the model writes it. */
  readonly trail: string
  /** 0 without an expiry. */
  readonly expires: number
  readonly trigger: 'rises' | 'falls' | null
  readonly closePrice: bigint
  readonly closeReason: string | null
  readonly result: bigint
}

const signedUnits = (text: string): bigint => (text.startsWith('-') ? -usdt(text.slice(1)) : usdt(text))

const trailOf = ({ trailing }: ContractOrderRow): string => {
  if (trailing === undefined) return ''
  const { distance, best } = trailing
  const isPercent = distance.endsWith('%')
  const by = isPercent ? parseDecimal(distance.slice(0, -1), 2) : price(distance)
  return `${by}${isPercent ? '%' : ''}>${price(best)}`
}

/** Parses a row of `/api/contract/myContractOrderList`. */
export const listedOrder = (row: ContractOrderRow): ListedOrder => ({
  id: row.id,
  symbol: row.procode,
  sign: row.type === 1 ? 1n : -1n,
  leverage: row.multiple,
  lots: row.number,
  price: price(row.openPrice),
  isOpen: row.status === 1,
  isCancelled: row.status === 4,
  margin: usdt(row.cautionMoney),
  loss: price(row.stopLossPrice),
  profit: price(row.targetProfitPrice),
  closings: (row.closing ?? []).map(({ originPrice, number }) => `${number}@${price(originPrice)}`).join(','),
  trail: trailOf(row),
  expires: row.expireTime ?? 0,
  trigger: row.trigger ?? null,
  closePrice: price(row.closePrice),
  closeReason: row.closeReason,
  result: signedUnits(row.factProfits),
})

/** A listed option with the fields that the model predicts. */
export type ListedOption = {
  readonly id: number
  readonly symbol: string
  readonly isCall: boolean
  readonly stake: bigint
  readonly entry: bigint
  readonly expiresMs: number
  readonly isVoid: boolean
  readonly exit: bigint
  readonly result: bigint
}

/** Parses a row of `/api/option/orderList`. */
export const listedOption = (row: OptionOrderRow): ListedOption => ({
  id: row.id,
  symbol: row.procode,
  isCall: row.ostyle === 0,
  stake: usdt(row.fee),
  entry: price(row.buyprice),
  expiresMs: row.selltime,
  isVoid: row.void,
  exit: price(row.sellprice),
  result: signedUnits(row.ploss),
})

/** Wire number of a contract wallet. */
const walletNumber = (wallet: ContractWalletName): 1 | 2 => (wallet === 'contract' ? 1 : 2)

/** Request for a page of the live orders of a wallet by id, or of those that ended, the newest first. */
export const ordersRequest = (
  wallet: ContractWalletName,
  which: 'live' | 'ended',
  pageNum: number,
  pageSize: number,
) => {
  const isLive = which === 'live'
  return {
    levertype: walletNumber(wallet),
    statusList: isLive ? '0,1,2' : '3,4',
    ...{ pageNum, pageSize, isAsc: isLive ? ('asc' as const) : ('desc' as const) },
    orderByColumn: isLive ? ('id' as const) : ('completeTime' as const),
  }
}

/** Request for a page of the open or settled options, the newest first. */
export const optionsRequest = (which: 'open' | 'settled', pageNum: number, pageSize: number) => ({
  ostaus: which === 'open' ? (0 as const) : (1 as const),
  ...{ pageNum, pageSize, orderByColumn: 'id' as const, isAsc: 'desc' as const },
})

/** Text of a stop; 0 when there is none. */
const written = (units: bigint | null): string => (units === null ? '0' : formatPrice(units as Price))

/** Request for a market order at the price seen, or for an order at a limit. */
export const orderRequest = (order: {
  readonly wallet: ContractWalletName
  readonly pid: number
  readonly sign: bigint
  readonly leverage: number
  readonly lots: number
  readonly price: bigint
  readonly isLimit: boolean
  readonly isStop: boolean
  readonly loss: bigint | null
  readonly profit: bigint | null
  readonly expires: number | null
}): RequestOf<'/api/contract/buyContract'> => ({
  levertype: walletNumber(order.wallet),
  multiple: order.leverage,
  originPrice: formatPrice(order.price as Price),
  pid: order.pid,
  number: order.lots,
  status: order.isStop ? 2 : order.isLimit ? 0 : 1,
  type: order.sign > 0n ? 1 : 2,
  stop_loss_price: written(order.loss),
  target_profit_price: written(order.profit),
  ...(order.expires === null ? {} : { expiretime: order.expires }),
})

/** Request for an option. */
export const optionRequest = (option: {
  readonly pid: number
  readonly isCall: boolean
  readonly seconds: number
  readonly stake: bigint
  readonly seen: bigint
}): RequestOf<'/api/option/placeOrder'> => ({
  pid: option.pid,
  ostyle: option.isCall ? 0 : 1,
  endprofit: option.seconds,
  fee: formatUsdt(option.stake),
  buyprice: formatPrice(option.seen as Price),
})
