import { setTimeout as wait } from 'node:timers/promises'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../database/index.ts'
import { transactBatch } from './transact.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(() => database.drop())

const failing = (tx: Tx, code: string) =>
  sql`do ${sql.raw(`$$ begin raise exception 'the first failure' using errcode = '${code}'; end $$`)}`.execute(
    tx,
  )

/** Observes a failure later than the caller of the statement. */
const late = async (work: Promise<unknown>): Promise<void> => {
  const outcome = await work.then(
    () => null,
    (error: unknown) => ({ error }),
  )
  await wait(100)
  if (outcome !== null) throw outcome.error
}

it('reports the original failure, also for the statements behind it', async () => {
  const both = transactBatch(database, (tx) =>
    Promise.all([late(failing(tx, '22012')), sql`select 1`.execute(tx)]),
  )
  await expect(both).rejects.toThrow('the first failure')
})

it('retries a deadlock, whichever statement reports it', async () => {
  let attempts = 0
  const answer = await transactBatch(database, async (tx) => {
    attempts += 1
    if (attempts === 1) await Promise.all([late(failing(tx, '40P01')), sql`select 1`.execute(tx)])
    return attempts
  })
  expect(answer).toBe(2)
})

it('undoes what statements that go together do behind a failure outside the database', async () => {
  await sql`create table behind (id int)`.execute(database.db)
  const refused = async (tx: Tx): Promise<void> => {
    await sql`select 1`.execute(tx)
    throw new Error('not allowed any more')
  }
  const write = async (tx: Tx): Promise<void> => {
    await sql`select 1`.execute(tx)
    await sql`insert into behind values (1)`.execute(tx)
  }
  let writing: Promise<void> = Promise.resolve()
  const both = transactBatch(database, (tx) => {
    const proof = refused(tx)
    writing = write(tx)
    return Promise.all([proof, writing])
  })
  await expect(both).rejects.toThrow('not allowed any more')
  await expect(writing).rejects.toThrow('behind the end of its transaction')
  expect((await sql`select from behind`.execute(database.db)).rows).toEqual([])
  // The connection is used for others as before.
  await transactBatch(database, (tx) => sql`insert into behind values (2)`.execute(tx))
  expect((await sql`select id from behind`.execute(database.db)).rows).toEqual([{ id: 2 }])
})

it('continues when a table changes under a planned statement', async () => {
  await sql`create table planned (id int)`.execute(database.db)
  await sql`insert into planned values (1)`.execute(database.db)
  const read = () =>
    transactBatch(database, async (tx) => (await sql`select * from planned`.execute(tx)).rows)
  expect(await read()).toEqual([{ id: 1 }])
  await sql`alter table planned add column name text default 'one'`.execute(database.db)
  expect(await read()).toEqual([{ id: 1, name: 'one' }])
})
