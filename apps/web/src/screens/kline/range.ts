/** Time range: a number of hours or days, or all. */
export const rangeCounts = [1, 10, 20, 50, 80, 100] as const
export type RangeUnit = 'hours' | 'days'
export type Range = { readonly count: (typeof rangeCounts)[number]; readonly unit: RangeUnit } | 'all'

const unitSeconds: Readonly<Record<RangeUnit, number>> = { hours: 3600, days: 86_400 }

/**
 * Seconds of a range; for `all` the length of the history, null while unknown.
 *
 * @example secondsOf({ count: 10, unit: 'hours' }, null) // 36_000
 */
export const secondsOf = (range: Range, whole: number | null): number | null =>
  range === 'all' ? whole : range.count * unitSeconds[range.unit]
