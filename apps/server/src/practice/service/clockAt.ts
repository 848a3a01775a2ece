import type { Clock } from '../../platform/time/index.ts'

/** The clock at an instant of the business calendar in the past. */
export const clockAt = (clock: Clock, atMs: number): Clock => {
  const agoMs = clock.business() - atMs
  return { ...clock, now: () => clock.now() - agoMs, business: () => atMs }
}
