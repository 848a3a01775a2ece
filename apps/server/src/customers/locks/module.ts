import { lockPersonalData } from './personalData.ts'
import { listNewestLocks } from './store.ts'

/** What the composition root connects of this module. */
export const customerLocksModule = {
  personalData: lockPersonalData,
  provides: { listNewestLocks },
}
