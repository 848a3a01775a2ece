import type { Tick } from '@glasshouse/core/markets/evidence'
import { type Selectable, sql } from 'kysely'
import type { TickTable } from '../schema.ts'
import { type ProductKey, type Queryable, tickOf } from '../store.ts'

/** The newest stored ticks with sequence numbers behind one and up to another, ascending, at most so many. */
export const listNewestTicksBetween = async (
  db: Queryable,
  { pid, symbol }: ProductKey,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  limit: number,
): Promise<readonly Tick[]> => {
  // Each table gives its last rows by itself, because only so neither is read further than needed.
  const lastOf = (table: 'markets_tick' | 'markets_kept_tick') =>
    sql<Selectable<TickTable>>`
      select * from ${sql.table(table)} where pid = ${pid} and n > ${after} and n <= ${upTo}
      order by n desc limit ${limit}`.execute(db)
  const [logged, kept] = await Promise.all([lastOf('markets_tick'), lastOf('markets_kept_tick')])
  const byNumber = new Map([...kept.rows, ...logged.rows].map((row) => [row.n, row]))
  return [...byNumber.values()]
    .sort((a, b) => a.n - b.n)
    .slice(-limit)
    .map((row) => tickOf(symbol, row))
}
