import type { Job } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { purgeIdentityHashes } from './service/erase.ts'

/** The purge of hashes of closed accounts. */
export const kycJobs = (deps: Pick<Platform, 'clock' | 'database'>): readonly Job[] => [
  {
    name: 'kyc.purgeHashes',
    cron: '17 * * * *',
    afterStartSeconds: null,
    run: () => purgeIdentityHashes(deps),
  },
]
