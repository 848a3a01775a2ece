/**
 * Whole hours and minutes that are left, rounded up to a minute; never negative.
 *
 * @example timeLeft(3_660_001) // { hours: 1, minutes: 2 }
 */
export const timeLeft = (ms: number): { readonly hours: number; readonly minutes: number } => {
  const minutes = Math.max(0, Math.ceil(ms / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
