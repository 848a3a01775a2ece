import { startOfDay } from '@glasshouse/core/calendar/days'
import type { Network } from '@glasshouse/core/destinations/rules'
import { runningPause } from '@glasshouse/core/identity/rules'
import { subtractUnits, type Usdt } from '@glasshouse/core/money/units'
import type { PayoutMethod } from '@glasshouse/core/withdrawals/codec'
import type { WithdrawalFacts, WithdrawalRequestFacts } from '@glasshouse/core/withdrawals/judge'
import {
  type PendingReason,
  pendingReasonFor,
  type RecentChanges,
  remainingDailyCap,
  type WithdrawalLimits,
  type WithdrawalMethod,
  withdrawalCooldown,
  withdrawalLimits,
  withdrawalPauseMs,
} from '@glasshouse/core/withdrawals/rules'
import { getSetting } from '../../content/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { cooldownUntil, type Destination, findDestination } from '../../destinations/index.ts'
import { findSecurity } from '../../identity/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { sumRequestedSince, type WithdrawalRow } from '../store/withdrawals.ts'

export type WithdrawalDeps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  /** Whether a customer has a running wealth product, which removes fee and daily cap. */
  readonly hasProduct: (db: Db | Tx, uid: number) => Promise<boolean>
}

/** Withdrawal limits of the settings. */
const getWithdrawalSettings = async (db: Db | Tx): Promise<WithdrawalLimits> => ({
  bankMin: await getSetting(db, 'cash_min'),
  digitalMin: await getSetting(db, 'cash_min_digital'),
  max: await getSetting(db, 'cash_max'),
  capWithoutProduct: await getSetting(db, 'cash_cap_without_product'),
  secondApprovalAbove: await getSetting(db, 'withdraw_second_approval_above'),
})

/** A method with its stored destination. */
export type SavedDestination = { readonly way: WithdrawalMethod; readonly destination: Destination }

/** Ways of a digital withdrawal in the order in which a saved one is looked for. */
const digitalWays: readonly Network[] = ['1002', '1001']

/** Destination of a withdrawal: the first of the allowed methods that has a stored one; null if there is none. */
const findSavedDestination = async (
  db: Db | Tx,
  uid: number,
  method: PayoutMethod,
): Promise<SavedDestination | null> => {
  for (const way of method === 'digital' ? digitalWays : [method]) {
    const destination = await findDestination(db, uid, way)
    if (destination !== null) return { way, destination }
  }
  return null
}

/** What is read before the withdrawal password is verified, with the destination and the settings it came from. */
export type RequestContext = {
  readonly facts: WithdrawalRequestFacts
  readonly saved: SavedDestination | null
  readonly settings: WithdrawalLimits
}

/** What decides about a withdrawal. Under the locks of the command it cannot change any more. */
export type WithdrawalContext = RequestContext & {
  readonly facts: WithdrawalFacts
  /** Why it would wait from its request on. */
  readonly pendingReason: PendingReason
}

export const readRequestContext = async (
  db: Db | Tx,
  uid: number,
  method: PayoutMethod,
): Promise<RequestContext> => {
  const settings = await getWithdrawalSettings(db)
  const saved = await findSavedDestination(db, uid, method)
  const { min, max } = withdrawalLimits(method === 'bank' ? 'bank' : '1001', settings)
  return { facts: { min, max, hasDestination: saved !== null }, saved, settings }
}

export const readWithdrawalContext = async (
  deps: Pick<WithdrawalDeps, 'hasProduct'>,
  db: Db | Tx,
  uid: number,
  method: PayoutMethod,
  { available, nowMs }: { readonly available: Usdt; readonly nowMs: number },
): Promise<WithdrawalContext> => {
  const request = await readRequestContext(db, uid, method)
  const { saved, settings } = request
  const changes = saved === null ? null : await recentChanges(db, uid, saved, nowMs)
  const capLeft = remainingDailyCap(
    settings.capWithoutProduct,
    await sumRequestedSince(db, uid, startOfDay(nowMs)),
    await deps.hasProduct(db, uid),
  )
  const pause = changes === null || method === 'bank' ? null : withdrawalCooldown(changes, nowMs)
  return {
    ...request,
    facts: { ...request.facts, pause, capLeft, available },
    pendingReason: changes === null ? 'amount_review' : pendingReasonFor(changes, nowMs),
  }
}

/** Recent changes of a customer; any digital address counts, for a bank only its own change. */
const recentChanges = async (
  db: Db | Tx,
  uid: number,
  { way, destination }: SavedDestination,
  nowMs: number,
): Promise<RecentChanges> => {
  const [person, security] = [await findCustomer(db, uid), await findSecurity(db, uid)]
  if (person === undefined || security === undefined) throw new Error(`customer ${uid} does not exist`)
  const until = way === 'bank' ? null : await cooldownUntil(db, uid, nowMs)
  const passwords = [security.passwordChangedMs, security.withdrawPasswordChangedMs].filter(
    (changedMs) => changedMs !== null,
  )
  return {
    destinationMs:
      way === 'bank' ? destination.changedAtMs : until === null ? null : until - withdrawalPauseMs,
    passwordMs: passwords.length === 0 ? null : Math.max(...passwords),
    registeredMs: person.registered_ms,
    accountPause: runningPause(security, nowMs),
  }
}

/** Encryption purpose of a customer's destinations in withdrawals. */
export const encryptionPurpose = (uid: number | string): string => `funding.withdrawal:${uid}`

/** Payout of a withdrawal: the amount without the fee. */
export const netAmount = ({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>): Usdt =>
  subtractUnits(amount, fee)
