import { sumLifetime } from './store/flows.ts'

/** What the composition root connects of this module. */
export const ledgerTotalsModule = { provides: { sumLifetime } }
