const minuteMs = 60_000

/**
 * Duration in whole hours and minutes, truncated.
 *
 * @example hoursAndMinutes(86_399_999) // { hours: 23, minutes: 59 }
 */
export const hoursAndMinutes = (ms: number): { readonly hours: number; readonly minutes: number } => {
  const minutes = Math.floor(Math.max(0, ms) / minuteMs)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
