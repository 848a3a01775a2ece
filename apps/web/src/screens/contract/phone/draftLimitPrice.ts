import type { Price } from '@glasshouse/core/money/units'
import { readPrice } from '../stops.ts'
import type { TicketMode } from '../ticket.ts'

/**
 * Limit price in the ticket; null for a market order or an invalid price.
 *
 * @example draftLimitPrice({ mode: 'fixed', priceText: '65850' }, 2) // 65_850_000_000_000n
 */
export const draftLimitPrice = (
  { mode, priceText }: { readonly mode: TicketMode; readonly priceText: string },
  scale: number,
): Price | null => {
  const typed = mode === 'fixed' ? readPrice(priceText, scale) : null
  return typed?.kind === 'price' ? typed.price : null
}
