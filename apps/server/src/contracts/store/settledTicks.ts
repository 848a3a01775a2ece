import { sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'

/** By the id of a market, the number of a tick up to which everything that was reached is settled. */
export type TickMarks = ReadonlyMap<number, number>

/** Up to which ticks everything is settled. */
export type SettledTicks = {
  /** In every partition. */
  readonly common: TickMarks
  /** In each partition by itself, where an engine held some of them; of both the further one counts. */
  readonly byPartition: ReadonlyMap<number, TickMarks>
}

/** What is settled in every partition, and in each by itself. */
export const listSettledTicks = async (db: Db): Promise<SettledTicks> => {
  const { rows: common } = await sql<{
    pid: number
    n: number
  }>`select pid, n from contracts_settled_tick`.execute(db)
  const { rows: own } = await sql<{ partition: number; settled: Readonly<Record<string, number>> }>`
    select partition, settled from contracts_settled_by_partition`.execute(db)
  return {
    common: new Map(common.map(({ pid, n }) => [pid, n])),
    byPartition: new Map(
      own.map(({ partition, settled }) => [
        partition,
        new Map(Object.entries(settled).map(([pid, n]) => [Number.parseInt(pid, 10), n])),
      ]),
    ),
  }
}

/** Moves the marks of all partitions forward; one that is further already stays. */
export const upsertSettledTicks = async (tx: Tx, marks: TickMarks): Promise<void> => {
  await sql`
    insert into contracts_settled_tick as s (pid, n)
    select * from unnest(${pgNumberArray([...marks.keys()])}::bigint[], ${pgNumberArray([...marks.values()])}::bigint[])
    on conflict (pid) do update set n = excluded.n where s.n < excluded.n`.execute(tx)
}

/** Replaces the marks of some partitions, which no other engine may write: the transaction has proven their terms. */
export const upsertPartitionTicks = async (tx: Tx, marks: ReadonlyMap<number, TickMarks>): Promise<void> => {
  const settled = [...marks.values()].map((ticks) => JSON.stringify(Object.fromEntries(ticks)))
  await sql`
    insert into contracts_settled_by_partition (partition, settled)
    select * from unnest(${pgNumberArray([...marks.keys()])}::int[], ${pgTextArray(settled)}::jsonb[])
    on conflict (partition) do update set settled = excluded.settled`.execute(tx)
}
