import type { Market } from '@glasshouse/core/markets/codec'
import { usePrice } from '../../data/quotes.ts'
import { useFormatters } from '../formatters.ts'
import { useTitle } from '../useTitle.ts'

/** Shows the price in the document title, so that it is visible in the browser tab. */
export function PriceTitle({ market }: { market: Market }) {
  useTitle(`${useFormatters().price(usePrice(market), market.scale)} ${market.symbol}`)
  return null
}
