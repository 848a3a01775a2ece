export type { LockRow, LockTables } from './schema.ts'
export {
  type AccountLock,
  accountLockOf,
  assertNotLocked,
  canOneManagerLock,
  findAccountLock,
  findStaffLock,
  listAccountLocks,
  replaceLock,
  runningLock,
} from './service.ts'
export { isLockedAt, listLockedAt, listLockTimes, updateLock } from './store.ts'
