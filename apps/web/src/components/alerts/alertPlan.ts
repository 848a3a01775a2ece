import {
  type AlertLevel,
  changeLevel,
  changeScale,
  maxAlerts,
  validateAlert,
} from '@glasshouse/core/alerts/rules'
import { type Price, parseDecimal, priceScale } from '@glasshouse/core/money/units'

/** What the form asks for: a price, or a rise or a fall in 24 hours. */
export const alertForms = ['price', 'rise', 'fall'] as const
export type AlertForm = (typeof alertForms)[number]

/** What a price alert would be, or why there is none. */
export type AlertPlan =
  | { readonly problem: 'enter' | 'wrong' | 'reached' | 'unknown' | 'full' }
  | { readonly problem: null; readonly alert: AlertLevel }

/** Prices that an alert is compared with; `open` is the one of 24 hours before, null where it is not known. */
export type AlertPrices = { readonly last: Price; readonly open: Price | null }

/** The alert of a typed price or percentage; a price is above the last one or below it. `count` alerts are open. */
export const planAlert = (form: AlertForm, typed: string, prices: AlertPrices, count: number): AlertPlan => {
  if (count >= maxAlerts) return { problem: 'full' }
  if (typed === '') return { problem: 'enter' }
  const units = parseDecimal(typed, form === 'price' ? priceScale : changeScale)
  if (units === null) return { problem: 'wrong' }
  const alert = alertOf(form, units, prices.last)
  const problem = validateAlert(alert, prices.last, prices.open)
  if (problem === 'zero' || problem === 'tooLarge') return { problem: 'wrong' }
  return problem === null ? { problem, alert } : { problem }
}

const alertOf = (form: AlertForm, units: bigint, last: Price): AlertLevel => {
  if (form === 'price') return { side: units > last ? 'above' : 'below', measure: 'price', level: units }
  const side = form === 'rise' ? 'above' : 'below'
  return { side, measure: 'change', level: changeLevel(side, units) }
}
