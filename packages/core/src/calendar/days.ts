import { dayMs } from './durations.ts'

/** Product days have the fixed offset UTC+1 without daylight saving time. Instants are epoch milliseconds. */
const offsetMs = 3_600_000

/** A day in wire form: `yyyymmdd`. */
export type Day = string

/** Date and time at UTC+1 in ISO form, without an offset: `2026-06-16T13:41:07.000`. */
const isoAt = (ms: number): string => new Date(ms + offsetMs).toISOString().slice(0, 23)

/**
 * Day that contains an instant.
 *
 * @example dayOf(Date.UTC(2026, 5, 16, 23, 30)) // '20260617': at UTC+1 it is half past midnight
 */
export const dayOf = (ms: number): Day => isoAt(ms).slice(0, 10).replaceAll('-', '')

/**
 * First instant of a day; null if the text is not a calendar day.
 *
 * @example dayStart('20260617') // Date.UTC(2026, 5, 16, 23)
 * @example dayStart('20260230') // null
 */
export const dayStart = (day: Day): number | null => {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(day) ?? []
  if (year === undefined) return null
  const ms = Date.parse(`${year}-${month}-${date}T00:00:00.000Z`) - offsetMs
  return Number.isNaN(ms) || dayOf(ms) !== day ? null : ms
}

/**
 * Date and time of an instant in the product's display form, to the second.
 *
 * @example formatTime(Date.UTC(2026, 5, 16, 12, 41, 7)) // '2026-06-16 13:41:07'
 */
export const formatTime = (ms: number): string => isoAt(ms).slice(0, 19).replace('T', ' ')

/**
 * First instant of the day that contains an instant.
 *
 * @example startOfDay(Date.UTC(2026, 5, 16, 22, 59)) // Date.UTC(2026, 5, 15, 23)
 */
export const startOfDay = (ms: number): number => Math.floor((ms + offsetMs) / dayMs) * dayMs - offsetMs

/** First instant of the following day. */
export const startOfNextDay = (ms: number): number => startOfDay(ms) + dayMs

/**
 * The number of the day an instant falls on: days since 1 January 1970 at UTC+1. The ledger's rows per day carry it.
 *
 * @example dayNumber(Date.UTC(1970, 0, 1, 22, 59)) // 0
 * @example dayNumber(Date.UTC(1970, 0, 1, 23)) // 1
 */
export const dayNumber = (ms: number): number => Math.floor((ms + offsetMs) / dayMs)
