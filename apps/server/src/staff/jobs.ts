import { purgePasskeyChallenges } from '../access/passkeys/index.ts'
import type { Job } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { isFullAuditDue, verifyFullAudit } from './service/audit.ts'
import { staffKind } from './service/principal.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'log'>

/** Verifies the complete audit log when that is due, and logs an error if a record does not continue the chain. */
export const verifyAuditWhenDue = async (platform: Deps): Promise<void> => {
  if (!(await isFullAuditDue(platform))) return
  const [first, ...others] = await verifyFullAudit(platform)
  if (first === undefined) return
  platform.log.error(
    { record: first, more: others.length },
    'the audit log was changed: a record does not continue the chain',
  )
}

/** Deletes expired challenges of passkeys; returns how many. */
export const purgeStaffChallenges = ({ clock, database }: Deps): Promise<number> =>
  purgePasskeyChallenges(database.db, staffKind.tables, clock.now())

/** The purge of challenges, and the check of the complete audit log once a day and soon after a start. */
export const staffJobs = (platform: Deps): readonly Job[] => [
  {
    name: 'staff.purgeChallenges',
    cron: '*/10 * * * *',
    afterStartSeconds: null,
    run: () => purgeStaffChallenges(platform),
  },
  {
    name: 'staff.verifyAudit',
    cron: '*/10 * * * *',
    afterStartSeconds: 0,
    run: () => verifyAuditWhenDue(platform),
  },
]
