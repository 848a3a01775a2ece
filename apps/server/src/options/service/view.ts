import { formatPrice, formatUsdt } from '@glasshouse/core/money/units'
import { outcomeToWire } from '@glasshouse/core/options/codec'
import type { OptionOrderRow } from '@glasshouse/core/options/wire'
import type { Markets } from '../../markets/index.ts'
import type { OrderRow } from '../schema.ts'

/** An option as the wire tells it. */
export const viewOrder = (markets: Pick<Markets, 'product'>, order: OrderRow): OptionOrderRow => {
  const product = markets.product(order.pid)
  if (product === null)
    throw new Error(`option ${order.id} is of product ${order.pid}, which there never was`)
  return {
    id: order.id,
    pid: order.pid,
    procode: product.symbol,
    ptitle: product.title,
    ostyle: order.style,
    fee: formatUsdt(order.stake),
    scale: String(order.percent),
    buyprice: formatPrice(order.entry_price),
    sellprice: order.exit_price === null ? '0' : formatPrice(order.exit_price),
    buytime: order.placed_ms,
    selltime: order.expires_ms,
    ostaus: order.status,
    isWin: order.outcome === null ? null : outcomeToWire(order.outcome),
    void: order.outcome === 'void',
    // Nothing is won or lost while it is open.
    ploss: order.payout === null ? '0' : formatUsdt(order.payout - order.stake),
    aioperate: 0,
  }
}
