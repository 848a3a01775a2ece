import { kycJobs } from './jobs.ts'
import { kycPersonalData } from './personalData.ts'
import { kycRoutes } from './routes.ts'
import { purgeIdentityHashes } from './service/erase.ts'
import {
  countKycApproved,
  findIdentity,
  findKycState,
  noteKycPictureView,
  recheckIdentity,
} from './service/record.ts'
import { sealedIdentities } from './service/sealing.ts'

/** What the composition root connects of this module. */
export const kycModule = {
  personalData: kycPersonalData,
  jobs: kycJobs,
  routes: kycRoutes,
  sealedColumns: sealedIdentities,
  provides: {
    findKycState,
    noteKycPictureView,
    countKycApproved,
    findIdentity,
    purgeIdentityHashes,
    recheckIdentity,
  },
}
