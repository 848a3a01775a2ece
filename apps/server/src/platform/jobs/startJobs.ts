import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { jobSchema } from '../postgres/index.ts'
import type { Platform } from '../services/index.ts'
import type { Metrics } from '../telemetry/index.ts'

/**
 * Background work that needs no request and may run in any process with the role `jobs`, once at a time for the database. It is
 * idempotent: a run that was killed is repeated.
 */
export type Job = {
  /** `<module>.<what it does>`; the console and the metrics show it. */
  readonly name: string
  /**
   * Five fields of cron, in UTC of the wall clock; null: only behind a start. What is due by the business calendar, the
   * run decides by that calendar.
   */
  readonly cron: string | null
  /** Seconds from a start to a run; null: none. */
  readonly afterStartSeconds: number | null
  /** The signal is aborted when the process closes; a run that ends early is repeated elsewhere or after the next start. */
  readonly run: (closing: AbortSignal) => Promise<unknown>
}

export type JobsDeps = Pick<Platform, 'database' | 'log'> & {
  readonly metrics: Pick<Metrics, 'jobRuns'>
  readonly jobs: readonly Job[]
  /** How often each job is looked for; seconds. */
  readonly pollSeconds: number
}

/** Limits of every job; seconds. */
const queueOptions = {
  // One of a kind in the whole database, waiting or running.
  policy: 'exclusive',
  retryLimit: 4,
  retryDelay: 15,
  retryBackoff: true,
  retryDelayMax: 600,
  // A running job tells that its process lives; another process repeats it a minute after it stopped telling.
  heartbeatSeconds: 60,
  expireInSeconds: 6 * 3600,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 3 * 86_400,
} as const

/** How long a close waits for runs in progress; milliseconds. They are marked as failed then, and repeated. */
const closeWithinMs = 5000
/** Time until jobs are announced again while the database does not answer; milliseconds. */
const retryMs = 2000

/**
 * What the library runs its statements with: the pool of the product, but numbers as the library expects them. A
 * connection on which a statement failed is not used again, because it may be inside a transaction.
 */
export const libraryDatabase = ({ pool }: Pick<Platform['database'], 'pool'>) => ({
  executeSql: async (text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> => {
    const client = await pool.connect()
    try {
      const result = await client.query({ text, values, types: pg.types })
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  },
})

/** How the library works in the product: it changes no tables, and nothing leaves the process. */
export const libraryOptions = {
  schema: jobSchema,
  migrate: false,
  createSchema: false,
  reindex: false,
  monitorVacuum: false,
  registerInstance: false,
  openTelemetry: { enabled: false },
  // Nothing uses dependencies between jobs.
  flowIntervalSeconds: 3600,
} as const

/** The library also emits copies of errors, which the log does not recognize as an outage of the database. */
const errorOf = (failure: Error): Error =>
  failure instanceof Error ? failure : Object.assign(new Error(), failure)

/** Announces every job with its time, removes those that are gone, and asks for those that run behind a start. */
const announce = async (boss: PgBoss, jobs: readonly Job[]): Promise<void> => {
  for (const { name, cron, afterStartSeconds } of jobs) {
    await boss.createQueue(name, queueOptions)
    if (cron !== null) await boss.schedule(name, cron)
    if (afterStartSeconds !== null) await boss.send(name, {}, { startAfter: afterStartSeconds })
  }
  const scheduled = new Set(jobs.filter(({ cron }) => cron !== null).map(({ name }) => name))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
}

/**
 * Runs jobs until it is closed: each at its times, once at a time however many processes do this, with growing waits after
 * a failure. What failed five times waits for staff or its next time (`listFailedJobs`).
 *
 * Nothing waits for this: the library is loaded, and the database asked, behind the start.
 */
export const startJobs = (deps: JobsDeps): { readonly close: () => Promise<void> } => {
  const { database, log, metrics, jobs, pollSeconds } = deps
  const closing = new AbortController()
  let boss: PgBoss | null = null

  const run = async (
    { name, run: work }: Job,
    { retryCount, retryLimit }: JobWithMetadata,
  ): Promise<void> => {
    try {
      await work(closing.signal)
      metrics.jobRuns.inc({ job: name, outcome: 'done' })
    } catch (err) {
      metrics.jobRuns.inc({ job: name, outcome: 'failed' })
      const line = { err, job: name, attempt: retryCount + 1 }
      if (retryCount < retryLimit) log.warn(line, 'a job failed, retrying')
      else log.error(line, 'a job failed for good; it runs again at its next time, or when staff retry it')
      throw err
    }
  }

  const working = new Set<string>()
  const open = async (opened: PgBoss): Promise<void> => {
    await opened.start()
    await announce(opened, jobs)
    for (const job of jobs) {
      if (working.has(job.name)) continue
      const options = { includeMetadata: true, pollingIntervalSeconds: pollSeconds } as const
      await opened.work(job.name, options, async (taken: JobWithMetadata[]) => {
        for (const one of taken) await run(job, one)
      })
      working.add(job.name)
      // Jobs are looked for one after the other: all at once they would keep a connection each.
      await wait((pollSeconds * 1000) / jobs.length, undefined, { signal: closing.signal }).catch(
        () => undefined,
      )
    }
  }

  const opening = (async (): Promise<void> => {
    const { PgBoss } = await import('pg-boss')
    if (closing.signal.aborted) return
    boss = new PgBoss({ db: libraryDatabase(database), ...libraryOptions, cronWorkerIntervalSeconds: 15 })
    boss.on('error', (failure) =>
      log.warn({ err: errorOf(failure) }, 'jobs could not be looked up or recorded, retrying'),
    )
    boss.on('warning', ({ message, data }) => log.warn({ data }, `the job library warns: ${message}`))
    while (!closing.signal.aborted)
      try {
        return await open(boss)
      } catch (err) {
        log.warn({ err }, 'jobs could not be started, retrying')
        await wait(retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
  })()

  return {
    close: async () => {
      closing.abort()
      await opening
      await boss?.stop({ timeout: closeWithinMs })
    },
  }
}
