import type { LiveOrder } from '@glasshouse/core/contracts/order'
import { price, quantity, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { OrderRow } from '../../schema.ts'
import { liveOrderOf } from '../../store/liveOrders.ts'
import type { WalletState } from '../batch/batch.ts'

/** The row of a position of 0.01 BTC bought at 65,000 with 10 times, with changes. */
export const orderRow = (id: number, change: Partial<OrderRow> = {}): OrderRow => ({
  id,
  parent_id: null,
  uid: 7,
  wallet: 'contract',
  pid: 1,
  side: 'long',
  leverage: 10,
  lots: 10,
  quantity: quantity('0.01'),
  open_price: price('65000'),
  margin: usdt('65'),
  open_fee: usdt('0.325'),
  close_fee: null,
  close_price: null,
  profit: null,
  close_reason: null,
  state: 'open',
  hold: usdt('0'),
  fee_rate_ppm: 500,
  target_profit_price: null,
  stop_loss_price: null,
  ai_run: null,
  acceptance: id,
  created_ms: 1,
  opened_ms: 1,
  closed_ms: null,
  copy_of: null,
  closing_lots: null,
  closing_for: null,
  entry_trigger: null,
  closing_orders: null,
  trailing_stop: null,
  expires_ms: null,
  ...change,
})

/** The first contract wallet of customer 7 with a free amount and some orders. */
export const walletOf = (free: string, rows: readonly OrderRow[]): WalletState => {
  const orders = rows.map((row): [number, LiveOrder] => [row.id, liveOrderOf(row)])
  return {
    uid: 7,
    wallet: 'contract',
    free: usdt(free),
    margin: rows.reduce((sum, { state, margin }) => sum + (state === 'open' ? margin : 0n), 0n) as Usdt,
    hold: rows.reduce((sum, { hold }) => sum + hold, 0n) as Usdt,
    orders: new Map(orders),
  }
}
