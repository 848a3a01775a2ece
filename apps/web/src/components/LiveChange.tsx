import type { MarketRow } from '@glasshouse/core/markets/wire'
import { Change } from '@glasshouse/ui/Change'
import { dayChange } from './dayChange.ts'
import { useFigures } from './formatters.ts'
import { usePrice } from './LivePrice.tsx'

/** How far a market moved in 24 hours, following its live price. The arrow stands for the sign. */
export function LiveChange({ market }: { market: MarketRow }) {
  const figures = useFigures()
  const change = dayChange(usePrice(market), market.open24h)
  if (!change) return <Change direction="flat">—</Change>
  const size = change.hundredths < 0n ? -change.hundredths : change.hundredths
  return <Change direction={change.direction}>{figures.percent(size)}</Change>
}
