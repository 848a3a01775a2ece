import type { Market } from '@glasshouse/core/markets/codec'
import { PriceChange } from '@glasshouse/ui/PriceChange'
import { usePrice } from '../data/quotes.ts'
import { dayChange } from './dayChange.ts'
import { useFormatters } from './formatters.ts'

/** Change of a market over 24 hours, updated with the live price. The arrow represents the sign. */
export function LiveChange({ market }: { market: Market }) {
  const figures = useFormatters()
  const change = dayChange(usePrice(market), market.open24h)
  if (!change) return <PriceChange direction="flat">—</PriceChange>
  const size = change.hundredths < 0n ? -change.hundredths : change.hundredths
  return <PriceChange direction={change.direction}>{figures.percent(size)}</PriceChange>
}
