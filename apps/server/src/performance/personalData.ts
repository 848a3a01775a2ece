import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { deleteTradeLinks, listTradeLinks } from './store.ts'

/** What this module stores about a customer: the public links of trades, which end with the account. */
export const performancePersonalData: PersonalData<Pick<Platform, 'database'>> = {
  exportParts: ({ database: { db } }, { uid }) => [
    { name: 'tradeLinks', rows: () => listTradeLinks(db, uid) },
  ],
  erase: (tx, { uid }) => deleteTradeLinks(tx, uid),
}
