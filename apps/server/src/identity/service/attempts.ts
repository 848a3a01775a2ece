import { domainError, type ErrorCode } from '@glasshouse/core/errors/registry'
import {
  attemptWindowMs,
  secretAttemptLimits,
  signInLimits,
  strictestThrottle,
  throttleFor,
} from '@glasshouse/core/identity/attempts'
import { addressKey, createKeyedSemaphore, type Db, type Platform, sha256 } from '../../platform/index.ts'
import { deleteAttempts, incrementAttempts, listAttempts } from '../store/attemptCounters.ts'
import { verifyCaptcha } from './captcha.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** The key of a count: what is counted and, in one length, of whom. */
export const attemptKey = (what: string, ...whose: readonly string[]): string =>
  `${what}:${sha256(whose.join('\n')).slice(0, 32)}`

export const tooManyAttempts = (waitMs: number) =>
  domainError('tooManyRequests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Right passwords are not slowed down much by this; wrong ones cannot outrun their count by more. */
const signInTurns = createKeyedSemaphore(4)

export type SignInAttempt = {
  /** The account as it was written, known or not. */
  readonly account: string
  readonly ip: string
  readonly captcha: string | undefined
}

/**
 * Runs a sign-in attempt unless it is throttled (1004) or needs a captcha (1001, `code`), and counts an attempt that
 * fails with `invalidCredentials`. Known and unknown accounts are counted alike.
 */
export const throttleSignIn = async <T>(
  deps: Deps,
  { account, ip, captcha }: SignInAttempt,
  attempt: () => Promise<{ readonly right: true; readonly value: T } | { readonly right: false }>,
): Promise<T> => {
  const { db } = deps.database
  const address = addressKey(ip)
  const pair = attemptKey('signInPair', account, address)
  const keys = [pair, attemptKey('signInAccount', account), attemptKey('signInAddress', address)]
  return signInTurns(pair, async () => {
    const atMs = deps.clock.now()
    const limits = signInLimits[deps.settings.MODE]
    const attempts = await listAttempts(db, atMs, keys)
    const scopes = [limits.pair, limits.account, limits.address]
    const throttle = strictestThrottle(
      attempts.map((count, at) => throttleFor(count, scopes[at] ?? limits.address, atMs)),
    )
    if (throttle.kind === 'wait') throw tooManyAttempts(throttle.ms)
    if (throttle.kind === 'captcha' && !(await verifyCaptcha(deps, db, captcha)))
      throw domainError('invalidField', { field: 'code' })
    const outcome = await attempt()
    if (outcome.right) {
      if ((attempts[0]?.count ?? 0) > 0) await deleteAttempts(db, pair)
      return outcome.value
    }
    await incrementAttempts(
      db,
      deps.clock.now(),
      keys.map((key) => ({ key, windowMs: attemptWindowMs })),
    )
    throw domainError('invalidCredentials')
  })
}

const guardedTurns = createKeyedSemaphore(1)

/**
 * Checks a secret of which only five wrong ones are let through before a growing wait (1004). Right ones do
 * not count and clear what was counted. Refuses with `wrong`.
 */
export const throttleSecret = async (
  { clock, database }: { readonly clock: Platform['clock']; readonly database: { readonly db: Db } },
  key: string,
  wrong: { readonly code: ErrorCode; readonly data?: Readonly<Record<string, boolean>> },
  check: () => Promise<boolean>,
): Promise<void> =>
  guardedTurns(key, async () => {
    const [attempts] = await listAttempts(database.db, clock.now(), [key])
    if (attempts === undefined) throw new Error('a count has no answer')
    const throttle = throttleFor(attempts, secretAttemptLimits, clock.now())
    if (throttle.kind === 'wait') throw tooManyAttempts(throttle.ms)
    if (await check()) {
      if (attempts.count > 0) await deleteAttempts(database.db, key)
      return
    }
    await incrementAttempts(database.db, clock.now(), [{ key, windowMs: attemptWindowMs }])
    throw domainError(wrong.code, wrong.data)
  })
