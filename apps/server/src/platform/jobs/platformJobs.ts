import { purgeRequests } from '../idempotency/index.ts'
import { purgeRateWindows } from '../limits/index.ts'
import type { Platform } from '../services/index.ts'
import type { Job } from './startJobs.ts'

/** The purge of what is stored about requests: signatures, idempotency keys, and expired windows of shared limits. */
export const platformJobs = ({ clock, database }: Pick<Platform, 'clock' | 'database'>): readonly Job[] => [
  {
    name: 'platform.purgeRequests',
    cron: '* * * * *',
    afterStartSeconds: null,
    run: async (closing) => {
      await purgeRequests(database.db, clock.now(), closing)
      await purgeRateWindows(database.db, clock.now())
    },
  },
]
