import type { Db } from '../platform/database/index.ts'
import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { readLimits } from './service/limits.ts'
import { listAnswers, listLimitChanges } from './store.ts'

const changesOf = async (db: Db, uid: number) =>
  (await listLimitChanges(db, uid)).map(({ value, ...change }) => ({
    ...change,
    value: value === null ? null : value.toString(),
  }))

/** What this module stores about a customer. */
export const eligibilityPersonalData: PersonalData<Pick<Platform, 'clock' | 'database'>> = {
  exportParts: (deps, { uid }) => [
    { name: 'limits', rows: () => readLimits(deps, uid) },
    { name: 'limitChanges', rows: () => changesOf(deps.database.db, uid) },
    { name: 'riskAnswers', rows: () => listAnswers(deps.database.db, uid) },
  ],
}
