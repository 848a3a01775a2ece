/** Wire forms of contracts. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { feeRateOf, feeRateText } from '../markets/feeRate.ts'
import { formatPrice, formatUsdt, type Price, price, type Usdt, usdt } from '../money/units.ts'
import type { ContractWallet } from './contractWallet.ts'
import type { ClosingOrder } from './order.ts'
import { type PositionSide, sideFromWire, sideToWire } from './rules.ts'
import { formatTrailing, parseTrailing, type TrailingDistance, trailingTrigger } from './trailingStop.ts'
import type { ContractOrderRow } from './wire.ts'

/** Wire number of a contract wallet: 1 or 2. */
export const walletToWire = (wallet: ContractWallet): 1 | 2 => (wallet === 'contract' ? 1 : 2)

/** Contract wallet of a wire number. */
export const walletFromWire = (levertype: 1 | 2): ContractWallet =>
  levertype === 1 ? 'contract' : 'contract2'

/** States of an order by wire number: a resting one waits for its price. */
export const orderStates = ['resting', 'open', 'closing', 'closed', 'cancelled'] as const
export type OrderState = (typeof orderStates)[number]

/** Wire number of a state. */
export const stateToWire = (state: OrderState): ContractOrderRow['status'] =>
  orderStates.indexOf(state) as ContractOrderRow['status']

/**
 * Lists states for the field `statusList`.
 *
 * @example statesToWire(['open', 'closing']) // '1,2'
 */
export const statesToWire = (states: readonly OrderState[]): string =>
  states.map((state) => orderStates.indexOf(state)).join(',')

const closeReasonNames = {
  user: 'user',
  profit: 'takeProfit',
  loss: 'stopLoss',
  limit: 'closingOrder',
  trailing: 'trailingStop',
  liquidation: 'liquidation',
  ai: 'ai',
  copy: 'copy',
  dealing: 'dealing',
} as const satisfies Record<NonNullable<ContractOrderRow['closeReason']>, string>

/** Close reason of a wire word. */
export const closeReasonFromWire = (reason: keyof typeof closeReasonNames): CloseReason =>
  closeReasonNames[reason]

/** Why a position closed. */
export type CloseReason = (typeof closeReasonNames)[keyof typeof closeReasonNames]

/** A trailing stop with the best closing price since it was set, as far as it is known. */
export type ShownTrailing = { readonly distance: TrailingDistance; readonly best: Price }

/** An order of a customer as a page shows it; a position once it is open. */
export type ContractOrder = {
  readonly id: number
  /** Of a closed part: the order that keeps the remaining lots. */
  readonly parentId: number | null
  readonly pid: number
  readonly symbol: string
  readonly side: PositionSide
  readonly state: OrderState
  readonly leverage: number
  readonly lots: number
  /** Fill price; of a resting order its limit price. */
  readonly openPrice: Price
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** Of a position: lots that close at prices, the nearest to the market first. */
  readonly closingOrders: readonly ClosingOrder[]
  /** Of a position with a trailing stop: how far it follows, and from which best price; null without one. */
  readonly trailing: ShownTrailing | null
  /** The price at which it would close now. */
  readonly currentPrice: Price
  readonly closePrice: Price | null
  readonly margin: Usdt
  /** Profit or loss before fees; unrealized while open. */
  readonly pnl: Usdt
  /** Fees charged so far. */
  readonly fees: Usdt
  readonly feeRatePpm: number
  /** The part of the fee that bonus credit paid, in the answer of the command that charged it; otherwise 0. */
  readonly feeFromBonus: Usdt
  readonly liquidationPrice: Price | null
  readonly closeReason: CloseReason | null
  readonly createdMs: number
  readonly openedMs: number | null
  readonly closedMs: number | null
  readonly cancelledMs: number | null
  /** Of a stop order that rests or was cancelled: how the market gets to its trigger price, which is `openPrice`. */
  readonly trigger: 'rises' | 'falls' | null
  /** From then on a resting order does not fill; null where it has no expiry. */
  readonly expiresMs: number | null
}

/** A price of the wire that is 0 when there is none. */
const priceOrNone = (text: string): Price | null => {
  const units = price(text)
  return units === 0n ? null : units
}

/**
 * Parses an order that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const contractOrderFromWire = (row: ContractOrderRow): ContractOrder => ({
  id: row.id,
  parentId: row.parentid,
  pid: row.pid,
  symbol: row.procode,
  side: sideFromWire(row.type),
  state: orderStates[row.status],
  leverage: row.multiple,
  lots: row.number,
  openPrice: price(row.openPrice),
  takeProfit: priceOrNone(row.targetProfitPrice),
  stopLoss: priceOrNone(row.stopLossPrice),
  closingOrders: (row.closing ?? []).map(({ originPrice, number }) => ({
    price: price(originPrice),
    lots: number,
  })),
  trailing: trailingFromWire(row.trailing),
  currentPrice: price(row.newPrice),
  closePrice: priceOrNone(row.closePrice),
  margin: usdt(row.cautionMoney),
  pnl: usdt(row.factProfits),
  fees: usdt(row.tradeFee),
  feeRatePpm: feeRateOf(row.feeRate),
  feeFromBonus: usdt(row.feeFromBonus ?? '0'),
  liquidationPrice: row.liquidationPrice === null ? null : price(row.liquidationPrice),
  closeReason: row.closeReason === null ? null : closeReasonFromWire(row.closeReason),
  createdMs: row.createtime,
  openedMs: row.transactionTime,
  closedMs: row.completeTime,
  cancelledMs: row.handleTime,
  trigger: row.trigger ?? null,
  expiresMs: row.expireTime ?? null,
})

const trailingFromWire = (row: ContractOrderRow['trailing']): ShownTrailing | null => {
  const distance = row === undefined ? null : parseTrailing(row.distance)
  return row === undefined || distance === null ? null : { distance, best: price(row.best) }
}

/** The trailing stop of a position for the wire; a position without one does not name it. */
const trailingToWire = (
  side: PositionSide,
  trailing: ShownTrailing | null,
): Pick<ContractOrderRow, 'trailing'> => {
  if (trailing === null) return {}
  const { distance, best } = trailing
  const trigger = formatPrice(trailingTrigger(side, distance, best))
  return { trailing: { distance: formatTrailing(distance), best: formatPrice(best), trigger } }
}

/** An order as lists of the server have it: without `feeFromBonus`, with the name of its market. */
export type ContractOrderView = Omit<ContractOrder, 'feeFromBonus'> & {
  readonly title: string
  readonly isAiOrder: boolean
}

const wireReasons = Object.fromEntries(
  Object.entries(closeReasonNames).map(([wire, reason]) => [reason, wire]),
) as Readonly<Record<CloseReason, keyof typeof closeReasonNames>>

/** Wire word of a close reason. */
export const closeReasonToWire = (reason: CloseReason): keyof typeof closeReasonNames => wireReasons[reason]

const priceOrZero = (at: Price | null): string => (at === null ? '0' : formatPrice(at))

/** The closing orders of a position for the wire; a position without any does not name them. */
export const closingToWire = (orders: readonly ClosingOrder[]): Pick<ContractOrderRow, 'closing'> =>
  orders.length === 0
    ? {}
    : { closing: orders.map(({ price: at, lots }) => ({ originPrice: formatPrice(at), number: lots })) }

/** Formats an order for the wire; without `feeFromBonus`, which only some answers have. */
export const contractOrderToWire = (order: ContractOrderView): ContractOrderRow => ({
  id: order.id,
  parentid: order.parentId,
  pid: order.pid,
  procode: order.symbol,
  ptitle: order.title,
  type: sideToWire(order.side),
  multiple: order.leverage,
  number: order.lots,
  openPrice: formatPrice(order.openPrice),
  targetProfitPrice: priceOrZero(order.takeProfit),
  stopLossPrice: priceOrZero(order.stopLoss),
  newPrice: formatPrice(order.currentPrice),
  closePrice: priceOrZero(order.closePrice),
  cautionMoney: formatUsdt(order.margin),
  factProfits: formatUsdt(order.pnl),
  tradeFee: formatUsdt(order.fees),
  feeRate: feeRateText(order.feeRatePpm),
  liquidationPrice: order.liquidationPrice === null ? null : formatPrice(order.liquidationPrice),
  closeReason: order.closeReason === null ? null : wireReasons[order.closeReason],
  transactionTime: order.openedMs,
  createtime: order.createdMs,
  completeTime: order.closedMs,
  handleTime: order.cancelledMs,
  ...(order.expiresMs === null ? {} : { expireTime: order.expiresMs }),
  ...(order.trigger === null ? {} : { trigger: order.trigger }),
  ...trailingToWire(order.side, order.trailing),
  ...closingToWire(order.closingOrders),
  aioperate: order.isAiOrder ? placedByAi : 0,
  status: stateToWire(order.state),
})

/** An order and its events, which stay in the form of the wire: they are evidence, and what verifiers read. */
export type ContractReceipt = Omit<DataOf<'/api/contract/receipt'>, 'order'> & {
  readonly order: ContractOrderView
}

/** Formats a receipt for the wire. */
export const contractReceiptToWire = ({
  order,
  ...receipt
}: ContractReceipt): DataOf<'/api/contract/receipt'> => ({ order: contractOrderToWire(order), ...receipt })

/** Parses a list of orders. */
export const contractOrdersFromWire = (rows: readonly ContractOrderRow[]): readonly ContractOrder[] =>
  rows.map(contractOrderFromWire)

/** `aioperate` of an order that AI ordering placed. */
const placedByAi = 2

/** Parses the orders of a list that AI ordering placed. */
export const aiOrdersFromWire = (rows: readonly ContractOrderRow[]): readonly ContractOrder[] =>
  contractOrdersFromWire(rows.filter(({ aioperate }) => aioperate === placedByAi))

/** Wire names of the columns by which orders are listed. */
const orderColumns = { created: 'createtime', closed: 'completeTime', id: 'id' } as const
const columnNames = { createtime: 'created', completeTime: 'closed', id: 'id' } as const

/** One page of the orders of a contract wallet, with every choice made. */
export type ListOrdersQuery = {
  readonly wallet: ContractWallet
  /** Null for all. */
  readonly states: readonly OrderState[] | null
  /** Null for all markets. */
  readonly pid: number | null
  readonly orderBy: keyof typeof orderColumns
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/** Parses the request of `/api/contract/myContractOrderList`. */
export const listOrdersFromWire = (body: BodyOf<'/api/contract/myContractOrderList'>): ListOrdersQuery => {
  const statuses = body.statusList ?? (body.status === undefined ? null : [body.status])
  return {
    wallet: walletFromWire(body.levertype),
    states: statuses?.map((status) => orderStates[status]) ?? null,
    pid: body.pid ?? null,
    orderBy: columnNames[body.orderByColumn],
    direction: body.isAsc,
    page: body.pageNum,
    pageSize: body.pageSize,
  }
}

/** What a page asks for of the orders of a wallet, the newest first; all markets and by creation unless set. */
export type ContractOrdersQuery = Pick<ListOrdersQuery, 'wallet' | 'page' | 'pageSize'> &
  Partial<Pick<ListOrdersQuery, 'pid' | 'orderBy'>> & {
    readonly states: NonNullable<ListOrdersQuery['states']>
  }

/** Formats a query for `/api/contract/myContractOrderList`. */
export const ordersQueryToWire = (
  query: ContractOrdersQuery,
): RequestOf<'/api/contract/myContractOrderList'> => ({
  levertype: walletToWire(query.wallet),
  statusList: statesToWire(query.states),
  pid: query.pid ?? undefined,
  pageNum: query.page,
  pageSize: query.pageSize,
  orderByColumn: query.orderBy && orderColumns[query.orderBy],
})

/** Names a contract wallet for `/api/contract/account`. */
export const accountQueryToWire = (wallet: ContractWallet): RequestOf<'/api/contract/account'> => ({
  levertype: walletToWire(wallet),
})

/** Contract wallet that a request of `/api/contract/account` names. */
export const accountQueryFromWire = (body: BodyOf<'/api/contract/account'>): ContractWallet =>
  walletFromWire(body.levertype)

/** Figures of a contract wallet as the server has them. */
export type ContractAccount = {
  readonly balance: Usdt
  readonly available: Usdt
  readonly margin: Usdt
  readonly hold: Usdt
  /** Unrealized PnL of all open positions. */
  readonly profit: Usdt
  /** Margin level in percent as a decimal; null without open positions. */
  readonly marginLevelPercent: string | null
}

/** Parses the figures of a contract wallet that the server returned. */
export const contractAccountFromWire = (data: DataOf<'/api/contract/account'>): ContractAccount => ({
  balance: usdt(data.balance),
  available: usdt(data.available),
  margin: usdt(data.margin),
  hold: usdt(data.hold),
  profit: usdt(data.profit),
  marginLevelPercent: data.riskRate,
})

/** Formats the figures of a contract wallet for `/api/contract/account`. */
export const contractAccountToWire = (account: ContractAccount): DataOf<'/api/contract/account'> => ({
  balance: formatUsdt(account.balance),
  available: formatUsdt(account.available),
  margin: formatUsdt(account.margin),
  hold: formatUsdt(account.hold),
  profit: formatUsdt(account.profit),
  riskRate: account.marginLevelPercent,
  income: formatUsdt(account.profit),
})

/** Push about an order that closed, as pages receive it. */
export const closedPushToWire = (order: {
  readonly id: number
  readonly parentId: number | null
  readonly pid: number
  readonly wallet: ContractWallet
  readonly closeReason: ContractOrderRow['closeReason']
}) => ({
  id: order.id,
  parentid: order.parentId,
  pid: order.pid,
  levertype: walletToWire(order.wallet),
  closeReason: order.closeReason,
})

/** Push about an order that opened at its price, or was cancelled by the engine, as pages receive it. */
export const triggeredPushToWire = (order: {
  readonly id: number
  readonly pid: number
  readonly wallet: ContractWallet
  readonly state: OrderState
}) => ({
  id: order.id,
  pid: order.pid,
  levertype: walletToWire(order.wallet),
  status: stateToWire(order.state),
})
