import type { Markets } from '../markets/index.ts'
import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { listAlerts } from './service/alerts.ts'
import { deleteAlertsOf } from './store.ts'

/** What this module stores about a customer. */
export const alertPersonalData: PersonalData<
  Pick<Platform, 'database'> & { readonly markets: Pick<Markets, 'product'> }
> = {
  exportParts: ({ database, markets }, { uid }) => [
    { name: 'priceAlerts', rows: () => listAlerts(database.db, markets, uid) },
  ],
  erase: (tx, { uid }) => deleteAlertsOf(tx, uid),
}
