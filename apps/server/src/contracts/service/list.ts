import {
  type ContractOrderView,
  closeReasonFromWire,
  type ListOrdersQuery,
  orderStates,
} from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { liquidationPriceOf, type ValuedAccount, valuePosition } from '@glasshouse/core/contracts/valuation'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import { type Db, keysetPages, mergeSorted } from '../../platform/index.ts'
import type { OrderRow } from '../schema.ts'
import { liveOrderOf } from '../store/liveOrders.ts'
import { findOrder, listOrderRows, listOrdersPlacedAfter, type MarginAccountKey } from '../store/orders.ts'
import { loadMarginAccount } from './account.ts'
import type { ContractDeps } from './deps.ts'
import { type ContractMarkets, currentMarkets, productOf } from './markets.ts'

/** Lists a customer's orders of one wallet, live where they are open. */
export const listOrders = async (
  { database, markets }: ContractDeps,
  { uid }: { readonly uid: number },
  { page, pageSize, ...query }: ListOrdersQuery,
): Promise<{ readonly rows: readonly ContractOrderView[]; readonly total: number }> => {
  const { orders, total } = await listOrderRows(database.db, {
    ...{ uid, ...query },
    ...{ offset: (page - 1) * pageSize, limit: pageSize },
  })
  return { rows: await toOrderViews(database.db, markets, uid, query.wallet, orders), total }
}

/** Orders per read of an export. */
const ordersAtOnce = 100

/** Every order of a wallet by when it was placed, read by index, however many there are. */
export const streamOrders = async function* (
  { database: { db }, markets }: Pick<ContractDeps, 'database' | 'markets'>,
  key: MarginAccountKey,
): AsyncGenerator<ContractOrderView> {
  const byState = orderStates.map((state) =>
    keysetPages<OrderRow>((last) => listOrdersPlacedAfter(db, key, state, last, ordersAtOnce), ordersAtOnce),
  )
  const orders = mergeSorted(byState, (a, b) => a.created_ms - b.created_ms || a.id - b.id)
  const view = (rows: readonly OrderRow[]) => toOrderViews(db, markets, key.uid, key.wallet, rows)
  let rows: OrderRow[] = []
  for await (const order of orders) {
    rows.push(order)
    if (rows.length < ordersAtOnce) continue
    yield* await view(rows)
    rows = []
  }
  yield* await view(rows)
}

const isOpen = ({ state }: OrderRow): boolean => state === 'open' || state === 'closing'
const isLive = (order: OrderRow): boolean => isOpen(order) || order.state === 'resting'

/** Orders of one wallet with their live figures; the account is read when one of them is open. */
export const toOrderViews = async (
  db: Db,
  markets: ContractMarkets,
  uid: number,
  wallet: ContractWallet,
  orders: readonly OrderRow[],
): Promise<readonly ContractOrderView[]> => {
  const account = orders.some(isOpen) ? await loadMarginAccount(db, markets, uid, wallet) : null
  return orders.map((order) => toOrderView(markets, order, account))
}

/** One order with its live figures; `account` is needed only for an open one. */
export const toOrderView = (
  markets: ContractMarkets,
  order: OrderRow,
  account: ValuedAccount | null,
): ContractOrderView => {
  const { symbol, title } = productOf(markets, order.pid)
  const valued = isLive(order) ? valuePosition(liveOrderOf(order), currentMarkets(markets)) : null
  const live = isOpen(order) ? valued : null
  const openPrice = order.open_price as Price
  const isFilled = order.state !== 'resting' && order.state !== 'cancelled'
  const pnl = isFilled ? (live?.profit ?? order.profit) : 0n
  if (pnl === null) throw new Error(`order ${order.id} has neither a price nor a profit`)
  return {
    id: order.id,
    parentId: order.parent_id,
    pid: order.pid,
    ...{ symbol, title, side: order.side, state: order.state },
    leverage: order.leverage,
    lots: order.lots,
    openPrice,
    takeProfit: order.target_profit_price as Price | null,
    stopLoss: order.stop_loss_price as Price | null,
    closingOrders: isOpen(order) ? liveOrderOf(order).closingOrders : [],
    currentPrice: valued?.price ?? (order.close_price as Price | null) ?? openPrice,
    closePrice: order.close_price as Price | null,
    margin: order.margin as Usdt,
    pnl: pnl as Usdt,
    // A resting or cancelled order has been charged nothing.
    fees: (order.opened_ms === null ? 0n : order.open_fee + (order.close_fee ?? 0n)) as Usdt,
    feeRatePpm: order.fee_rate_ppm,
    liquidationPrice: live === null || account === null ? null : liquidationPriceOf(account, order.pid),
    closeReason: order.close_reason === null ? null : closeReasonFromWire(order.close_reason),
    createdMs: order.created_ms,
    openedMs: order.opened_ms,
    closedMs: order.state === 'closed' ? order.closed_ms : null,
    // The instant of a close too, as it has always been.
    cancelledMs: order.closed_ms,
    trigger: order.entry_trigger,
    expiresMs: order.expires_ms,
    isAiOrder: order.ai_run !== null,
  }
}

/** One order of a customer; null if it does not exist or is another customer's. */
export const findOrderView = async (
  { database, markets }: Pick<ContractDeps, 'database' | 'markets'>,
  uid: number,
  id: number,
): Promise<ContractOrderView | null> => {
  const order = await findOrder(database.db, uid, id)
  if (order === null) return null
  const [view] = await toOrderViews(database.db, markets, uid, order.wallet, [order])
  return view ?? null
}
