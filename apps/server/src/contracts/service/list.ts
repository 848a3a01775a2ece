import type { BodyOf } from '@glasshouse/core/calls'
import { closingToWire } from '@glasshouse/core/contracts/codec'
import { liquidationPriceOf, type ValuedAccount, valuePosition } from '@glasshouse/core/contracts/valuation'
import type { ContractOrderRow } from '@glasshouse/core/contracts/wire'
import { feeRateText } from '@glasshouse/core/markets/feeRate'
import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import { type Db, keysetPages, mergeSorted, pageRange } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'
import { liveOrderOf } from '../store/liveOrders.ts'
import {
  type ContractWalletName,
  findOrder,
  listOrderRows,
  listOrdersPlacedAfter,
  type MarginAccountKey,
} from '../store/orders.ts'
import { loadMarginAccount } from './account.ts'
import type { ContractDeps } from './deps.ts'
import { type ContractMarkets, currentMarkets, productOf } from './markets.ts'

/** Lists a customer's orders of one wallet, live where they are open. */
export const listOrders = async (
  { database, markets }: ContractDeps,
  { uid }: { readonly uid: number },
  body: BodyOf<'/api/contract/myContractOrderList'>,
): Promise<{ readonly rows: ContractOrderRow[]; readonly total: number }> => {
  const { orders, total } = await listOrderRows(database.db, {
    uid,
    levertype: body.levertype,
    statuses: body.statusList ?? (body.status === undefined ? null : [body.status]),
    pid: body.pid ?? null,
    orderBy: body.orderByColumn,
    direction: body.isAsc,
    ...pageRange(body),
  })
  return { rows: await toOrderViews(database.db, markets, uid, body.levertype, orders), total }
}

/** Orders per read of an export. */
const ordersAtOnce = 100
const orderStates = [0, 1, 2, 3, 4] as const

/** Every order of a wallet by when it was placed, as the wire tells it, read by index, however many there are. */
export const streamOrders = async function* (
  { database: { db }, markets }: Pick<ContractDeps, 'database' | 'markets'>,
  wallet: MarginAccountKey,
): AsyncGenerator<ContractOrderRow> {
  const byState = orderStates.map((status) =>
    keysetPages<OrderRow>(
      (last) => listOrdersPlacedAfter(db, wallet, status, last, ordersAtOnce),
      ordersAtOnce,
    ),
  )
  const orders = mergeSorted(byState, (a, b) => a.created_ms - b.created_ms || a.id - b.id)
  const view = (rows: readonly OrderRow[]) => toOrderViews(db, markets, wallet.uid, wallet.levertype, rows)
  let rows: OrderRow[] = []
  for await (const order of orders) {
    rows.push(order)
    if (rows.length < ordersAtOnce) continue
    yield* await view(rows)
    rows = []
  }
  yield* await view(rows)
}

const isOpen = ({ status }: OrderRow): boolean => status === 1 || status === 2
const isLive = (order: OrderRow): boolean => isOpen(order) || order.status === 0

/** Orders of one wallet as the wire tells them; the wallet is read when one of them is open. */
export const toOrderViews = async (
  db: Db,
  markets: ContractMarkets,
  uid: number,
  levertype: ContractWalletName,
  orders: readonly OrderRow[],
): Promise<ContractOrderRow[]> => {
  const wallet = orders.some(isOpen) ? await loadMarginAccount(db, markets, uid, levertype) : null
  return orders.map((order) => toOrderView(markets, order, wallet))
}

const priceOrZero = (price: bigint | null): string => (price === null ? '0' : formatPrice(price))

/** One order as the wire tells it; `wallet` is needed only for an open one. */
export const toOrderView = (
  markets: ContractMarkets,
  order: OrderRow,
  wallet: ValuedAccount | null,
): ContractOrderRow => {
  const product = productOf(markets, order.pid)
  const valued = isLive(order) ? valuePosition(liveOrderOf(order), currentMarkets(markets)) : null
  const live = isOpen(order) ? valued : null
  const closeOut = live === null || wallet === null ? null : liquidationPriceOf(wallet, order.pid)
  const newPrice = valued?.price ?? order.close_price ?? order.open_price
  // Nothing is held while an order is pending, and nothing ever was when it was revoked.
  const profit = order.status === 0 || order.status === 4 ? 0n : (live?.profit ?? order.profit)
  if (profit === null) throw new Error(`order ${order.id} has neither a price nor a profit`)
  return {
    id: order.id,
    parentid: order.parent_id,
    pid: order.pid,
    procode: product.symbol,
    ptitle: product.title,
    type: order.type,
    multiple: order.leverage,
    number: order.lots,
    openPrice: formatPrice(order.open_price),
    targetProfitPrice: priceOrZero(order.target_profit_price),
    stopLossPrice: priceOrZero(order.stop_loss_price),
    newPrice: formatPrice(newPrice),
    closePrice: priceOrZero(order.close_price),
    cautionMoney: formatUsdt(order.margin),
    factProfits: formatUsdt(profit),
    // A pending or revoked order has been charged nothing.
    tradeFee: formatUsdt(order.opened_ms === null ? 0n : order.open_fee + (order.close_fee ?? 0n)),
    feeRate: feeRateText(order.fee_rate_ppm),
    liquidationPrice: closeOut === null ? null : formatPrice(closeOut),
    closeReason: order.close_reason,
    transactionTime: order.opened_ms,
    createtime: order.created_ms,
    completeTime: order.status === 3 ? order.closed_ms : null,
    handleTime: order.closed_ms,
    ...(order.expires_ms === null ? {} : { expireTime: order.expires_ms }),
    ...(order.entry_trigger === null ? {} : { trigger: order.entry_trigger }),
    ...closingToWire(isOpen(order) ? liveOrderOf(order).closingOrders : []),
    aioperate: order.ai_run === null ? 0 : 2,
    status: order.status,
  }
}

/** One order of a customer as on the wire; null if it does not exist or is another customer's. */
export const findOrderView = async (
  { database, markets }: Pick<ContractDeps, 'database' | 'markets'>,
  uid: number,
  id: number,
): Promise<ContractOrderRow | null> => {
  const order = await findOrder(database.db, uid, id)
  if (order === null) return null
  const [view] = await toOrderViews(database.db, markets, uid, order.levertype, [order])
  return view ?? null
}
