import { dayStart } from '@glasshouse/core/calendar/days'
import { displayZone } from './formatters.ts'

/**
 * Years that have a plan, in order.
 *
 * @example yearsOf([{ year: 2027 }, { year: 2026 }, { year: 2027 }]) // [2026, 2027]
 */
export const yearsOf = (plans: readonly { readonly year: number }[]): readonly number[] =>
  [...new Set(plans.map(({ year }) => year))].sort((one, other) => one - other)

/**
 * A day of the wire with its year, in a language; text that is no day is shown as it is.
 *
 * @example dateText('20260301', 'en-GB') // '1 Mar 2026'
 */
export const dateText = (day: string, locale: string): string => {
  const start = dayStart(day)
  if (start === null) return day
  return new Intl.DateTimeFormat(locale, { timeZone: displayZone, dateStyle: 'medium' }).format(start)
}
