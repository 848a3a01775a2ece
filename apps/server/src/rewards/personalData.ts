import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listPaidRewards, listSignins } from './service/signin.ts'
import { exportReading, exportSubmissions } from './service/tasks.ts'

/** What this module stores about a customer. */
export const rewardPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'signIns', rows: () => exportPages((page) => listSignins(db, uid, page)) },
    { name: 'rewards', rows: () => listPaidRewards(db, uid) },
    { name: 'taskPictures', rows: () => exportPages((page) => exportSubmissions(db, uid, page)) },
    { name: 'taskReading', rows: () => exportReading(db, uid) },
  ],
}
