import { type Clock, createClock } from '../../../apps/server/src/platform/time/index.ts'

/** A clock that stands still until a test moves it; epoch milliseconds. */
export type FakeClock = Clock & { readonly set: (ms: number) => void; readonly tick: (byMs: number) => void }

/** Builds a fake clock that starts at 2026-06-16 12:41:07 UTC unless told otherwise. */
export const fakeClock = (startMs = Date.UTC(2026, 5, 16, 12, 41, 7)): FakeClock => {
  let now = startMs
  const clock = createClock(() => now)
  return {
    ...clock,
    set: (ms) => {
      now = ms
    },
    tick: (byMs) => {
      now += byMs
    },
  }
}
