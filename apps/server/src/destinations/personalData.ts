import { destinationsToWire } from '@glasshouse/core/destinations/codec'
import type { PersonalData } from '../platform/personalData/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { getBankDetails, getWithdrawalAddresses } from './service/destinations.ts'
import { anonymizeDestinations, listDestinationChanges } from './store.ts'

/** What this module stores about a customer. */
export const destinationPersonalData: PersonalData<Pick<Platform, 'database' | 'secrets'>> = {
  exportParts: (deps, { uid }) => [
    { name: 'bankData', rows: async () => destinationsToWire(await getBankDetails(deps, uid)) },
    { name: 'coldWallets', rows: () => getWithdrawalAddresses(deps, uid) },
    { name: 'destinationChanges', rows: () => listDestinationChanges(deps.database.db, uid) },
  ],
  erase: (tx, { uid }) => anonymizeDestinations(tx, uid),
}
