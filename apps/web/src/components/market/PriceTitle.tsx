import type { Market } from '@glasshouse/core/markets/codec'
import { useEffect } from 'react'
import { quotes, useQuotes } from '../../data/quotes.ts'
import { useFormatters } from '../formatters.ts'
import { showTitle, useTitle } from '../useTitle.ts'

/** A title costs a slow phone more than a figure of the page, and is read less often. */
const everyMs = 1000

/** Shows the price in the document title, so that it is visible in the browser tab. */
export function PriceTitle({ market }: { market: Market }) {
  const figures = useFormatters()
  useQuotes()
  useTitle(market.symbol)
  useEffect(() => {
    const show = (): void => {
      const now = quotes.get(market.symbol).value?.price ?? market.price
      showTitle(`${figures.price(now, market.scale)} ${market.symbol}`)
    }
    show()
    const timer = setInterval(show, everyMs)
    return () => clearInterval(timer)
  }, [market, figures])
  return null
}
