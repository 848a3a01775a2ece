import { type LevelRates, type ReferralLevel, referralLevels } from '@glasshouse/core/referral/rules'
import { getSetting, getSettingIn } from '../../content/index.ts'
import { findAccountLock } from '../../customers/locks/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { listReferrers } from '../../customers/referrers/index.ts'
import { customerPolicy } from '../../eligibility/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { PromiseRefusal } from '../schema.ts'
import { findLeft, insertClient, listInviters } from '../store/clients.ts'

/** What referral asks of modules that know who a customer is and where money goes. */
type OwnerChecks = {
  /** Digest of the approved identity of a customer; null without one. */
  readonly identityOf: (tx: Tx, uid: number) => Promise<string | null>
  /** By customer: digests of withdrawal addresses and bank accounts. */
  readonly destinationsOf: (
    tx: Tx,
    uids: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly string[]>>
}

/** What the referral program needs. */
export type ReferralDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & OwnerChecks

/** Rates of the monthly income and of a first purchase, by level, in whole percent. */
export type ReferralTerms = { readonly share: LevelRates; readonly first: LevelRates }

/** The rates that are in force for orders sold from now on. */
export const readTerms = async (db: Db | Tx): Promise<ReferralTerms> => ({
  share: {
    1: await getSetting(db, 'referral_rate_1'),
    2: await getSetting(db, 'referral_rate_2'),
    3: await getSetting(db, 'referral_rate_3'),
  },
  first: {
    1: await getSetting(db, 'referral_first_1'),
    2: await getSetting(db, 'referral_first_2'),
    3: await getSetting(db, 'referral_first_3'),
  },
})

/** One who may earn of a client. */
export type Inviter = { readonly level: ReferralLevel; readonly receiver: number }

/**
 * Who earns of a client now. Writes the rows of a client whose registration was not heard of yet, so that an order sold
 * in the same second misses no inviter.
 */
export const findInviters = async (tx: Tx, uid: number): Promise<readonly Inviter[]> => {
  const known = await listReferrers(tx, uid)
  if (known === null || known.referrers.length === 0) return []
  await insertClient(tx, { client: uid, joinedMs: known.registeredMs, receivers: known.referrers })
  const rows = await listInviters(tx, uid)
  return referralLevels.flatMap((level) => {
    const row = rows.find((one) => one.level === level)
    return row === undefined ? [] : [{ level, receiver: row.receiver }]
  })
}

/** Whether anyone earns of a client now; a registration that was not heard of yet counts. */
export const hasInviters = async (db: Db, uid: number): Promise<boolean> => {
  const hasLeft = await findLeft(db, uid)
  return hasLeft === null ? ((await listReferrers(db, uid))?.referrers.length ?? 0) > 0 : !hasLeft
}

/**
 * Why an order of a client is not promised to inviters, by level; absent where it may be. Judged once, at the sale.
 */
export const judgeInviters = async (
  deps: ReferralDeps,
  tx: Tx,
  client: number,
  inviters: readonly Inviter[],
): Promise<ReadonlyMap<ReferralLevel, PromiseRefusal>> => {
  const all = [client, ...inviters.map(({ receiver }) => receiver)]
  const identities = new Map<number, string | null>()
  for (const uid of all) identities.set(uid, await deps.identityOf(tx, uid))
  const destinations = await deps.destinationsOf(tx, all)
  const marksOf = (uid: number): readonly string[] => [
    ...(destinations.get(uid) ?? []),
    ...[identities.get(uid) ?? null].filter((identity) => identity !== null),
  ]
  const own = new Set(marksOf(client))
  if (inviters.some(({ receiver }) => marksOf(receiver).some((mark) => own.has(mark))))
    return new Map(inviters.map(({ level }) => [level, 'sameOwner'] as const))
  const needsKyc = (await getSettingIn(tx, deps.settings.MODE, 'referral_needs_kyc')) === 1
  const isProven = (uid: number): boolean => !needsKyc || identities.get(uid) !== null
  const { policy } = await customerPolicy(deps, tx, client)
  const refusals = new Map<ReferralLevel, PromiseRefusal>()
  for (const { level, receiver } of inviters) {
    const refusal = await judgeOne(deps, tx, receiver)
    if (!policy.referralPay) refusals.set(level, 'policy')
    else if (refusal !== null) refusals.set(level, refusal)
    else if (!isProven(client) || !isProven(receiver)) refusals.set(level, 'kyc')
  }
  return refusals
}

const judgeOne = async (deps: ReferralDeps, tx: Tx, receiver: number): Promise<PromiseRefusal | null> => {
  const person = await findCustomer(tx, receiver)
  if (person === undefined || person.closed_ms !== null) return 'account'
  if ((await findAccountLock(tx, deps.clock, receiver)) !== null) return 'account'
  const { policy } = await customerPolicy(deps, tx, receiver)
  return policy.referralPay ? null : 'policy'
}
