import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { deleteCharts, listCharts } from './store.ts'

/** What this module stores about a customer. */
export const drawingPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [{ name: 'drawings', rows: () => listCharts(db, uid) }],
  erase: (tx, { uid }) => deleteCharts(tx, uid),
}
