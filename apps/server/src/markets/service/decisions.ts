import { staleAfterMs } from '@glasshouse/core/markets/rules'

const bucketMs = 1000
/**
 * So long before a decision its ticks are written promptly: a second, and the quarter of a second for which a
 * tick that came before that may still wait for its batch.
 */
const leadMs = 1250
/** What is received later than this after a decision's instant cannot change it: the market counts as silent. */
const trailMs = staleAfterMs + 1000

/** Ends a registration; calling it again changes nothing. */
export type ReleaseDecision = () => void

/** Instants at which ticks of a market decide something, such as the expiry of an option. */
export type Decisions = {
  /** Registers an instant (epoch milliseconds) until it is released; O(1). */
  readonly register: (pid: number, atMs: number) => ReleaseDecision
  /** Whether a registered instant is at most 1.25 s ahead or at most 6 s past; O(1), rounded outwards to seconds. */
  readonly isNear: (pid: number, nowMs: number) => boolean
}

/** Creates an empty register. It counts instants per market and second, so that looking costs the same for any number. */
export const createDecisions = (): Decisions => {
  const countsByPid = new Map<number, Map<number, number>>()
  return {
    register: (pid, atMs) => {
      const counts = countsByPid.get(pid) ?? new Map<number, number>()
      countsByPid.set(pid, counts)
      const bucket = Math.floor(atMs / bucketMs)
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (counts.get(bucket) ?? 0) - 1
        if (left > 0) counts.set(bucket, left)
        else counts.delete(bucket)
      }
    },
    isNear: (pid, nowMs) => {
      const counts = countsByPid.get(pid)
      if (counts === undefined || counts.size === 0) return false
      const last = Math.floor((nowMs + leadMs) / bucketMs)
      for (let bucket = Math.floor((nowMs - trailMs) / bucketMs); bucket <= last; bucket += 1)
        if (counts.has(bucket)) return true
      return false
    },
  }
}
