const dayMs = 86_400_000
/** The product's days are those of the fixed offset UTC+1. */
const offsetMs = 3_600_000

/**
 * The instant at which the day of an instant began, in UTC+1; epoch milliseconds.
 *
 * @example dayStart(Date.UTC(2026, 5, 16, 23, 30)) // 2026-06-16T23:00Z, the midnight before
 */
export const dayStart = (ms: number): number => Math.floor((ms + offsetMs) / dayMs) * dayMs - offsetMs

/** The instant at which the day after the one of an instant begins, in UTC+1; epoch milliseconds. */
export const nextDayStart = (ms: number): number => dayStart(ms) + dayMs
