import { type PeriodicJob, type Platform, startPeriodicJob } from '../platform/index.ts'
import { purgeIdentityHashes } from './service/erase.ts'

/** Purges hashes of closed accounts periodically until it is closed. */
export const startIdentityPurge = (
  deps: Pick<Platform, 'clock' | 'database' | 'log'>,
  everyMs = 3_600_000,
): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs,
      firstAfterMs: everyMs,
      onFailure: (err) => deps.log.warn({ err }, 'purge of identity hashes failed, retrying'),
    },
    () => purgeIdentityHashes(deps),
  )
