/** Wire forms of options. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatPrice, formatUsdt, type Price, price, type Usdt, usdt } from '../money/units.ts'
import { pageToWire } from '../wire/codec.ts'
import type { OptionResult, OptionType } from './rules.ts'
import type { OptionOrderRow } from './wire.ts'

/** Option type of a wire number. */
export const optionTypeFromWire = (ostyle: 0 | 1): OptionType => (ostyle === 0 ? 'call' : 'put')

/** Wire number of a type: 0 call, 1 put. */
export const optionTypeToWire = (type: OptionType): 0 | 1 => (type === 'call' ? 0 : 1)

/**
 * Wire number of an outcome: 1 win, 2 loss, 3 draw or void.
 *
 * @example outcomeToWire('void') // 3
 */
export const outcomeToWire = (outcome: OptionResult['outcome']): 1 | 2 | 3 => {
  if (outcome === 'win') return 1
  return outcome === 'loss' ? 2 : 3
}

/** An option of a customer as a page shows it. */
export type OptionOrder = {
  readonly id: number
  readonly pid: number
  readonly symbol: string
  readonly type: OptionType
  readonly stake: Usdt
  /** Profit of a win in percent of the stake. */
  readonly payoutPercent: number
  readonly entryPrice: Price
  /** The price that settled it; null while open and of a void option. */
  readonly exitPrice: Price | null
  readonly openedMs: number
  readonly expiresMs: number
  /** Null while open. */
  readonly outcome: OptionResult['outcome'] | null
  /** Profit of a win, minus the stake of a loss; 0 otherwise and while open. */
  readonly pnl: Usdt
}

/** A price of the wire that is 0 when there is none. */
const priceOrNone = (text: string): Price | null => {
  const units = price(text)
  return units === 0n ? null : units
}

const outcomeFromWire = ({
  isWin,
  void: isVoid,
}: Pick<OptionOrderRow, 'isWin' | 'void'>): OptionOrder['outcome'] => {
  if (isWin === null) return null
  if (isWin === 3) return isVoid ? 'void' : 'draw'
  return isWin === 1 ? 'win' : 'loss'
}

/**
 * Parses an option that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const optionOrderFromWire = (row: OptionOrderRow): OptionOrder => ({
  id: row.id,
  pid: row.pid,
  symbol: row.procode,
  type: optionTypeFromWire(row.ostyle),
  stake: usdt(row.fee),
  payoutPercent: Number.parseInt(row.scale, 10),
  entryPrice: price(row.buyprice),
  exitPrice: priceOrNone(row.sellprice),
  openedMs: row.buytime,
  expiresMs: row.selltime,
  outcome: outcomeFromWire(row),
  pnl: usdt(row.ploss),
})

/** Formats an option for the wire; `title` is the name of its market. */
export const optionOrderToWire = (order: OptionOrder, title: string): OptionOrderRow => ({
  id: order.id,
  pid: order.pid,
  procode: order.symbol,
  ptitle: title,
  ostyle: optionTypeToWire(order.type),
  fee: formatUsdt(order.stake),
  scale: String(order.payoutPercent),
  buyprice: formatPrice(order.entryPrice),
  sellprice: order.exitPrice === null ? '0' : formatPrice(order.exitPrice),
  buytime: order.openedMs,
  selltime: order.expiresMs,
  ostaus: order.outcome === null ? 0 : 1,
  isWin: order.outcome === null ? null : outcomeToWire(order.outcome),
  void: order.outcome === 'void',
  ploss: formatUsdt(order.pnl),
  aioperate: 0,
})

type ReceiptEntry = DataOf<'/api/option/receipt'>['entry']

/** How an option was accepted; ticks stay in the form of the wire, because they are evidence. */
export type OptionEntryEvent = {
  readonly tick: ReceiptEntry['tick']
  readonly atMs: number
  readonly transactionId: number
  /** The API key that placed it; null where none did. */
  readonly apiKeyId: number | null
  /** Of an option that waited for the first trade after it: when it was accepted, and the tick in force then. */
  readonly accepted: Pick<ReceiptEntry, 'acceptedTime' | 'accepted'> | null
}

/** Formats the entry of an option for its receipt. */
export const optionEntryToWire = (entry: OptionEntryEvent): ReceiptEntry => ({
  tick: entry.tick,
  time: entry.atMs,
  transactionId: entry.transactionId,
  ...(entry.apiKeyId === null ? {} : { apikey: entry.apiKeyId }),
  ...entry.accepted,
})

/** Parses a list of options. */
export const optionOrdersFromWire = (rows: readonly OptionOrderRow[]): readonly OptionOrder[] =>
  rows.map(optionOrderFromWire)

/** A new option of a customer. */
export type PlaceOptionCommand = {
  readonly pid: number
  readonly type: OptionType
  /** Seconds to the expiry, one of the product's. */
  readonly seconds: number
  readonly stake: Usdt
  /** The price that the customer saw. */
  readonly seenPrice: Price
  /** The terms that the customer saw; undefined if any are accepted. */
  readonly termsId: string | undefined
}

/** Formats a new option for `/api/option/placeOrder`. */
export const placeOptionToWire = (command: PlaceOptionCommand): RequestOf<'/api/option/placeOrder'> => ({
  pid: command.pid,
  ostyle: optionTypeToWire(command.type),
  endprofit: command.seconds,
  fee: formatUsdt(command.stake),
  buyprice: formatPrice(command.seenPrice),
  terms: command.termsId,
})

/** Parses the request of `/api/option/placeOrder`. */
export const placeOptionFromWire = (body: BodyOf<'/api/option/placeOrder'>): PlaceOptionCommand => ({
  pid: body.pid,
  type: optionTypeFromWire(body.ostyle),
  seconds: body.endprofit,
  stake: body.fee,
  seenPrice: body.buyprice,
  termsId: body.terms,
})

/** States of an option by wire number. */
const optionStates = ['open', 'settled'] as const
export type OptionState = (typeof optionStates)[number]

const orderColumns = { buytime: 'placed', selltime: 'expiry', id: 'id' } as const

/** One page of the options of a customer. */
export type OptionsQuery = {
  readonly uid: number
  /** Null for both. */
  readonly state: OptionState | null
  readonly orderBy: (typeof orderColumns)[keyof typeof orderColumns]
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/** Parses the request of `/api/option/orderList`. */
export const optionsQueryFromWire = (uid: number, body: BodyOf<'/api/option/orderList'>): OptionsQuery => ({
  uid,
  state: body.ostaus === undefined ? null : optionStates[body.ostaus],
  orderBy: orderColumns[body.orderByColumn],
  direction: body.isAsc,
  page: body.pageNum,
  pageSize: body.pageSize,
})

const wireColumns = { placed: 'buytime', expiry: 'selltime', id: 'id' } as const

/** Asks for one page of the own options in a state, the newest first; pages count from 1. */
export const optionsQueryToWire = ({
  state,
  orderBy,
  page,
  pageSize,
}: Pick<OptionsQuery, 'state' | 'orderBy' | 'page' | 'pageSize'>): RequestOf<'/api/option/orderList'> => ({
  ...(state === null ? {} : { ostaus: state === 'open' ? 0 : 1 }),
  orderByColumn: wireColumns[orderBy],
  ...pageToWire(page, pageSize),
})
