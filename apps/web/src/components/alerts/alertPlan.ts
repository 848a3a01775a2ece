import { type AlertSide, maxAlerts, validateAlert } from '@glasshouse/core/alerts/rules'
import { type Price, parseDecimal, priceScale } from '@glasshouse/core/money/units'

/** What a price alert would be, or why there is none. */
export type AlertPlan =
  | { readonly problem: 'enter' | 'wrong' | 'reached' | 'full' }
  | { readonly problem: null; readonly side: AlertSide; readonly price: Price }

/** The alert at a typed price: above the last price or below it. `open` is the number of open alerts. */
export const planAlert = (typed: string, last: Price, open: number): AlertPlan => {
  if (open >= maxAlerts) return { problem: 'full' }
  if (typed === '') return { problem: 'enter' }
  const price = parseDecimal(typed, priceScale) as Price | null
  if (price === null) return { problem: 'wrong' }
  const side = price > last ? 'above' : 'below'
  const problem = validateAlert(side, price, last)
  if (problem === 'zero') return { problem: 'wrong' }
  return problem === null ? { problem, side, price } : { problem }
}
