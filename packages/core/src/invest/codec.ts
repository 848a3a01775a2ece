/** Numbers of the wire and the words inside. */
import { type OrderState as ContractOrderState, stateToWire } from '../contracts/codec.ts'
import { type PositionSide, sideToWire } from '../contracts/rules.ts'
import { type WithMarketNames, withMarketNames } from '../markets/codec.ts'
import { formatPrice, formatQuantity, type Price, type Quantity } from '../money/units.ts'
import type { OrderState } from './checks.ts'
import type { AttributionWireRow, PoolOrderRow } from './copy/pool/wire.ts'
import type { InterestMethod } from './rules.ts'

/** How an order earns: by a cycle, or as a share of a copied pool. */
export type OrderMethod = InterestMethod | 'copy'

/** Wire number of an interest method: 1 fixed, 2 compound, 3 copy. */
export const methodToWire = (method: OrderMethod): 1 | 2 | 3 =>
  method === 'fixed' ? 1 : method === 'compound' ? 2 : 3

/** Interest method of a wire number; a cycle is fixed or compound. */
export const methodFromWire = (interesttype: 1 | 2): InterestMethod =>
  interesttype === 1 ? 'fixed' : 'compound'

/** Categories of the product list by wire number. */
export const productCategories = ['all', 'experience', 'soldOut', 'fixed', 'compound', 'copy'] as const
export type ProductCategory = (typeof productCategories)[number]

/** Category of a wire number from 0 to 5. */
export const categoryFromWire = (type: 0 | 1 | 2 | 3 | 4 | 5): ProductCategory => productCategories[type]

/** Wire number of a state: 0 processing, 1 finished. */
export const statusToWire = (state: OrderState): 0 | 1 =>
  state === 'waiting' || state === 'running' || state === 'redeeming' ? 0 : 1

/** Whether a list is of orders in processing or of finished ones; null for all. */
export const processingFromWire = (status: 0 | 1 | undefined): boolean | null =>
  status === undefined ? null : status === 0

/** Puts the name of a market into the field of the wire. */
export const withMarketTitle = <T extends { readonly title: string }>({
  title,
  ...row
}: T): Omit<T, 'title'> & { ptitle: string } => ({ ...row, ptitle: title })

/** An order of a pool as pages show it, or an opening of the lead that was not copied. */
export type PoolOrder = WithMarketNames<PoolOrderRow>

/** An order of a pool, or an opening of the lead that was not copied, as lists of the server have it. */
export type PoolOrderView = {
  /** Of the copy, unique among the rows of a pool. */
  readonly id: number
  /** The order of the pool; null of a skip, as everything else that only an order has. */
  readonly orderId: number | null
  readonly atMs: number
  readonly pid: number
  readonly title: string
  readonly side: PositionSide
  readonly leverage: number
  readonly lots: number
  /** Null where a dealing closed. */
  readonly leadPrice: Price | null
  readonly price: Price | null
  /** How much worse the price of the pool is. */
  readonly difference: Price | null
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  readonly closePrice: Price | null
  readonly closeReason: PoolOrderRow['closeReason']
  readonly parentId: number | null
  readonly state: ContractOrderState | null
  readonly skipped: PoolOrderRow['skipped']
  /** Whether it has fewer lots than the ratio of the equities. */
  readonly isReduced: boolean
  /** Coins of a lot. */
  readonly lot: Quantity | null
  readonly feeRatePpm: number | null
  /** Events of the order with their ticks. */
  readonly receipt: PoolOrderRow['receipt']
}

const priceOrNull = (price: Price | null): string | null => (price === null ? null : formatPrice(price))
const priceOrZero = (price: Price | null): string => priceOrNull(price) ?? '0'

/** Formats an order of a pool for the wire. */
export const poolOrderToWire = (order: PoolOrderView): PoolOrderRow => ({
  id: order.id,
  order: order.orderId,
  time: order.atMs,
  pid: order.pid,
  ptitle: order.title,
  type: sideToWire(order.side),
  multiple: order.leverage,
  lots: order.lots,
  leadPrice: priceOrNull(order.leadPrice),
  price: priceOrNull(order.price),
  difference: priceOrNull(order.difference),
  targetProfitPrice: priceOrZero(order.takeProfit),
  stopLossPrice: priceOrZero(order.stopLoss),
  closePrice: priceOrZero(order.closePrice),
  closeReason: order.closeReason,
  parentid: order.parentId,
  status: order.state === null ? null : stateToWire(order.state),
  skipped: order.skipped,
  reduced: order.isReduced ? 1 : 0,
  lot: order.lot === null ? null : formatQuantity(order.lot),
  feeRatePpm: order.feeRatePpm,
  receipt: order.receipt,
})

/** Parses orders of a pool. */
export const poolOrdersFromWire = (rows: readonly PoolOrderRow[]): readonly PoolOrder[] =>
  rows.map(withMarketNames)

/** One row behind a day of a copy order. */
export type Attribution = WithMarketNames<AttributionWireRow>

/** Parses the rows behind a day of a copy order. */
export const attributionFromWire = (rows: readonly AttributionWireRow[]): readonly Attribution[] =>
  rows.map(withMarketNames)

/** Whether a product is on sale; otherwise it is sold out or off sale. */
export const isOnSale = ({ status }: { readonly status: number }): boolean => status === onSaleStatus

const onSaleStatus = 1

/** Whether an order is in processing; otherwise it is finished. */
export const isInProcess = ({ status }: { readonly status: 0 | 1 }): boolean =>
  processingFromWire(status) === true
