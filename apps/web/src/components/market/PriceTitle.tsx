import type { MarketRow } from '@glasshouse/core/markets/wire'
import { useFormatters } from '../formatters.ts'
import { usePrice } from '../LivePrice.tsx'
import { useTitle } from '../useTitle.ts'

/** The price in the browser's tab, for whoever looks at another one meanwhile. */
export function PriceTitle({ market }: { market: MarketRow }) {
  useTitle(`${useFormatters().priceText(usePrice(market), market.scale)} ${market.procode}`)
  return null
}
