import { sql } from 'kysely'
import type { Db } from '../../platform/database/index.ts'

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** Rows of engines that ended without a word are deleted after a while; milliseconds. */
const keptMs = 60_000

/** Adds an engine to those that share the partitions; returns its number. */
export const insertEngine = async (db: Db, forMs: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into contracts_engine (until_ms) values (${nowMs} + ${forMs}::bigint) returning id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('an inserted engine has a number')
  return row.id
}

/** Says that an engine is live; returns how many are, itself included. */
export const renewEngine = async (db: Db, id: number, forMs: number): Promise<number> => {
  const { rows } = await sql<{ live: number }>`
    with own as (
      insert into contracts_engine (id, until_ms) values (${id}::int, ${nowMs} + ${forMs}::bigint)
      on conflict (id) do update set until_ms = excluded.until_ms
    ), gone as (
      delete from contracts_engine where until_ms < ${nowMs} - ${keptMs}::bigint and id <> ${id}::int
    )
    select count(*)::int + 1 as live from contracts_engine
    where id <> ${id}::int and until_ms >= ${nowMs}`.execute(db)
  return rows[0]?.live ?? 1
}

/** The number of the leader's engine, of which there is one. */
export const leaderEngine = 0

/**
 * Says that the leader's engine is live, where there are others to know it; returns how many are, itself included. Alone it
 * writes nothing.
 */
export const renewLeaderEngine = async (db: Db, forMs: number): Promise<number> => {
  const { rows } = await sql<{ live: number }>`
    with others as (
      select count(*)::int as live from contracts_engine
      where id <> ${leaderEngine}::int and until_ms >= ${nowMs}
    ), own as (
      insert into contracts_engine (id, until_ms)
      select ${leaderEngine}::int, ${nowMs} + ${forMs}::bigint from others where live > 0
      on conflict (id) do update set until_ms = excluded.until_ms
    )
    select live + 1 as live from others`.execute(db)
  return rows[0]?.live ?? 1
}

/** Removes an engine that ends. */
export const deleteEngine = async (db: Db, id: number): Promise<void> => {
  await sql`delete from contracts_engine where id = ${id}::int`.execute(db)
}
