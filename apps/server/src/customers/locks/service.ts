import { domainError } from '@glasshouse/core/errors/registry'
import { canLockAlone, isLockRunning, type LockReason, soleLockSpanMs } from '@glasshouse/core/identity/locks'
import type { ListedStaffLock, StaffLock } from '@glasshouse/core/staff/locks/codec'
import type { SortedRange } from '@glasshouse/core/wire/codec'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { type RequestOrigin, readAndAudit } from '../../staff/index.ts'
import type { LockRow } from './schema.ts'
import {
  findListedLock,
  findLock,
  insertLock,
  type ListedLock,
  listLocks,
  listSoleLocks,
  type NewLock,
  updateLock,
} from './store.ts'

/** Why an account is locked and until when; null: until it is lifted. By the business calendar. */
export type AccountLock = { readonly reason: LockReason; readonly until: number | null }

const timesOf = ({ from_ms: fromMs, until_ms: untilMs, ended_ms: endedMs }: LockRow) => ({
  fromMs,
  untilMs,
  endedMs,
})

/** Reason and end of a lock, as its customer is told; `until` in epoch milliseconds, null where it has no end. */
export const accountLockOf = ({ reason, until_ms: until }: LockRow): AccountLock => ({ reason, until })

/** The lock of an account that stands now, as its row; undefined when none does. */
export const runningLock = async (db: Db | Tx, clock: Clock, uid: number): Promise<LockRow | undefined> => {
  const lock = await findLock(db, uid)
  return lock !== undefined && isLockRunning(timesOf(lock), clock.business()) ? lock : undefined
}

/** Why an account is locked now and until when; null when it is not. */
export const findAccountLock = async (
  db: Db | Tx,
  clock: Clock,
  uid: number,
): Promise<AccountLock | null> => {
  const lock = await runningLock(db, clock, uid)
  return lock === undefined ? null : accountLockOf(lock)
}

/** Throws `notAllowed` (1006, with `reason` and `until`) while an account is locked. */
export const assertNotLocked = async (db: Db | Tx, clock: Clock, uid: number): Promise<void> => {
  const lock = await findAccountLock(db, clock, uid)
  if (lock !== null) throw domainError('notAllowed', { ...lock })
}

/** Whether one manager alone may lock an account now; see `canLockAlone`. */
export const canOneManagerLock = async (tx: Tx, clock: Clock, uid: number): Promise<boolean> => {
  const nowMs = clock.business()
  const locks = await listSoleLocks(tx, uid, nowMs - soleLockSpanMs)
  return canLockAlone(locks.map(timesOf), nowMs)
}

/** Stores a lock of a locked customer; one that stands ends at its beginning. */
export const replaceLock = async (tx: Tx, lock: NewLock): Promise<void> => {
  const { uid, fromMs } = lock
  const before = await findLock(tx, uid)
  if (before !== undefined)
    await updateLock(tx, before.id, { ended_ms: Math.min(fromMs, before.until_ms ?? fromMs) })
  await insertLock(tx, lock)
}

/** A lock as staff see it. */
const lockOf = (row: ListedLock, nowMs: number): StaffLock => ({
  id: row.id,
  uid: row.uid,
  reason: row.reason,
  remark: row.remark,
  reference: row.reference,
  origin: row.origin,
  staff: row.staff,
  staffId: row.staff_id,
  agreed: row.agreed,
  fromMs: row.from_ms,
  untilMs: row.until_ms,
  endedMs: row.ended_ms ?? (row.until_ms !== null && row.until_ms <= nowMs ? row.until_ms : null),
})

/** The lock of an account that stands at an instant, as staff see it; null without one. */
export const findStaffLock = async (db: Db, uid: number, nowMs: number): Promise<StaffLock | null> => {
  const row = await findListedLock(db, uid, nowMs)
  return row === undefined ? null : lockOf(row, nowMs)
}

/** One page of the locks that stand, or of those that are over; audited. */
export const listAccountLocks = async (
  deps: Pick<Platform, 'clock' | 'database'>,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { isEnded, ...page }: SortedRange & { readonly isEnded: boolean },
): Promise<{ readonly rows: readonly ListedStaffLock[]; readonly total: number }> => {
  const nowMs = deps.clock.business()
  const { rows, total } = await listLocks(deps.database.db, isEnded, nowMs, page)
  await readAndAudit(deps, staff, origin, 'lockList', 'locks')
  return { rows: rows.map((row) => ({ ...lockOf(row, nowMs), username: row.username })), total }
}
