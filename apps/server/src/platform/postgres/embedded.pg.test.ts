import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '@glasshouse/testkit/database'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { transact } from '../transactions/index.ts'
import { startEmbeddedPostgres } from './embedded.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

it('runs with durable writes and checksums unless the tests override it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-durable-'))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, 0)
  const own = openDatabase(postgres.url, 1)
  const read = async (name: string) =>
    (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(own.db)).rows[0]?.value
  expect(await read('fsync')).toBe('on')
  expect(await read('synchronous_commit')).toBe('on')
  expect(await read('full_page_writes')).toBe('on')
  expect(await read('data_checksums')).toBe('on')
  await own.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

it('reads int8 as number and numeric as bigint', async () => {
  const { rows } = await sql<{ id: unknown; money: unknown }>`
    select 9007199254740991::int8 as id, 123456789012345678901234567890::numeric(38, 0) as money
  `.execute(database.db)
  expect(rows[0]).toEqual({ id: 9007199254740991, money: 123456789012345678901234567890n })
})

it('rolls back a transaction whose callback throws', async () => {
  const write = transact(database.db, async (tx) => {
    await tx.insertInto('platform_state').values({ name: 'x', value: '1' }).execute()
    throw new Error('no')
  })
  await expect(write).rejects.toThrow('no')
  expect(await database.db.selectFrom('platform_state').selectAll().execute()).toEqual([])
})
