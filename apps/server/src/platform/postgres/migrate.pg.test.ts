import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findNewerMigrations, migrate, runMigrations } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(4)
})
afterAll(() => database.drop())

const ran = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date(0).toISOString()})`.execute(
    database.db,
  )

it('gives way to what works on the database, and tries again', async () => {
  const add = { '9000_platform_x': 'alter table platform_state add column x int' }
  const waiters = async (): Promise<number> => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database.db,
    )
    return rows.length
  }
  const worker = await database.pool.connect()
  await worker.query('begin; lock table platform_state in access share mode')
  const migrating = runMigrations(database.db, add, 100)
  await waitUntil(async () => (await waiters()) > 0)
  await waitUntil(async () => (await waiters()) === 0)
  await worker.query('commit')
  worker.release()
  expect(await migrating).toEqual(['9000_platform_x'])
})

it('starts on a database of the next release, unless that removed something', async () => {
  await ran('9001_platform_wider')
  expect(await migrate(database.db)).toEqual([])
  expect(await findNewerMigrations(database.db)).toEqual(['9000_platform_x', '9001_platform_wider'])
  await ran('9002_platform_contract')
  await expect(migrate(database.db)).rejects.toThrow('9002_platform_contract')
})
