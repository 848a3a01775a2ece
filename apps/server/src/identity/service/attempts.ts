import {
  guardedLimits,
  hardestOf,
  hurdleOf,
  signInLimits,
  tryWindowMs,
} from '@glasshouse/core/identity/attempts'
import { type RefusalCode, refuse } from '@glasshouse/core/errors/registry'
import { addressKey, createTurns, type Db, type Platform, sha256 } from '../../platform/index.ts'
import { clearTally, countTallies, readTallies } from '../store/attemptCounters.ts'
import { passCaptcha } from './captcha.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** The key of a count: what is counted and, in one length, of whom. */
export const tallyKey = (what: string, ...whose: readonly string[]): string =>
  `${what}:${sha256(whose.join('\n')).slice(0, 32)}`

export const tooManyTries = (waitMs: number) =>
  refuse('tooManyRequests', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Right passwords are not slowed down much by this; wrong ones cannot outrun their count by more. */
const signInTurns = createTurns(4)

export type SignInTry = {
  /** The account as it was written, known or not. */
  readonly account: string
  readonly ip: string
  readonly captcha: string | undefined
}

/**
 * Lets somebody try to sign in, unless he has to wait (1004) or owes a captcha (1001, `code`), and counts the
 * failure when the try is refused with `credentialsWrong`. Known and unknown accounts are counted alike.
 */
export const trySigningIn = async <T>(
  deps: Deps,
  { account, ip, captcha }: SignInTry,
  attempt: () => Promise<{ readonly right: true; readonly value: T } | { readonly right: false }>,
): Promise<T> => {
  const { db } = deps.database
  const address = addressKey(ip)
  const pair = tallyKey('signInPair', account, address)
  const keys = [pair, tallyKey('signInAccount', account), tallyKey('signInAddress', address)]
  return signInTurns(pair, async () => {
    const atMs = deps.clock.now()
    const limits = signInLimits[deps.settings.MODE]
    const tried = await readTallies(db, atMs, keys)
    const scopes = [limits.pair, limits.account, limits.address]
    const hurdle = hardestOf(tried.map((count, at) => hurdleOf(count, scopes[at] ?? limits.address, atMs)))
    if (hurdle.kind === 'wait') throw tooManyTries(hurdle.ms)
    if (hurdle.kind === 'captcha' && !(await passCaptcha(deps, db, captcha)))
      throw refuse('fieldMalformed', { field: 'code' })
    const outcome = await attempt()
    if (outcome.right) {
      if ((tried[0]?.count ?? 0) > 0) await clearTally(db, pair)
      return outcome.value
    }
    await countTallies(
      db,
      deps.clock.now(),
      keys.map((key) => ({ key, windowMs: tryWindowMs })),
    )
    throw refuse('credentialsWrong')
  })
}

const guardedTurns = createTurns(1)

/**
 * Checks a secret of which only five wrong ones are let through before a growing wait (1004). Right ones do
 * not count and clear what was counted. Refuses with `wrong`.
 */
export const tryGuarded = async (
  { clock, database }: { readonly clock: Platform['clock']; readonly database: { readonly db: Db } },
  key: string,
  wrong: { readonly code: RefusalCode; readonly data?: Readonly<Record<string, boolean>> },
  check: () => Promise<boolean>,
): Promise<void> =>
  guardedTurns(key, async () => {
    const [tried] = await readTallies(database.db, clock.now(), [key])
    if (tried === undefined) throw new Error('a count has no answer')
    const hurdle = hurdleOf(tried, guardedLimits, clock.now())
    if (hurdle.kind === 'wait') throw tooManyTries(hurdle.ms)
    if (await check()) {
      if (tried.count > 0) await clearTally(database.db, key)
      return
    }
    await countTallies(database.db, clock.now(), [{ key, windowMs: tryWindowMs }])
    throw refuse(wrong.code, wrong.data)
  })
