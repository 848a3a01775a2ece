import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from './database.ts'
import { plantRows } from './plantRows.ts'

const opened: TestDatabase[] = []
/** A clone that the end of the test drops, where the test has not. */
const clone = async (): Promise<TestDatabase> => {
  const database = await cloneDatabase(4)
  opened.push(database)
  return database
}
const drop = async (database: TestDatabase): Promise<void> => {
  opened.splice(opened.indexOf(database), 1)
  await database.drop()
}
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname

/** All rows and sequences of a database, and the settings of a session. */
const contentOf = async ({ db }: TestDatabase): Promise<object> => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'platform_jobs') order by name`.execute(db)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables)
    rows[name] = (await sql`select t::text as row from ${sql.raw(name)} t`.execute(db)).rows
  const sequences = sql`select seqrelid::regclass::text as name, pg_sequence_last_value(seqrelid) as last
    from pg_sequence order by name`
  const locks = sql`select classid, objid from pg_locks where locktype = 'advisory'`
  const settings = sql`select name, setting from pg_settings where source in ('session', 'client') order by name`
  return {
    rows,
    sequences: (await sequences.execute(db)).rows,
    locks: (await locks.execute(db)).rows,
    settings: (await settings.execute(db)).rows,
  }
}

/** What tests do to their database: rows of all kinds, keys, a lock and a setting of the session. */
const use = async ({ db, url }: TestDatabase): Promise<void> => {
  await sql`insert into ledger_account (owner, owner_id, purpose, asset, name) values ('customer', 1, 'wallet', 'USDT', 'customer/1/wallet/USDT')`.execute(
    db,
  )
  await sql`insert into ledger_transaction (cause_kind, cause_id, at_ms) values ('test', 1, 1)`.execute(db)
  await sql`update content_record set position = position + 1`.execute(db)
  await plantRows(url, 'delete from markets_terms')
  await sql`select nextval('identity_uid')`.execute(db)
  await db.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(1234567)`.execute(session)
    await sql`set enable_seqscan = off`.execute(session)
    await sql`create temp table kept (id int)`.execute(session)
  })
}

describe('a database that a test drops', () => {
  it('is the next one with the rows of the template, and with nothing of the test before', async () => {
    const first = await clone()
    // The one that is kept beside it is another.
    const fresh = await clone()
    const expected = await contentOf(fresh)
    await use(first)
    expect(await contentOf(first)).not.toEqual(expected)
    await drop(first)
    const next = await clone()
    expect(nameOf(next)).toBe(nameOf(first))
    expect(await contentOf(next)).toEqual(expected)
    await use(next)
  })

  it('answers nothing any more to what the test left running', async () => {
    const { db, pool, reports, checks, ...rest } = await clone()
    for (const used of [db, reports, checks]) await sql`select 1`.execute(used)
    await rest.drop()
    opened.pop()
    for (const left of [db, reports, checks])
      await expect(sql`select 1`.execute(left)).rejects.toThrow('destroyed')
    await expect(pool.query('select 1')).rejects.toThrow('is dropped')
    await expect(pool.connect()).rejects.toThrow('is dropped')
  })

  it('ends the sessions that others have in it', async () => {
    const first = await clone()
    const other = new pg.Client({ connectionString: first.url })
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    other.on('error', () => undefined)
    other.once('end', resolve)
    await other.connect()
    await other.query('select pg_advisory_lock(1234567)')
    await drop(first)
    await ended
    expect(nameOf(await clone())).toBe(nameOf(first))
  })

  it('keeps few of many connections: all workers share those of the server', async () => {
    const first = await cloneDatabase(20)
    const clients = await Promise.all(Array.from({ length: 20 }, () => first.pool.connect()))
    for (const client of clients) client.release()
    await first.drop()
    const next = await cloneDatabase(20)
    opened.push(next)
    expect(nameOf(next)).toBe(nameOf(first))
    const { rows } = await next.pool.query<{ kept: number }>(
      'select count(*) as kept from pg_stat_activity where datname = current_database()',
    )
    expect(rows[0]?.kept).toBeLessThanOrEqual(Math.max(1, Math.floor(16 / availableParallelism())))
  })

  it('keeps no setting of its pool', async () => {
    const first = await clone()
    const { query } = first.pool
    first.pool.query = (() => Promise.reject(new Error('of the test before'))) as typeof query
    await drop(first)
    const next = await clone()
    expect(nameOf(next)).toBe(nameOf(first))
    expect((await next.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  it.each([
    'create table added (id int)',
    'alter table ledger_account drop constraint ledger_account_not_below_zero',
    'alter table ledger_entry disable trigger all',
    'alter table content_record alter column position type bigint',
    'create index on ledger_entry (amount)',
    'create function added() returns int language sql return 1',
    'revoke select on ledger_entry from public; grant select on ledger_entry to public',
    'analyze content_record',
    "do $$ begin execute format('alter database %I set work_mem = 8192', current_database()); end $$",
    'alter sequence identity_uid increment by 2',
  ])('is not used again after: %s', async (statement) => {
    const first = await clone()
    await first.pool.query(statement)
    await drop(first)
    expect(nameOf(await clone())).not.toBe(nameOf(first))
  })

  it('is not used again while something holds a connection, nor when the test closed it', async () => {
    const held = await clone()
    const client = await held.pool.connect()
    const dropping = drop(held)
    const second = await clone()
    expect(nameOf(second)).not.toBe(nameOf(held))
    client.release()
    await dropping
    await second.close()
    await drop(second)
    expect(nameOf(await clone())).not.toBe(nameOf(second))
  })
})
