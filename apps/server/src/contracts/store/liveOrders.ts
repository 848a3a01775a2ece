/** Orders between their table and the rules of `core/contracts`. */
import type { LiveOrder } from '@glasshouse/core/contracts/order'
import { formatTrailing, parseTrailing } from '@glasshouse/core/contracts/trailingStop'
import type { Price } from '@glasshouse/core/money/units'
import type { OrderRow } from '../schema.ts'
import type { MarginAccountKey } from './orders.ts'

/** A resting order or open position as the rules see it; its account is not part of it. Throws for any other order. */
export const liveOrderOf = (row: OrderRow): LiveOrder => {
  const { state } = row
  if (state === 'closed' || state === 'cancelled') throw new Error(`order ${row.id} does not live`)
  return {
    id: row.id,
    pid: row.pid,
    side: row.side,
    quantity: row.quantity,
    openPrice: row.open_price,
    lots: row.lots,
    leverage: row.leverage,
    margin: row.margin,
    openFee: row.open_fee,
    feeRatePpm: row.fee_rate_ppm,
    state: state === 'resting' ? 'resting' : 'open',
    hold: row.hold,
    takeProfit: row.target_profit_price,
    stopLoss: row.stop_loss_price,
    closingOrders: (row.closing_orders ?? []).map(({ price, lots }) => ({
      price: BigInt(price) as Price,
      lots,
    })),
    trailing: trailingOf(row.trailing_stop),
    trigger: row.entry_trigger,
    expiresMs: row.expires_ms,
    acceptance: row.acceptance,
    aiRun: row.ai_run,
    createdMs: row.created_ms,
    openedMs: row.opened_ms,
    copyOf: row.copy_of,
    dueClose: row.closing_lots === null ? null : { lots: row.closing_lots, copyOf: row.closing_for },
  }
}

const trailingOf = (stored: OrderRow['trailing_stop']): LiveOrder['trailing'] => {
  if (stored === null) return null
  const distance = parseTrailing(stored.distance)
  if (distance === null) throw new Error(`not a distance: ${stored.distance}`)
  return { distance, since: stored.since, start: BigInt(stored.start) as Price }
}

const trailingRowOf = ({ trailing }: LiveOrder): OrderRow['trailing_stop'] =>
  trailing === null
    ? null
    : {
        distance: formatTrailing(trailing.distance),
        since: trailing.since,
        start: trailing.start.toString(),
      }

const closingRowsOf = ({ closingOrders }: LiveOrder): OrderRow['closing_orders'] =>
  closingOrders.length === 0
    ? null
    : closingOrders.map(({ price, lots }) => ({ price: price.toString(), lots }))

/** The row of a live order of an account. */
export const rowOfLive = ({ uid, wallet }: MarginAccountKey, order: LiveOrder): OrderRow => ({
  id: order.id,
  parent_id: null,
  uid,
  wallet,
  pid: order.pid,
  side: order.side,
  leverage: order.leverage,
  lots: order.lots,
  quantity: order.quantity,
  open_price: order.openPrice,
  margin: order.margin,
  open_fee: order.openFee,
  close_fee: null,
  close_price: null,
  profit: null,
  close_reason: null,
  state: order.state,
  fee_rate_ppm: order.feeRatePpm,
  hold: order.hold,
  target_profit_price: order.takeProfit,
  stop_loss_price: order.stopLoss,
  closing_orders: closingRowsOf(order),
  trailing_stop: trailingRowOf(order),
  entry_trigger: order.trigger,
  expires_ms: order.expiresMs,
  acceptance: order.acceptance,
  ai_run: order.aiRun,
  created_ms: order.createdMs,
  opened_ms: order.openedMs,
  closed_ms: null,
  copy_of: order.copyOf,
  closing_lots: order.dueClose?.lots ?? null,
  closing_for: order.dueClose?.copyOf ?? null,
})
