import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useFormatters } from '../formatters.ts'
import { usePrice } from '../LivePrice.tsx'
import { useTitle } from '../useTitle.ts'

/** Shows the price in the document title, so that it is visible in the browser tab. */
export function PriceTitle({ market }: { market: MarketRow }) {
  useTitle(`${useFormatters().priceText(usePrice(market), market.scale)} ${market.procode}`)
  return null
}
