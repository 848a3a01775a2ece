import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { eraseKyc } from './service/erase.ts'
import { listKycOf, listKycViewsOf } from './service/record.ts'

/** What this module stores about a customer. */
export const kycPersonalData: PersonalData<Pick<Platform, 'clock' | 'database' | 'secrets'>> = {
  exportParts: (deps, { uid }) => [
    { name: 'identityChecks', rows: () => exportPages((page) => listKycOf(deps, uid, page)) },
    { name: 'identityLooks', rows: () => exportPages((page) => listKycViewsOf(deps.database.db, uid, page)) },
  ],
  erase: (tx, { uid, businessMs }) => eraseKyc(tx, uid, businessMs),
}
