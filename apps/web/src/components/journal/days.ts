/** Maximum range of a statement: 366 days, both ends included. */
export const maxDays = 366

const dayMs = 86_400_000
/** The platform's days begin at midnight of UTC+1. */
const zoneMs = 3_600_000

/**
 * The platform's day of an instant, in the format of a date field.
 *
 * @example dayOf(1_781_650_800_000) // '2026-06-17': midnight of UTC+1
 */
export const dayOf = (instantMs: number): string => new Date(instantMs + zoneMs).toISOString().slice(0, 10)

/** Converts the text of a date field to the wire format; null if it is not a valid date. */
export const wireDay = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text.replaceAll('-', '') : null

export type Range = { readonly from: string; readonly to: string }

/** Issue of a range of days; null if valid. */
export const rangeProblem = ({ from, to }: Range): 'missing' | 'order' | 'long' | null => {
  if (wireDay(from) === null || wireDay(to) === null) return 'missing'
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1) return 'order'
  return days > maxDays ? 'long' : null
}
