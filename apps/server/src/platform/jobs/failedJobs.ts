import { sql } from 'kysely'
import type { Db } from '../database/index.ts'
import type { Platform } from '../services/index.ts'
import { libraryDatabase, libraryOptions } from './startJobs.ts'

/** A job that failed for good, as the console lists it. */
export type FailedJob = {
  readonly id: string
  readonly name: string
  /** When the last attempt failed; epoch milliseconds of the wall clock. */
  readonly failedMs: number
  readonly attempts: number
  readonly failure: string
}

/** The newest run of each job, where it failed for good; at most one row per job. */
export const listFailedJobs = async (db: Db): Promise<readonly FailedJob[]> => {
  const { rows } = await sql<FailedJob>`
    select id::text as id, name, (extract(epoch from completed_on) * 1000)::bigint as "failedMs",
      retry_count + 1 as attempts, left(coalesce(output->>'message', output::text, ''), 500) as failure
    from (
      select distinct on (name) * from platform_jobs.job where state in ('completed', 'failed')
      order by name, completed_on desc
    ) newest
    where state = 'failed' order by name`.execute(db)
  return rows
}

/** One of a kind may wait or run; the unique index refuses a second. */
const isAlreadyWaiting = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/** Lets a job that failed for good run once more; false when it is not failed any more. A run that waits already counts as it. */
export const retryFailedJob = async (
  database: Pick<Platform['database'], 'pool'>,
  { id, name }: Pick<FailedJob, 'id' | 'name'>,
): Promise<boolean> => {
  const { PgBoss } = await import('pg-boss')
  const options = { ...libraryOptions, supervise: false, schedule: false }
  const boss = new PgBoss({ db: libraryDatabase(database), ...options })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const [job] = await boss.findJobs(name, { id })
    if (job?.state !== 'failed') return false
    await boss.retry(name, id).catch((error: unknown) => {
      if (!isAlreadyWaiting(error)) throw error
    })
    return true
  } finally {
    await boss.stop({ graceful: false })
  }
}
