import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../telemetry/index.ts'
import { holdDatabase } from './soleProcess.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await cloneDatabase(2)
})
afterEach(() => database.drop())
const log = createLog('silent')

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
    await holdDatabase(${JSON.stringify(database.url)}, createLog('silent'), 'alone', 0)
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
  const holder = async () =>
    (
      await database.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'glasshouse-hold'
         and datname = current_database()`,
      )
    ).rows.map(({ pid }) => pid)
  const [before] = await holder()
  await database.pool.query('select pg_terminate_backend($1)', [before])
  await waitUntil(async () => {
    const [now] = await holder()
    return now !== undefined && now !== before
  })
  await expect(holdDatabase(database.url, log, 'alone', 0)).rejects.toThrow()
  await held.release()
})
