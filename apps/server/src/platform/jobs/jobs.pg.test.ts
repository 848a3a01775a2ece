import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { jobSchema, migrateForProduct } from '../postgres/index.ts'
import { jobSchemaVersion } from '../postgres/jobSchema.ts'
import { createMetrics } from '../telemetry/index.ts'
import { listFailedJobs, retryFailedJob } from './failedJobs.ts'
import { type Job, libraryDatabase, libraryOptions, startJobs } from './startJobs.ts'

let owner: TestDatabase
let database: ReturnType<typeof openDatabase>
const role = `jobs_${process.pid}_${Math.floor(performance.now())}`
beforeAll(async () => {
  owner = await cloneDatabase(4)
  await sql.raw(`create role ${role} login password 'test'`).execute(owner.db)
  await migrateForProduct(owner.url, role)
  const url = new URL(owner.url)
  url.username = role
  url.password = 'test'
  database = openDatabase(url.toString(), 4)
})
afterAll(async () => {
  await database.close()
  await sql.raw(`drop owned by ${role}`).execute(owner.db)
  await sql.raw(`drop role ${role}`).execute(owner.db)
  await owner.drop()
})

const open = (jobs: readonly Job[]) =>
  startJobs({ ...testPlatform(owner), database, metrics: createMetrics(), jobs, pollSeconds: 0.5 })
const atOnce = { cron: null, afterStartSeconds: 0 } as const

/** Lets what waits for a later attempt run now. */
const hurry = () =>
  sql`update platform_jobs.job set start_after = now() where state = 'retry'`.execute(owner.db)
const stateOf = async (name: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`
    select state::text as state from platform_jobs.job where name = ${name} order by created_on desc limit 1`.execute(
    owner.db,
  )
  return rows[0]?.state
}

it('names the version of its tables that the installed library has', () => {
  expect(getConstructionPlans(jobSchema)).toContain(`VALUES ('${jobSchemaVersion}')`)
})

it('runs a job once for the database, however many processes start, as the role that owns nothing', async () => {
  let [runs, announced] = [0, 0]
  let go = (): void => undefined
  const isAnnounced = new Promise<void>((resolve) => {
    go = resolve
  })
  const run = async (): Promise<void> => {
    runs += 1
    await isAnnounced
  }
  const job: Job = { name: 'test.once', ...atOnce, cron: '0 0 1 1 *', run }
  // Runs in its process only, behind the announcement of the other.
  const mark = (at: number): Job => ({
    name: `test.mark${at}`,
    ...atOnce,
    run: async () => {
      announced += 1
      if (announced === 3) go()
    },
  })
  const processes = Array.from({ length: 3 }, (_, at) => open([job, mark(at)]))
  await expect.poll(() => stateOf(job.name)).toBe('completed')
  await Promise.all(processes.map(({ close }) => close()))
  expect(runs).toBe(1)
  const { rows: all } = await sql`select from platform_jobs.job where name = ${job.name}`.execute(owner.db)
  expect(all).toHaveLength(1)
  const { rows } = await sql`select name, cron from platform_jobs.schedule`.execute(owner.db)
  expect(rows).toEqual([{ name: job.name, cron: job.cron }])
})

it('repeats what failed, shows what failed for good until it succeeds, and lets staff retry it once', async () => {
  let [runs, isBroken] = [0, true]
  const run = async (): Promise<void> => {
    runs += 1
    if (isBroken) throw new Error(`broken ${runs}`)
  }
  const name = 'test.failing'
  const jobs = open([{ name, ...atOnce, run }])
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await expect.poll(() => runs).toBe(attempt)
    await expect.poll(() => stateOf(name)).toBe('retry')
    expect(await listFailedJobs(database.db)).toEqual([])
    await hurry()
  }
  await expect.poll(() => stateOf(name)).toBe('failed')
  const [failed, ...more] = await listFailedJobs(database.db)
  expect(failed).toMatchObject({ name, attempts: 5, failure: 'broken 5' })
  expect(more).toEqual([])
  if (failed === undefined) throw new Error('no failed job')
  isBroken = false
  expect(await Promise.all([retryFailedJob(database, failed), retryFailedJob(database, failed)])).toContain(
    true,
  )
  await expect.poll(() => stateOf(name)).toBe('completed')
  expect(runs).toBe(6)
  expect(await retryFailedJob(database, failed)).toBe(false)
  // What failed before the run that succeeded is over.
  await sql`insert into platform_jobs.job (name, state, completed_on) values (${name}, 'failed', now() - interval '1 h')`.execute(
    owner.db,
  )
  expect(await listFailedJobs(database.db)).toEqual([])
  await jobs.close()
})

it('runs again what a killed process held, and survives the loss of its connections', async () => {
  let runs = 0
  const name = 'test.killed'
  const killed = new PgBoss({ db: libraryDatabase(owner), ...libraryOptions, supervise: false })
  killed.on('error', () => undefined)
  await killed.start()
  await killed.createQueue(name, { policy: 'exclusive', retryLimit: 4, heartbeatSeconds: 60 })
  await killed.send(name, {})
  expect(await killed.fetch(name)).toHaveLength(1)
  const jobs = open([{ name, ...atOnce, run: async () => (runs += 1) }])
  // It lives as far as anybody knows.
  await killed.supervise()
  expect(await stateOf(name)).toBe('active')
  await sql`update platform_jobs.job set heartbeat_on = now() - interval '61 s' where name = ${name}`.execute(
    owner.db,
  )
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`.execute(owner.db)
  await sql`update platform_jobs.queue set monitor_claim_on = null, monitor_on = null`.execute(owner.db)
  await killed.supervise()
  await hurry()
  await expect.poll(() => stateOf(name)).toBe('completed')
  expect(runs).toBe(1)
  await killed.stop({ graceful: false })
  await jobs.close()
})

it('aborts a run when the process closes, which then waits for it', async () => {
  let ended = false
  const name = 'test.long'
  let begun = (): void => undefined
  const isRunning = new Promise<void>((resolve) => {
    begun = resolve
  })
  const run = async (closing: AbortSignal): Promise<void> => {
    begun()
    await new Promise((resolve) => closing.addEventListener('abort', resolve))
    ended = true
  }
  const jobs = open([{ name, ...atOnce, run }])
  await isRunning
  await jobs.close()
  expect(ended).toBe(true)
})
