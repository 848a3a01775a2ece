import { sealedTotpColumn } from '../access/totp/index.ts'
import { identityJobs, purgeAttempts, purgeExpiredSessions } from './jobs.ts'
import { identityPersonalData } from './personalData.ts'
import { countryPage, identityRoutes } from './routes.ts'
import { findApiKeyOf, sealedApiKeySecrets } from './service/apiKeys.ts'
import { runLostFactors } from './service/lostFactor.ts'
import { customerKind } from './service/principal.ts'
import { findStepUpStatus } from './service/stepUp.ts'
import { streamSessions } from './service/streamTickets.ts'
import { findNewestDevice } from './store/devices.ts'

/** What the composition root connects of this module. */
export const identityModule = {
  personalData: identityPersonalData,
  jobs: identityJobs,
  pages: countryPage,
  routes: identityRoutes,
  sealedColumns: [sealedTotpColumn(customerKind), sealedApiKeySecrets],
  provides: {
    findNewestDevice,
    findStepUpStatus,
    findApiKeyOf,
    streamSessions,
    purgeAttempts,
    purgeExpiredSessions,
    runLostFactors,
  },
}
