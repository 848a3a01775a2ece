import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'

/** Up to which tick of each market, by its id, everything that was reached is settled. */
export const listSettledTicks = async (db: Db): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ pid: number; n: number }>`select pid, n from contracts_settled_tick`.execute(
    db,
  )
  return new Map(rows.map(({ pid, n }) => [pid, n]))
}

/** Moves the marks of markets forward; one that is further already stays. */
export const upsertSettledTicks = async (tx: Tx, marks: ReadonlyMap<number, number>): Promise<void> => {
  await sql`
    insert into contracts_settled_tick as s (pid, n)
    select * from unnest(${pgNumberArray([...marks.keys()])}::bigint[], ${pgNumberArray([...marks.values()])}::bigint[])
    on conflict (pid) do update set n = excluded.n where s.n < excluded.n`.execute(tx)
}
