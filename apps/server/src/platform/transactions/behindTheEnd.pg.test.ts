import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Tx } from '../database/index.ts'
import { transact } from './transact.ts'

/** What one part of a transaction does behind the failure of another one, with `transact` or Kysely's own transactions. */

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(2)
  await sql`create table behind (id int)`.execute(database.db)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate behind`.execute(database.db)
})

const written = async (): Promise<readonly number[]> =>
  (await sql<{ id: number }>`select id from behind order by id`.execute(database.db)).rows.map(({ id }) => id)

/** Something whose undoing takes some hundredths of a second, in which the answers of other statements arrive. */
const slowToUndo = (tx: Tx) =>
  sql`do ${sql.raw("$$ begin for n in 1..200 loop execute 'create table undone_' || n || ' (id int)'; end loop; end $$")}`.execute(
    tx,
  )

const insert = (tx: Tx, id: number) => sql`insert into behind values (${id})`.execute(tx)

const refused = async (tx: Tx): Promise<never> => {
  await sql`select 1`.execute(tx)
  throw new Error('not allowed any more')
}

const failing = (tx: Tx) => sql`select 1 / 0`.execute(tx)

const steps = async (tx: Tx): Promise<void> => {
  for (let id = 1; id <= 5; id += 1) await insert(tx, id)
}

const kinds = {
  transact: <T>(work: (tx: Tx) => Promise<T>) => transact(database.db, work),
  'a transaction of Kysely': <T>(work: (tx: Tx) => Promise<T>) => database.db.transaction().execute(work),
  'one on reports': <T>(work: (tx: Tx) => Promise<T>) => database.reports.transaction().execute(work),
}

const failures: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'outside the database': refused,
  'in the database': failing,
}

const companions: Readonly<Record<string, (tx: Tx) => readonly Promise<unknown>[]>> = {
  'goes on step by step': (tx) => [steps(tx)],
  'has asked for all at once': (tx) => [1, 2, 3, 4, 5].map((id) => insert(tx, id)),
}

const cases = Object.keys(kinds).flatMap((kind) =>
  Object.keys(failures).flatMap((failure) =>
    Object.keys(companions).map((companion) => [kind, failure, companion] as const),
  ),
)

it.each(cases)('%s: one part fails %s, the other one %s', async (kind, failure, companion) => {
  const [run, fail, accompany] = [kinds[kind as keyof typeof kinds], failures[failure], companions[companion]]
  if (fail === undefined || accompany === undefined) throw new Error('no such case')
  let others: readonly Promise<unknown>[] = []
  const whole = run(async (tx) => {
    await slowToUndo(tx)
    const failed = fail(tx)
    others = accompany(tx)
    return Promise.all([failed, ...others])
  })
  await expect(whole).rejects.toThrow()
  await Promise.allSettled(others)
  expect(await written()).toEqual([])
  // The connections are used for others as before.
  await Promise.all([run((tx) => insert(tx, 7)), run((tx) => insert(tx, 8))])
  expect(await written()).toEqual([7, 8])
})

it('refuses what is asked for behind the commit', async () => {
  let late: Promise<unknown> = Promise.resolve()
  await transact(database.db, async (tx) => {
    await insert(tx, 9)
    late = sql`select 1`.execute(tx).then(() => steps(tx))
    // It may fail before the commit is answered.
    late.catch(() => undefined)
  })
  await expect(late).rejects.toThrow()
  expect(await written()).toEqual([9])
})
