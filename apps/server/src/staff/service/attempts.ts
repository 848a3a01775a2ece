import { domainError, type ErrorCode, type ErrorData } from '@glasshouse/core/errors/registry'
import { attemptWindowMs, strictestThrottle, throttleFor } from '@glasshouse/core/identity/attempts'
import { addressKey, createKeyedSemaphore, type Platform, sha256 } from '../../platform/index.ts'
import { countTries, deleteAttempts, listAttempts } from '../store/attempts.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const never = Number.POSITIVE_INFINITY

/**
 * Number of failures from which the next attempt waits: per account and address, and per account. The second one lets a
 * stranger slow a staff member down; it is so high that only guesses from many addresses reach it, which is acceptable
 * for the few staff accounts. Practice mode has higher limits because of tests.
 */
const limits = {
  practice: { pair: 20, account: 300 },
  live: { pair: 5, account: 50 },
} as const

const hashToSeed = (what: string, ...whose: readonly string[]): string =>
  `${what}:${sha256(whose.join('\n')).slice(0, 32)}`

/** One attempt at a time per account and address, so that concurrent guesses cannot outrun the counter. */
const inTurn = createKeyedSemaphore(1)

/** Outcome of an attempt: a value or an error; a `free` one is not counted. */
type Attempt<T> = () => Promise<
  | { readonly right: T }
  | {
      readonly wrong: ErrorCode
      readonly data?: ErrorData
      readonly free?: boolean
    }
>

/**
 * Runs an attempt at a secret of an account and counts a failure. A success clears the counter of its address.
 *
 * @throws tooManyRequests (1004) too many recent failures
 */
export const throttleSecret = async <T>(
  deps: Deps,
  { account, ip }: { readonly account: string; readonly ip: string },
  attempt: Attempt<T>,
): Promise<T> => {
  const pair = hashToSeed('pair', account, addressKey(ip))
  return inTurn(pair, () => tryCounted(deps, account, pair, attempt))
}

const tryCounted = async <T>(
  { settings, clock, database }: Deps,
  account: string,
  pair: string,
  attempt: Attempt<T>,
): Promise<T> => {
  const { db } = database
  const keys = [pair, hashToSeed('account', account)]
  const atMs = clock.now()
  const tried = await listAttempts(db, atMs, attemptWindowMs, keys)
  const { pair: pairFrom, account: accountFrom } = limits[settings.MODE]
  const throttle = strictestThrottle(
    tried.map((count, at) =>
      throttleFor(count, { captchaFrom: never, waitFrom: at === 0 ? pairFrom : accountFrom }, atMs),
    ),
  )
  if (throttle.kind === 'wait')
    throw domainError('tooManyRequests', { retryAfter: Math.max(1, Math.ceil(throttle.ms / 1000)) })
  const outcome = await attempt()
  if ('right' in outcome) {
    if ((tried[0]?.count ?? 0) > 0) await deleteAttempts(db, clock.now(), attemptWindowMs, pair)
    return outcome.right
  }
  if (outcome.free !== true) await countTries(db, clock.now(), attemptWindowMs, keys)
  throw domainError(outcome.wrong, outcome.data)
}
