import { createDataExport, privacyPages, privacyRoutes } from './routes.ts'
import { privacyAmounts, privacyInvariants } from './store.ts'

export type { DataExport } from './routes.ts'
export type { ExportDeps } from './service/dataExport.ts'

/** What the composition root connects of this module. */
export const privacyModule = {
  amounts: {
    customerLeft: privacyAmounts,
  },
  invariants: privacyInvariants,
  pages: privacyPages,
  routes: privacyRoutes,
  provides: {
    createDataExport,
  },
}
