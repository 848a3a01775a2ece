import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findNewest } from './check.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

it('is past a horizon only when every transaction that ran at it has ended, also the newest', async () => {
  const { db } = database
  expect((await findNewest(db, null)).isPast).toBe(false)
  const horizon = await db.transaction().execute(async (tx) => {
    // No transaction with a higher number has ended.
    await sql`select pg_current_xact_id()`.execute(tx)
    const mark = await findNewest(db, null)
    expect((await findNewest(db, mark.horizon)).isPast).toBe(false)
    return mark.horizon
  })
  // Transactions of the server's other databases are numbered with ours and hold the horizon too.
  await vi.waitFor(async () => expect((await findNewest(db, horizon)).isPast).toBe(true), { timeout: 15_000 })
})
