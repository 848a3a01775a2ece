import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Steps } from '@glasshouse/core/contracts/engine/steps'
import { monotonicMs } from '../../../platform/time/index.ts'

/** For so long something fires without a pause. */
const sliceMs = 4

/** What fires in slices, between which the event loop turns, and what waits behind it. */
export type Firings = {
  /** Adds what fires at a moment. Its steps are asked for when everything before it has fired; null: it fires nothing. */
  readonly add: (moment: number, begin: () => Steps<void> | null) => void
  readonly isFiring: () => boolean
  /** Waits until everything has fired. */
  readonly fired: () => Promise<void>
  /** The moment of what fires now; Infinity without. */
  readonly oldest: () => number
}

/** Starts with nothing that fires. */
export const createFirings = (): Firings => {
  const firings: { readonly moment: number; readonly begin: () => Steps<void> | null }[] = []
  let running: Promise<void> = Promise.resolve()

  const run = async (): Promise<void> => {
    let steps: Steps<void> | null = null
    for (let first = firings[0]; first !== undefined; ) {
      await nextTurn()
      const untilMs = monotonicMs() + sliceMs
      while (first !== undefined && monotonicMs() < untilMs) {
        steps ??= first.begin()
        if (steps !== null && steps.next().done !== true) continue
        steps = null
        firings.shift()
        first = firings[0]
      }
    }
  }
  return {
    add: (moment, begin) => {
      firings.push({ moment, begin })
      if (firings.length > 1) return
      running = run()
      // A failure is told to the caller that waits.
      running.catch(() => undefined)
    },
    isFiring: () => firings.length > 0,
    fired: async () => {
      while (firings.length > 0) await running
    },
    oldest: () => firings[0]?.moment ?? Number.POSITIVE_INFINITY,
  }
}
