import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { anonymizeComplaints, listComplaintsOf } from './store.ts'

/** What this module stores about a customer. */
export const complaintPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'complaints', rows: () => listComplaintsOf(db, uid) },
  ],
  erase: (tx, { uid }) => anonymizeComplaints(tx, uid),
}
