import type { Price } from '@glasshouse/core/money/units'
import type { TicketMode } from '../../../components/contract/ticket/ticket.ts'
import { readPrice } from '../../../components/contract/tpSl.ts'

/**
 * Limit or trigger price in the ticket; null for a market order or an invalid price.
 *
 * @example draftLimitPrice({ mode: 'fixed', priceText: '65850' }, 2) // 65_850_000_000_000n
 */
export const draftLimitPrice = (
  { mode, priceText }: { readonly mode: TicketMode; readonly priceText: string },
  scale: number,
): Price | null => {
  const typed = mode !== 'market' ? readPrice(priceText, scale) : null
  return typed?.kind === 'price' ? typed.price : null
}
