import { purgePasskeyChallenges } from '../access/index.ts'
import { type PeriodicJob, type Platform, startPeriodicJob } from '../platform/index.ts'
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

/** Purges, and verifies the complete audit log once a day and soon after a start, until it is closed. */
export const startStaffJobs = (platform: Deps, everyMs = 10 * 60_000): PeriodicJob =>
  startPeriodicJob(
    {
      everyMs,
      firstAfterMs: 0,
      onFailure: (err) => platform.log.warn({ err }, 'the audit log could not be verified, retrying'),
    },
    async () => {
      await purgeStaffChallenges(platform)
      await verifyAuditWhenDue(platform)
    },
  )
