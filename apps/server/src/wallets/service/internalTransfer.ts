import { hourMs } from '@glasshouse/core/calendar/durations'
import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { maskEmail, maskPhone, runningPause } from '@glasshouse/core/identity/rules'
import { customer } from '@glasshouse/core/ledger/chart'
import type { NamedRecipient, RecipientKind, TransferToUserCommand } from '@glasshouse/core/wallets/codec'
import { judgeInternalTransfer, judgeMovedAmount } from '@glasshouse/core/wallets/judge'
import { maskName } from '@glasshouse/core/wallets/rules'
import { assertNotLocked } from '../../customers/locks/index.ts'
import { findRecipient, type Recipient } from '../../customers/records/index.ts'
import { findSecurity, getProfile } from '../../identity/index.ts'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Db } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../events.ts'
import { internalTransferPosting } from '../postings.ts'
import { countRecipientLookup, insertInternalTransfer } from '../store/transfers.ts'
import { transferError } from './transfer.ts'

export type InternalTransferDeps = Pick<Platform, 'clock' | 'database' | 'settings'> & {
  /** Throws 1007 for a wrong withdrawal password and 2003 if none is set. */
  readonly verifyWithdrawPassword: (uid: number, password: string) => Promise<void>
}

/** Lookups of other customers per hour; higher in practice mode because of tests. */
const questionsAnHour = { practice: 2000, live: 30 } as const

const isSwitchedOn = async (db: Db, uid: number): Promise<boolean> =>
  (await getProfile(db, uid)).info.canSendToOthers

/**
 * The named recipient. Every lookup counts, successful or not, so that accounts cannot be enumerated.
 *
 * @throws tooManyRequests (1004) the limit is used up
 * @throws notFound (1005) unknown or frozen
 * @throws invalidState (2003, `self`) the sender's own account
 */
const recipientOf = async (
  { clock, database, settings }: InternalTransferDeps,
  uid: number,
  { kind, account }: NamedRecipient,
): Promise<Recipient> => {
  const nowMs = clock.now()
  const limits = { windowMs: hourMs, most: questionsAnHour[settings.MODE] }
  const againMs = await transact(database.db, (tx) => countRecipientLookup(tx, uid, nowMs, limits))
  if (againMs > 0) throw domainError('tooManyRequests', { retryAfter: Math.ceil((againMs - nowMs) / 1000) })
  const found = await findRecipient(database.db, kind, account, clock.business())
  if (found === null) throw domainError('notFound')
  if (found.uid === uid) throw domainError('invalidState', { reason: 'self' })
  return found
}

/** Display form of a recipient named by phone, e-mail or uid. */
const accountShown = ({ uid, email, phone }: Recipient, kind: RecipientKind): string => {
  if (kind === 'phone') return maskPhone(phone)
  return kind === 'email' ? maskEmail(email) : String(uid)
}

/** Shows the masked recipient of a transfer. Throws 1006 if sending is off, and the errors of `recipientOf`. */
export const previewRecipient = async (
  deps: InternalTransferDeps,
  uid: number,
  to: NamedRecipient,
): Promise<DataOf<'/api/user/transferRecipient'>> => {
  if (!(await isSwitchedOn(deps.database.db, uid))) throw domainError('notAllowed')
  const found = await recipientOf(deps, uid, to)
  return { name: maskName(found.username), account: accountShown(found, to.kind) }
}

/**
 * Transfers USDT of the wallet to another customer's wallet.
 *
 * Refuses 1006 where sending is off, 2002 for nothing, 1007 for a wrong withdraw password, 1005 for a recipient who
 * could receive, 2003 for oneself and (with `reason`, `until`) while a pause of the account runs, 2001 (with `max`) for more than is free.
 */
export const transferToUser = async (
  deps: InternalTransferDeps,
  uid: number,
  { to, amount, withdrawPassword }: TransferToUserCommand,
): Promise<void> => {
  const { clock, database, verifyWithdrawPassword } = deps
  if (!(await isSwitchedOn(database.db, uid))) throw domainError('notAllowed')
  const moved = judgeMovedAmount(amount)
  if (moved.problem !== null) throw transferError(moved.problem)
  // Checked before the lookup: a stolen session alone learns nothing and sends nothing.
  await verifyWithdrawPassword(uid, withdrawPassword)
  const { uid: toUid } = await recipientOf(deps, uid, to)
  await transact(database.db, async (tx) => {
    const [free] = await lockBalances(tx, [customer(uid, 'wallet'), customer(toUid, 'wallet')])
    await assertNotLocked(tx, clock, uid)
    requireSoundLedger(database)
    // Closing and freezing lock the wallet too, so the account is checked again after taking the lock.
    if ((await findRecipient(tx, 'uid', String(toUid), clock.business())) === null)
      throw domainError('notFound')
    const security = await findSecurity(tx, uid)
    const pause = security === undefined ? null : runningPause(security, clock.business())
    const { problem } = judgeInternalTransfer({ pause, available: free }, amount)
    if (problem?.kind === 'paused')
      throw domainError('invalidState', { reason: problem.pause.reason, until: problem.pause.untilMs })
    if (problem !== null) throw transferError(problem)
    const sendingId = await insertInternalTransfer(tx, uid, toUid, amount, clock.business())
    await postSingle(tx, clock.business(), internalTransferPosting(uid, toUid, amount, sendingId))
    await publishEvents(tx, [walletChanged(uid), walletChanged(toUid)], clock.now())
  })
}
