import type { Tick } from '@glasshouse/core/markets/evidence'
import { type Selectable, sql } from 'kysely'
import type { TickTable } from '../schema.ts'
import { type ProductKey, type Queryable, tickOf } from '../store.ts'

/** Which tick of a range is asked for. */
export type Extreme = 'highestBid' | 'lowestAsk'

/**
 * The stored ticks of a range that no later one of it equals or surpasses, ascending: the best of what begins at a number is the
 * first of them from that number on. Late and fetched ticks do not count.
 */
const listPeaks = async (
  db: Queryable,
  pid: number,
  extreme: Extreme,
  from: number,
  upTo: number,
): Promise<readonly number[]> => {
  const isBid = extreme === 'highestBid'
  const price = isBid ? sql`bid` : sql`ask`
  const rest = sql`over (order by n desc rows between unbounded preceding and 1 preceding)`
  const of = (table: 'markets_tick' | 'markets_kept_tick') => sql`
    select n, ${price} as price from ${sql.table(table)}
    where pid = ${pid} and n between ${from} and ${upTo} and not late and not fetched`
  const { rows } = await sql<{ n: number }>`
    select n from (
      select n, price, ${isBid ? sql`max(price)` : sql`min(price)`} ${rest} as later
      from (${of('markets_tick')} union ${of('markets_kept_tick')}) heard
    ) compared
    where later is null or ${isBid ? sql`price > later` : sql`price < later`}
    order by n`.execute(db)
  return rows.map(({ n }) => n)
}

const firstFrom = (peaks: readonly number[], from: number): number | undefined => {
  let [low, high] = [0, peaks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((peaks[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  return peaks[low]
}

/** The best stored tick from each number on and up to another, in the order asked; null where there is none. */
export const listBestTicks = async (
  db: Queryable,
  { pid, symbol }: ProductKey,
  asked: { readonly extreme: Extreme; readonly from: readonly number[]; readonly upTo: number },
): Promise<readonly (Tick | null)[]> => {
  const { extreme, from, upTo } = asked
  if (from.length === 0) return []
  const peaks = await listPeaks(
    db,
    pid,
    extreme,
    from.reduce((a, b) => Math.min(a, b)),
    upTo,
  )
  const found = from.map((first) => firstFrom(peaks, first) ?? null)
  const wanted = [...new Set(found.filter((n) => n !== null))]
  const { rows } = await sql<Selectable<TickTable>>`
    select * from markets_tick where pid = ${pid} and n = any(${wanted}::bigint[])
    union all select * from markets_kept_tick where pid = ${pid} and n = any(${wanted}::bigint[])`.execute(db)
  const ticks = new Map(rows.map((row) => [row.n, tickOf(symbol, row)]))
  return found.map((n) => (n === null ? null : (ticks.get(n) ?? null)))
}
