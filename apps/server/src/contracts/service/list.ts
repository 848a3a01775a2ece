import {
  type ContractOrderView,
  closeReasonFromWire,
  type ListOrdersQuery,
  orderStates,
  type ShownTrailing,
} from '@glasshouse/core/contracts/codec'
import { chargedFees, closingPrice } from '@glasshouse/core/contracts/rules'
import { liquidationPriceOf, type ValuedAccount, valuePosition } from '@glasshouse/core/contracts/valuation'
import { usdt } from '@glasshouse/core/money/units'
import { keysetPages, mergeSorted } from '../../platform/database/index.ts'
import type { OrderRow } from '../schema.ts'
import { liveOrderOf } from '../store/liveOrders.ts'
import { findOrder, listOrderRows, listOrdersPlacedAfter, type MarginAccountKey } from '../store/orders.ts'
import { loadMarginAccount } from './account.ts'
import type { ContractDeps } from './deps.ts'
import { currentMarkets, productOf } from './markets.ts'

/** Without an engine a trailing stop is shown with the price from which it started. */
type ViewDeps = Pick<ContractDeps, 'database' | 'markets' | 'engine'>

/** Lists a customer's orders of one wallet, live where they are open. */
export const listOrders = async (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  { page, pageSize, ...query }: ListOrdersQuery,
): Promise<{ readonly rows: readonly ContractOrderView[]; readonly total: number }> => {
  const { orders, total } = await listOrderRows(deps.database.db, {
    ...{ uid, ...query },
    ...{ offset: (page - 1) * pageSize, limit: pageSize },
  })
  return { rows: await toOrderViews(deps, { uid, wallet: query.wallet }, orders), total }
}

/** Orders per read of an export. */
const ordersAtOnce = 100

/** Every order of a wallet by when it was placed, read by index, however many there are. */
export const streamOrders = async function* (
  deps: ViewDeps,
  key: MarginAccountKey,
): AsyncGenerator<ContractOrderView> {
  const byState = orderStates.map((state) =>
    keysetPages<OrderRow>(
      (last) => listOrdersPlacedAfter(deps.database.db, key, state, last, ordersAtOnce),
      ordersAtOnce,
    ),
  )
  const orders = mergeSorted(byState, (a, b) => a.created_ms - b.created_ms || a.id - b.id)
  const view = (rows: readonly OrderRow[]) => toOrderViews(deps, key, rows)
  let rows: OrderRow[] = []
  for await (const order of orders) {
    rows.push(order)
    if (rows.length < ordersAtOnce) continue
    yield* await view(rows)
    rows = []
  }
  yield* await view(rows)
}

const nothing = usdt('0')

const isOpen = ({ state }: OrderRow): boolean => state === 'open' || state === 'closing'
const isLive = (order: OrderRow): boolean => isOpen(order) || order.state === 'resting'

/** Orders of one wallet with their live figures; the account is read when one of them is open. */
export const toOrderViews = async (
  deps: ViewDeps,
  { uid, wallet }: MarginAccountKey,
  orders: readonly OrderRow[],
): Promise<readonly ContractOrderView[]> => {
  const account = orders.some(isOpen)
    ? await loadMarginAccount(deps.database.db, deps.markets, uid, wallet)
    : null
  return orders.map((order) => toOrderView(deps, order, account))
}

/** One order with its live figures; `account` is needed only for an open one. */
export const toOrderView = (
  { markets, engine }: Pick<ContractDeps, 'markets' | 'engine'>,
  order: OrderRow,
  account: ValuedAccount | null,
): ContractOrderView => {
  const { symbol, title } = productOf(markets, order.pid)
  const valued = isLive(order) ? valuePosition(liveOrderOf(order), currentMarkets(markets)) : null
  const live = isOpen(order) ? valued : null
  const openPrice = order.open_price
  const isFilled = order.state !== 'resting' && order.state !== 'cancelled'
  const pnl = isFilled ? (live?.profit ?? order.profit) : nothing
  if (pnl === null) throw new Error(`order ${order.id} has neither a price nor a profit`)
  return {
    id: order.id,
    parentId: order.parent_id,
    pid: order.pid,
    ...{ symbol, title, side: order.side, state: order.state },
    leverage: order.leverage,
    lots: order.lots,
    openPrice,
    takeProfit: order.target_profit_price,
    stopLoss: order.stop_loss_price,
    closingOrders: isOpen(order) ? liveOrderOf(order).closingOrders : [],
    trailing: isOpen(order) ? shownTrailing(order, engine) : null,
    currentPrice: valued?.price ?? order.close_price ?? openPrice,
    closePrice: order.close_price,
    margin: order.margin,
    pnl,
    // A resting or cancelled order has been charged nothing.
    fees: order.opened_ms === null ? nothing : chargedFees(order.open_fee, order.close_fee),
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

/** The trailing stop of a position with its best price, as far as the engine is heard from here. */
const shownTrailing = (order: OrderRow, engine: ContractDeps['engine']): ShownTrailing | null => {
  const { side, trailing } = liveOrderOf(order)
  if (trailing === null) return null
  const best = engine?.trailingBest(order, order.id) ?? null
  const isFollowed = best !== null && best.n >= trailing.since
  return { distance: trailing.distance, best: isFollowed ? closingPrice(side, best) : trailing.start }
}

/** One order of a customer; null if it does not exist or is another customer's. */
export const findOrderView = async (
  deps: ViewDeps,
  uid: number,
  id: number,
): Promise<ContractOrderView | null> => {
  const order = await findOrder(deps.database.db, uid, id)
  if (order === null) return null
  const [view] = await toOrderViews(deps, order, [order])
  return view ?? null
}
