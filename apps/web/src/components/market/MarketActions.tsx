import type { Market } from '@glasshouse/core/markets/codec'
import { AlertButton } from '../alerts/AlertButton.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'

/** Star and price alerts of a market in the header of its page. */
export default function MarketActions({ market }: { market: Market }) {
  return (
    <>
      <FavouriteButton symbol={market.symbol} small />
      <AlertButton market={market} />
    </>
  )
}
