/** Wire forms of locks of accounts as staff see them. */
import type { DataOf } from '../../calls.ts'
import type { LockReason } from '../../identity/locks.ts'
import type { LockRow } from '../wire.ts'

/** A lock of an account; instants of the business calendar. */
export type StaffLock = {
  readonly id: number
  readonly uid: number
  readonly reason: LockReason
  /** What the customer reads. */
  readonly remark: string
  readonly reference: string | null
  readonly origin: LockRow['origin']
  /** The manager who locked it or took the lock over; null of the customer's own. */
  readonly staff: string | null
  readonly staffId: number | null
  /** The second manager. */
  readonly agreed: string | null
  readonly fromMs: number
  /** Null until it is lifted. */
  readonly untilMs: number | null
  /** Null while it stands. */
  readonly endedMs: number | null
}
/** A lock in the list of all, with the name of its customer. */
export type ListedStaffLock = StaffLock & { readonly username: string }

/** Formats a lock. */
export const staffLockToWire = (lock: StaffLock): LockRow => ({
  id: lock.id,
  uid: lock.uid,
  reason: lock.reason,
  remark: lock.remark,
  reference: lock.reference,
  origin: lock.origin,
  staff: lock.staff,
  staffid: lock.staffId,
  agreed: lock.agreed,
  from: lock.fromMs,
  until: lock.untilMs,
  ended: lock.endedMs,
})

/** Parses a lock that the server returned. */
export const staffLockFromWire = ({ staffid, from, until, ended, ...lock }: LockRow): StaffLock => ({
  ...lock,
  ...{ staffId: staffid, fromMs: from, untilMs: until, endedMs: ended },
})

/** Formats a lock for `/staff/api/lockList`. */
export const listedLockToWire = (lock: ListedStaffLock): DataOf<'/staff/api/lockList'>[number] => ({
  ...staffLockToWire(lock),
  username: lock.username,
})

/** Parses the locks of `/staff/api/lockList`. */
export const listedLocksFromWire = (rows: DataOf<'/staff/api/lockList'>): readonly ListedStaffLock[] =>
  rows.map(({ username, ...row }) => ({ ...staffLockFromWire(row), username }))
