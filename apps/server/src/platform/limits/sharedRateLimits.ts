import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** Maximum count within a window that starts with its first request. */
export type RateWindow = { readonly count: number; readonly seconds: number }

/** Counters in `platform_budget`, shared by all processes and persistent across restarts. */
export type SharedRateLimits = {
  /** Takes one and returns 0, or the seconds until the window ends if nothing is left. */
  readonly take: (name: string, key: string, budget: RateWindow) => Promise<number>
  /**
   * Takes one without waiting for the database: usage by other processes counts when an earlier query returns. For
   * calls so frequent that a round trip before each would be their largest cost.
   */
  readonly takeBehind: (name: string, key: string, budget: RateWindow, nowMs: number) => number
}

/** Interval in milliseconds at which the usage of frequent calls is written. */
const gatherMs = 100
/** With more blocked keys than this, expired ones are removed. */
const sweepAt = 10_000

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

/** Wait of a rejected key in milliseconds; a database failure is rethrown. */
const waitOf = (refused: unknown): number => {
  if (refused instanceof RateLimiterRes) return Math.max(1, refused.msBeforeNext)
  throw refused
}

/**
 * Counts in the database. An exhausted key is cached in memory until its window ends, so that further requests cost no
 * statement.
 */
export const createSharedRateLimits = (pool: Pool): SharedRateLimits => {
  const limiters = new Map<string, RateLimiterPostgres>()
  const waiting = new Map<string, number>()
  const blockedUntil = new Map<string, number>()

  const limiterOf = (name: string, { count, seconds }: RateWindow): RateLimiterPostgres => {
    const known = limiters.get(name)
    if (known !== undefined) return known
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'platform_budget',
      tableCreated: true,
      // Expired windows are deleted together with old keys and signatures.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: count,
      duration: seconds,
      inMemoryBlockOnConsumed: count,
    })
    limiters.set(name, made)
    return made
  }

  /** At most one statement per key and interval; requests meanwhile join the next one. */
  const settle = async (name: string, key: string, budget: RateWindow, place: string, nowMs: number) => {
    for (let taken = waiting.get(place) ?? 0; taken > 0; taken = waiting.get(place) ?? 0) {
      waiting.set(place, 0)
      const waitMs = await limiterOf(name, budget)
        .consume(key, taken)
        .then(() => 0, waitOf)
        // Database unavailable: this process still counts in memory, and the call itself will fail.
        .catch(() => 0)
      if (waitMs > 0) blockedUntil.set(place, nowMs + waitMs)
      await wait(gatherMs, undefined, { ref: false })
    }
    waiting.delete(place)
  }

  const forgetBlocked = (nowMs: number): void => {
    if (blockedUntil.size <= sweepAt) return
    for (const [place, until] of blockedUntil) if (until <= nowMs) blockedUntil.delete(place)
  }

  return {
    take: (name, key, budget) =>
      limiterOf(name, budget)
        .consume(key)
        .then(
          () => 0,
          (refused: unknown) => secondsOf(waitOf(refused)),
        ),
    takeBehind: (name, key, budget, nowMs) => {
      const place = `${name} ${key}`
      const blocked = blockedUntil.get(place)
      if (blocked !== undefined && blocked > nowMs) return secondsOf(blocked - nowMs)
      forgetBlocked(nowMs)
      blockedUntil.delete(place)
      const before = waiting.get(place)
      waiting.set(place, (before ?? 0) + 1)
      if (before === undefined) void settle(name, key, budget, place, nowMs)
      return 0
    },
  }
}
