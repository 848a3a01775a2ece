import { domainError } from '@glasshouse/core/errors/registry'
import { type LockOrigin, type LockReason, lockEnd } from '@glasshouse/core/identity/locks'
import {
  type AccountLock,
  assertNotLocked,
  type LockRow,
  replaceLock,
  updateLock,
} from '../../customers/locks/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { customerLocked } from '../events.ts'
import { lockCustomer } from '../store/customers.ts'
import { deleteLostFactor } from '../store/lostFactors.ts'
import { sendLockLetters, sendUnlockLetters } from './lockLetters.ts'
import { endCustomerSessions } from './sessionEnd.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** A lock to be made; two managers make one without an end. */
export type LockCommand = {
  readonly reason: LockReason
  readonly remark: string
  readonly reference: string | null
  readonly origin: LockOrigin
  readonly staffId: number | null
  readonly agreedStaffId: number | null
}

/**
 * Locks an account in the caller's transaction: all its sessions end (103), sign-in is closed, letters say so, and the
 * modules below hear of it (`customerLocked`: resting orders are cancelled). A lock that stands is replaced.
 *
 * @throws notFound no such customer
 */
export const startLock = async (
  deps: Deps,
  tx: Tx,
  uid: number,
  command: LockCommand,
): Promise<AccountLock> => {
  const { clock } = deps
  if ((await lockCustomer(tx, uid)) === undefined) throw domainError('notFound')
  const fromMs = clock.business()
  const untilMs = lockEnd({ fromMs, isAgreed: command.agreedStaffId !== null })
  await replaceLock(tx, { uid, ...command, fromMs, untilMs })
  // Who asked for a second factor to go may be the reason for the lock.
  await deleteLostFactor(tx, uid, fromMs)
  await endCustomerSessions(tx, uid, clock.now())
  await publishEvents(tx, [customerLocked({ uid })], clock.now())
  const lock = { reason: command.reason, until: untilMs }
  await sendLockLetters(deps, tx, uid, { ...lock, remark: command.remark, isExtended: false })
  return lock
}

/**
 * Records that a second manager agreed to the lock that stands: it has no end any more, and a letter says so. The
 * caller holds the lock of the customer.
 */
export const extendLock = async (
  deps: Deps,
  tx: Tx,
  lock: LockRow,
  agreedStaffId: number,
): Promise<AccountLock> => {
  await updateLock(tx, lock.id, { agreed_staff_id: agreedStaffId, until_ms: null })
  const { uid, reason, remark } = lock
  await sendLockLetters(deps, tx, uid, { reason, until: null, remark, isExtended: true })
  return { reason, until: null }
}

/**
 * Records that a manager takes the lock over that the customer or a letter made; its end stays what it is, and a
 * second manager can agree to it.
 */
export const adoptLock = async (
  tx: Tx,
  lock: LockRow,
  { reason, remark, staffId }: Pick<LockCommand, 'reason' | 'remark'> & { readonly staffId: number },
): Promise<AccountLock> => {
  await updateLock(tx, lock.id, { staff_id: staffId, reason, remark })
  return { reason, until: lock.until_ms }
}

/** Lifts the lock that stands; restricted sessions end, and a letter says so. */
export const endLock = async (deps: Deps, tx: Tx, lock: LockRow, staffId: number | null): Promise<void> => {
  const { clock } = deps
  await updateLock(tx, lock.id, { ended_ms: clock.business(), ended_staff_id: staffId })
  await endCustomerSessions(tx, lock.uid, clock.now())
  await sendUnlockLetters(deps, tx, lock.uid)
}

/**
 * Locks the account of the calling customer; an existing lock, for example by staff, is not replaced.
 *
 * @throws notAllowed the account is locked already
 */
export const lockOwnAccount = (deps: Deps, uid: number): Promise<AccountLock> =>
  transact(deps.database.db, async (tx) => {
    await lockCustomer(tx, uid)
    await assertNotLocked(tx, deps.clock, uid)
    return startLock(deps, tx, uid, ownLock('customer', 'customer_request'))
  })

/** A lock that no manager made: by the customer, or by the link of a security letter. */
export const ownLock = (origin: 'customer' | 'letter', reason: LockReason): LockCommand => ({
  reason,
  remark: '',
  reference: null,
  origin,
  staffId: null,
  agreedStaffId: null,
})
