import type { Db } from '../platform/database/index.ts'
import { exportPages, type PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listCustomerPasskeys } from './service/passkeys.ts'
import { listApiKeyRows } from './store/apiKeys.ts'
import { listDevices } from './store/devices.ts'
import { listSessionsOf } from './store/sessions.ts'

const sessionsAtMost = 10_000

/** The names and times of passkeys; a credential's id is no use to anybody but the site. */
const passkeysOf = async (db: Db, uid: number) =>
  (await listCustomerPasskeys(db, uid)).map(({ id, name, isBackedUp, createdMs, lastUsedMs }) => ({
    id,
    name,
    is_backed_up: isBackedUp,
    created_ms: createdMs,
    last_used_ms: lastUsedMs,
  }))

/** What this module stores about a customer. */
export const identityPersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'sessions', rows: () => listSessionsOf(db, uid, sessionsAtMost) },
    { name: 'devices', rows: () => exportPages((page) => listDevices(db, uid, page)) },
    { name: 'apiKeys', rows: () => listApiKeyRows(db, uid) },
    { name: 'passkeys', rows: () => passkeysOf(db, uid) },
  ],
}
