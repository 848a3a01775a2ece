import { formatTime } from '@glasshouse/core/calendar/days'
import type { Network } from '@glasshouse/core/funding/destinations/rules'
import {
  type BankType,
  type RecentChanges,
  type WithdrawalLimits,
  type WithdrawalMethod,
  withdrawalPauseMs,
} from '@glasshouse/core/funding/withdrawals/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import { personOf, securityOf } from '../../../identity/index.ts'
import { queueEmail } from '../../../notifications/index.ts'
import type { Db, Platform, Tx } from '../../../platform/index.ts'
import type { WithdrawalRow } from '../../store/withdrawals.ts'
import { cooldownUntil, type Destination, findDestination } from '../destinations.ts'
import { type WithdrawalEmailKind, withdrawalEmail } from './emails.ts'

export type WithdrawalDeps = Pick<Platform, 'clock' | 'database' | 'secrets'> & {
  /** Whether a customer has a running wealth product: no fee and no daily cap then. */
  readonly hasProduct: (db: Db | Tx, uid: number) => Promise<boolean>
}

/** What the settings say of withdrawals. */
export const getWithdrawalSettings = async (db: Db | Tx): Promise<WithdrawalLimits> => ({
  bankMin: (await getSetting(db, 'cash_min')) as Usdt,
  digitalMin: (await getSetting(db, 'cash_min_digital')) as Usdt,
  max: (await getSetting(db, 'cash_max')) as Usdt,
  capWithoutProduct: (await getSetting(db, 'cash_cap_without_product')) as Usdt,
  secondApprovalAbove: (await getSetting(db, 'withdraw_second_approval_above')) as Usdt,
})

/** A way with what is on file for it. */
export type SavedDestination = { readonly way: WithdrawalMethod; readonly destination: Destination }

const digitalWays = (type: 1001 | 1002 | undefined): readonly Network[] => {
  if (type === undefined) return ['1002', '1001']
  return type === 1001 ? ['1001'] : ['1002']
}

/** Where a withdrawal would go: of the ways that were meant the first with something on file; null: none. */
export const findSavedDestination = async (
  db: Db | Tx,
  uid: number,
  { banktype, type }: { readonly banktype: BankType; readonly type?: 1001 | 1002 | undefined },
): Promise<SavedDestination | null> => {
  for (const way of banktype === 1 ? (['bank'] as const) : digitalWays(type)) {
    const destination = await findDestination(db, uid, way)
    if (destination !== null) return { way, destination }
  }
  return null
}

/** What changed lately about a customer; of digital addresses any one counts, of bank data its own change. */
export const recentChanges = async (
  db: Db | Tx,
  uid: number,
  { way, destination }: SavedDestination,
  nowMs: number,
): Promise<RecentChanges> => {
  const [person, security] = [await personOf(db, uid), await securityOf(db, uid)]
  if (person === undefined || security === undefined) throw new Error(`there is no customer ${uid}`)
  const until = way === 'bank' ? null : await cooldownUntil(db, uid, nowMs)
  const passwords = [security.passwordChangedMs, security.withdrawPasswordChangedMs].filter(
    (changedMs) => changedMs !== null,
  )
  return {
    destinationMs:
      way === 'bank' ? destination.changedAtMs : until === null ? null : until - withdrawalPauseMs,
    passwordMs: passwords.length === 0 ? null : Math.max(...passwords),
    registeredMs: person.registered_ms,
  }
}

/** The purpose under which a customer's destinations are sealed in withdrawals. */
export const encryptionPurpose = (uid: number): string => `funding.withdrawal:${uid}`

/** What a withdrawal pays out: the amount without the fee. */
export const netAmount = ({ amount, fee }: Pick<WithdrawalRow, 'amount' | 'fee'>): Usdt =>
  (amount - fee) as Usdt

/** Writes to the customer of a withdrawal, in the caller's transaction; nothing to one without an address. */
export const queueWithdrawalEmail = async (
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  row: Pick<WithdrawalRow, 'id' | 'uid' | 'amount' | 'fee' | 'summary' | 'deadline_ms' | 'remark' | 'proof'>,
  about: WithdrawalEmailKind,
): Promise<void> => {
  const person = await personOf(tx, row.uid)
  if (person === undefined || person.email === null) return
  const letter = withdrawalEmail(person.lang, about, {
    id: row.id,
    amount: formatUsdt(row.amount),
    net: formatUsdt(netAmount(row)),
    fee: formatUsdt(row.fee),
    destination: row.summary,
    deadline: formatTime(row.deadline_ms),
    remark: row.remark ?? '',
    proof: row.proof ?? '',
  })
  const template = `withdrawal.${about}`
  await queueEmail(tx, clock.now(), { email: person.email, lang: person.lang, template, ...letter })
}
