import { subtractUnits, usdt } from '@glasshouse/core/money/units'
import { optionOrderToWire } from '@glasshouse/core/options/codec'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import type { Markets } from '../../markets/index.ts'
import type { OrderRow } from '../schema.ts'

/** An option in the form of the wire. */
export const viewOrder = (markets: Pick<Markets, 'product'>, order: OrderRow): OptionOrderRow => {
  const product = markets.product(order.pid)
  if (product === null)
    throw new Error(`option ${order.id} is of product ${order.pid}, which there never was`)
  return optionOrderToWire(
    {
      id: order.id,
      pid: order.pid,
      symbol: product.symbol,
      type: order.option_type,
      stake: order.stake,
      payoutPercent: order.percent,
      entryPrice: order.entry_price,
      exitPrice: order.exit_price,
      openedMs: order.placed_ms,
      expiresMs: order.expires_ms,
      outcome: order.outcome,
      // Nothing is won or lost while it is open.
      pnl: order.payout === null ? usdt('0') : subtractUnits(order.payout, order.stake),
    },
    product.title,
  )
}
