import type { PersonalData } from '../../platform/personalData/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { listLocksOf } from './store.ts'

/** What this module stores about a customer. */
export const lockPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [{ name: 'locks', rows: () => listLocksOf(db, uid) }],
}
