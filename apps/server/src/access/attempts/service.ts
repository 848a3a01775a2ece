import {
  type AttemptLimits,
  attemptWindowMs,
  strictestThrottle,
  throttleFor,
} from '@glasshouse/core/access/attempts'
import { domainError, type ErrorCode, type ErrorData } from '@glasshouse/core/errors/registry'
import type { createKeyedSemaphore } from '../../platform/concurrency/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { deleteAttempts, incrementAttempts, listAttempts } from './store.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/** Key of a counter: what is counted and, as a hash of fixed length, of whom. */
export const attemptKey = (what: string, ...whose: readonly string[]): string =>
  `${what}:${sha256(whose.join('\n')).slice(0, 32)}`

/** The error `tooManyRequests` (1004) with the seconds until the next attempt, at least one. */
export const tooManyAttempts = (waitMs: number) =>
  domainError('tooManyRequests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** One counter of an attempt and its limits. */
type AttemptScope = { readonly key: string; readonly limits: AttemptLimits }

/** How the attempts of one kind are counted and slowed down. */
export type AttemptPolicy = {
  /** All counters are incremented by a failure. A success clears the first one only. */
  readonly scopes: readonly [AttemptScope, ...AttemptScope[]]
  /** Bounds the concurrent attempts under the key of the first scope, so that they cannot outrun the counter. */
  readonly turns: ReturnType<typeof createKeyedSemaphore>
  /** Whether the request solves a captcha; null where no limit requires one. */
  readonly solvesCaptcha: (() => Promise<boolean>) | null
}

/** Result of an attempt: a value or an error; a `free` error is not counted. */
export type AttemptResult<T> =
  | { readonly right: T }
  | { readonly wrong: ErrorCode; readonly data?: ErrorData; readonly free?: boolean }

/**
 * Runs an attempt at a secret and counts a failure. Attempts are counted in the database, by the wall clock.
 *
 * @throws tooManyRequests (1004) too many recent failures
 * @throws invalidField (1001, `code`) a captcha is required
 */
export const throttleAttempts = async <T>(
  { clock, database: { db } }: Deps,
  { scopes, turns, solvesCaptcha }: AttemptPolicy,
  attempt: () => Promise<AttemptResult<T>>,
): Promise<T> => {
  const keys = scopes.map(({ key }) => key)
  const [{ key: first }] = scopes
  return turns(first, async () => {
    const atMs = clock.now()
    const counted = await listAttempts(db, atMs, keys)
    const throttle = strictestThrottle(
      scopes.map(({ limits }, at) => throttleFor(counted[at] ?? { count: 0, lastMs: 0 }, limits, atMs)),
    )
    if (throttle.kind === 'wait') throw tooManyAttempts(throttle.ms)
    if (throttle.kind === 'captcha' && !(await solvesCaptcha?.()))
      throw domainError('invalidField', { field: 'code' })
    const result = await attempt()
    if ('right' in result) {
      if ((counted[0]?.count ?? 0) > 0) await deleteAttempts(db, first)
      return result.right
    }
    if (result.free !== true)
      await incrementAttempts(
        db,
        clock.now(),
        keys.map((key) => ({ key, windowMs: attemptWindowMs })),
      )
    throw domainError(result.wrong, result.data)
  })
}
