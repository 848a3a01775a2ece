export type TimeLeft = {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Instant of a setting (epoch milliseconds), or null if it is not set. */
export const parseInstant = (text: string | undefined): number | null => {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return null
  const instant = Number.parseInt(text, 10)
  return instant > 0 ? instant : null
}

/**
 * Time until an instant, in whole seconds; null once it has passed.
 *
 * @example timeUntil(90_061_000, 0) // { days: 1, hours: 1, minutes: 1, seconds: 1 }
 */
export const timeUntil = (instant: number, now: number): TimeLeft | null => {
  if (instant <= now) return null
  const all = Math.floor((instant - now) / 1000)
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor(all / 3600) % 24,
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
  }
}
