import { domainError, type ErrorCode } from '@glasshouse/core/errors/registry'
import { attemptWindowMs, strictestThrottle, throttleFor } from '@glasshouse/core/identity/attempts'
import { addressKey, createKeyedSemaphore, type Platform, sha256 } from '../../platform/index.ts'
import { clearTries, countTries, readTries } from '../store/attempts.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

const never = Number.POSITIVE_INFINITY

/**
 * From how many failures on the next try waits: for an account from one address, and for an account from
 * anywhere. The second one lets a stranger slow a member down, and is so high that only somebody who guesses
 * from many addresses meets it; staff accounts are few and worth it. Practice mode has to bear tests.
 */
const limits = {
  practice: { pair: 20, account: 300 },
  live: { pair: 5, account: 50 },
} as const

const hashToSeed = (what: string, ...whose: readonly string[]): string =>
  `${what}:${sha256(whose.join('\n')).slice(0, 32)}`

/** One try at a time for an account from an address, so that a thousand at once cannot outrun their count. */
const inTurn = createKeyedSemaphore(1)

/** What came of a try: what it was for, or what it is refused with; a free one is not counted. */
type Attempt<T> = () => Promise<
  | { readonly right: T }
  | {
      readonly wrong: ErrorCode
      readonly data?: Readonly<Record<string, boolean>>
      readonly free?: boolean
    }
>

/**
 * Lets somebody try a secret of an account, unless too many were wrong lately (1004), and counts a wrong one. A
 * right one clears what was counted for its address.
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
  const tried = await readTries(db, atMs, attemptWindowMs, keys)
  const { pair: pairFrom, account: accountFrom } = limits[settings.MODE]
  const hurdle = strictestThrottle(
    tried.map((count, at) =>
      throttleFor(count, { captchaFrom: never, waitFrom: at === 0 ? pairFrom : accountFrom }, atMs),
    ),
  )
  if (hurdle.kind === 'wait')
    throw domainError('tooManyRequests', { retryAfter: Math.max(1, Math.ceil(hurdle.ms / 1000)) })
  const outcome = await attempt()
  if ('right' in outcome) {
    if ((tried[0]?.count ?? 0) > 0) await clearTries(db, clock.now(), attemptWindowMs, pair)
    return outcome.right
  }
  if (outcome.free !== true) await countTries(db, clock.now(), attemptWindowMs, keys)
  throw domainError(outcome.wrong, outcome.data)
}
