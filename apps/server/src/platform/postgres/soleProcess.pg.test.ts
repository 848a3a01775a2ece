import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { openNetworkPath, pathTo, throughPort } from '@glasshouse/testkit/networkPath'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '../telemetry/index.ts'
import { holdDatabase as hold, type SoleProcess, type Tenancy } from './soleProcess.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase(2)
})
afterEach(() => database.drop())
const log = createLog('silent')
const taken = vi.fn<(reason: Error) => void>()
const holdDatabase = (
  url: string,
  _: typeof log,
  tenancy: Tenancy,
  patienceMs = 30_000,
): Promise<SoleProcess> => hold(url, log, tenancy, taken, { patienceMs, probeMs: 200 })
/** The sessions that hold the database. */
const holders = async (): Promise<readonly number[]> =>
  (
    await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'glasshouse-hold'
       and datname = current_database()`,
    )
  ).rows.map(({ pid }) => pid)
/** The session that has the place. */
const locking = async (): Promise<number | undefined> => {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select l.pid from pg_locks l where l.locktype = 'advisory' and l.granted
     and l.database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.pid
}
const terminate = (pid: number | undefined) => database.pool.query('select pg_terminate_backend($1)', [pid])

it('one process holds a database, and the next one begins when it ends', async () => {
  const first = await holdDatabase(database.url, log, 'alone', 0)
  await expect(holdDatabase(database.url, log, 'alone', 0)).rejects.toThrow(
    'another process of this product works on this database',
  )
  const waiting = holdDatabase(database.url, log, 'alone', 60_000)
  await first.release()
  await (await waiting).release()
})

it('processes that talk over NATS share a database, and one that does not is refused beside them', async () => {
  const both = [
    await holdDatabase(database.url, log, 'shared', 0),
    await holdDatabase(database.url, log, 'shared', 0),
  ]
  await expect(holdDatabase(database.url, log, 'alone', 0)).rejects.toThrow('the same NATS_URL')
  for (const held of both) await held.release()
  const alone = await holdDatabase(database.url, log, 'alone', 0)
  await expect(holdDatabase(database.url, log, 'shared', 0)).rejects.toThrow('the same NATS_URL')
  await alone.release()
})

it('a database with another name is held by another process', async () => {
  const [first, other] = [await holdDatabase(database.url, log, 'alone', 0), await cloneDatabase(2)]
  await (await holdDatabase(other.url, log, 'alone', 0)).release()
  await first.release()
  await other.drop()
})

it('a killed process leaves its place at once', async () => {
  const program = `
    import { holdDatabase } from ${JSON.stringify(new URL('./soleProcess.ts', import.meta.url).href)}
    import { createLog } from ${JSON.stringify(new URL('../telemetry/log.ts', import.meta.url).href)}
    await holdDatabase(${JSON.stringify(database.url)}, createLog('silent'), 'alone', () => undefined)
    process.stdout.write('holds')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await expect(holdDatabase(database.url, log, 'alone', 0)).rejects.toThrow()
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  await (await holdDatabase(database.url, log, 'alone')).release()
})

it('is taken again when its connection is lost', async () => {
  const held = await holdDatabase(database.url, log, 'alone', 0)
  const [before] = await holders()
  await terminate(before)
  await waitUntil(async () => ![before, undefined].includes(await locking()))
  await expect(holdDatabase(database.url, log, 'alone', 0)).rejects.toThrow()
  await held.release()
  expect(taken).not.toHaveBeenCalled()
})

it.each(['alone', 'shared'] as const)(
  'tells a process (%s) that another one took the database while its connection was lost',
  async (tenancy) => {
    taken.mockClear()
    const held = await holdDatabase(database.url, log, tenancy, 0)
    const [session] = await holders()
    const other = new pg.Client({ connectionString: database.url })
    await other.connect()
    // It waits for the lock, so that it has it before the first one can take it again.
    const locked = other.query('select pg_advisory_lock(7315208846102)')
    await waitUntil(async () => {
      const waiting = await database.pool.query(`select from pg_stat_activity where wait_event = 'advisory'`)
      return waiting.rowCount === 1
    })
    await terminate(session)
    await locked
    await waitUntil(() => taken.mock.calls.length === 1)
    expect(taken.mock.calls[0]?.[0].message).toContain('Another process works on this database')
    await held.release()
    await other.end()
  },
)

it('is taken again where the database did not notice that the connection is gone', async () => {
  taken.mockClear()
  const retried = vi.fn()
  const path = await openNetworkPath(pathTo(database.url))
  const impatient = { patienceMs: 0, probeMs: 200 }
  const own = { ...log, error: () => undefined, debug: retried } as unknown as typeof log
  const held = await hold(throughPort(database.url, path.port), own, 'alone', taken, impatient)
  const [before] = await holders()
  path.lose()
  // It has noticed and tries; the database keeps the place for the session that is gone.
  await waitUntil(() => retried.mock.calls.length > 0)
  await terminate(before)
  await waitUntil(async () => ![before, undefined].includes(await locking()))
  expect(taken).not.toHaveBeenCalled()
  await held.release()
  await path.close()
})
