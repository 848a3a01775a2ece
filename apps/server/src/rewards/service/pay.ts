import { dayOf } from '@glasshouse/core/calendar/days'
import { domainError } from '@glasshouse/core/errors/registry'
import { customer, house } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import { fitsIntoDay } from '@glasshouse/core/rewards/rules'
import { getSetting } from '../../content/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { customerPolicy } from '../../eligibility/index.ts'
import { lockBalances, post } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { lockDay, updateDay } from '../store.ts'

export type RewardDeps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** The day of an instant as a number, yyyymmdd. */
export const dayNumberOf = (ms: number): number => Number.parseInt(dayOf(ms), 10)

/**
 * Locks what a reward moves: the customer's wallet and the marketing reserve; returns what the reserve holds.
 *
 * @throws invalidState (`closed`) the account is closed; closing locks the wallet too
 */
export const lockReward = async (tx: Tx, uid: number): Promise<bigint> => {
  const [, marketing] = await lockBalances(tx, [customer(uid, 'wallet'), house('marketing')])
  if ((await findCustomer(tx, uid))?.closed_ms !== null)
    throw domainError('invalidState', { reason: 'closed' })
  return marketing
}

/** Throws notAllowed (1006) where the country of a customer gets no rewards. */
export const assertRewardsOffered = async (deps: RewardDeps, tx: Tx, uid: number): Promise<void> => {
  const { policy } = await customerPolicy(deps, tx, uid)
  if (!policy.bonuses) throw domainError('notAllowed')
}

/**
 * Whether a reward can be paid now: the marketing reserve covers it and the day has room for it. The day stays locked; the
 * caller has locked the accounts.
 */
export const isCovered = async (tx: Tx, atMs: number, amount: Usdt, marketing: bigint): Promise<boolean> => {
  const max = await getSetting(tx, 'marketing_daily_max')
  const paid = await lockDay(tx, dayNumberOf(atMs))
  return amount <= marketing && fitsIntoDay(amount, paid, max)
}

/** Pays a reward that is covered, and counts it on its day. */
export const payReward = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  atMs: number,
  paid: { readonly uid: number; readonly amount: bigint; readonly posting: LedgerTransaction },
): Promise<void> => {
  const [posted] = await post(tx, atMs, [paid.posting])
  if (posted?.ok !== true) throw new Error('the marketing reserve moved while it was locked')
  await updateDay(tx, dayNumberOf(atMs), paid.amount)
  await publishEvents(tx, [walletChanged(paid.uid)], clock.now())
}
