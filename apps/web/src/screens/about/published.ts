import { dayStart } from '@glasshouse/core/calendar/days'

/**
 * Years that have a plan, in order.
 *
 * @example yearsOf([{ year: 2027 }, { year: 2026 }, { year: 2027 }]) // [2026, 2027]
 */
export const yearsOf = (plans: readonly { readonly year: number }[]): readonly number[] =>
  [...new Set(plans.map(({ year }) => year))].sort((one, other) => one - other)

/** First instant of a day of the wire; the epoch for text that is no day, which the server refuses. */
export const dayStartOf = (day: string): number => dayStart(day) ?? 0
