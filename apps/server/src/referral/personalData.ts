import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listEarners, listIncomeOf, listReferralAccruals } from './service/overview.ts'

/** What this module stores about a customer. */
export const referralPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'referralIncome', rows: () => exportPages((page) => listIncomeOf(db, uid, page)) },
    { name: 'referralAccruals', rows: () => exportPages((page) => listReferralAccruals(db, uid, page)) },
    { name: 'referralEarners', rows: () => listEarners(db, uid) },
  ],
}
