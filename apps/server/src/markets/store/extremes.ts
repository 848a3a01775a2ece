import type { Tick } from '@glasshouse/core/markets/evidence'
import { type Selectable, sql } from 'kysely'
import type { TickTable } from '../schema.ts'
import { type ProductKey, type Queryable, tickOf } from '../store.ts'

/** Which tick of a range is asked for. */
export type Extreme = 'highestBid' | 'lowestAsk'

/** Ticks that one statement reads: few enough to stay below the limit of statements on a busy machine. */
export const ticksPerRead = 100_000

type TickTableName = 'markets_tick' | 'markets_kept_tick'
type Range = {
  readonly extreme: Extreme
  readonly from: number
  readonly upTo: number
  /** How many ticks one statement reads. */
  readonly step: number
}
type Peak = { readonly n: number; readonly price: bigint }

/**
 * The newest ticks of a range that no later one of it, and no price before, equals or surpasses, descending; `nextUpTo` is where
 * older ones begin, null where there are none.
 */
const listNewestPeaks = async (
  db: Queryable,
  table: TickTableName,
  pid: number,
  { extreme, from, upTo, step }: Range,
  before: bigint | null,
): Promise<{ readonly peaks: readonly Peak[]; readonly nextUpTo: number | null }> => {
  const isBid = extreme === 'highestBid'
  const better = isBid ? sql`>` : sql`<`
  const than = before === null ? sql`true` : sql`price ${better} ${before.toString()}::numeric`
  const rest = sql`over (order by n desc rows between unbounded preceding and 1 preceding)`
  const { rows } = await sql<{ n: number | null; price: string | null }>`
    with read as materialized (
      select n, ${isBid ? sql`bid` : sql`ask`} as price, late or fetched as is_ignored from ${sql.table(table)}
      where pid = ${pid} and n between ${from} and ${upTo}
      order by n desc limit ${step}
    ), compared as (
      select n, price, ${isBid ? sql`max(price)` : sql`min(price)`} ${rest} as later
      from read where not is_ignored and ${than}
    )
    select n, price::text as price from compared where later is null or price ${better} later
    union all select min(n), null from read having count(*) = ${step}
    order by n desc`.execute(db)
  const peaks = rows.flatMap(({ n, price }) =>
    n === null || price === null ? [] : [{ n, price: BigInt(price) }],
  )
  const oldest = rows.find(({ price }) => price === null)?.n ?? null
  return { peaks, nextUpTo: oldest === null ? null : oldest - 1 }
}

/** The stored ticks of a range that no later one of the same table equals or surpasses, descending. */
const listPeaksOf = async (
  db: Queryable,
  table: TickTableName,
  pid: number,
  range: Range,
): Promise<readonly Peak[]> => {
  const found: Peak[] = []
  for (let upTo: number | null = range.upTo; upTo !== null; ) {
    const before = found.at(-1)?.price ?? null
    const { peaks, nextUpTo } = await listNewestPeaks(db, table, pid, { ...range, upTo }, before)
    found.push(...peaks)
    upTo = nextUpTo
  }
  return found
}

/**
 * The stored ticks of a range that no later one of it equals or surpasses, ascending: the best of what begins at a number is the
 * first of them from that number on. Late and fetched ticks do not count. Read from the newest on in steps.
 */
const listPeaks = async (db: Queryable, pid: number, range: Range): Promise<readonly number[]> => {
  const [logged, kept] = await Promise.all([
    listPeaksOf(db, 'markets_tick', pid, range),
    listPeaksOf(db, 'markets_kept_tick', pid, range),
  ])
  const peaks: Peak[] = []
  for (const peak of [...logged, ...kept].sort((a, b) => b.n - a.n)) {
    const last = peaks.at(-1)
    const isPeak =
      last === undefined ||
      (range.extreme === 'highestBid' ? peak.price > last.price : peak.price < last.price)
    if (isPeak) peaks.push(peak)
  }
  return peaks.map(({ n }) => n).reverse()
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
  asked: Omit<Range, 'from'> & { readonly from: readonly number[] },
): Promise<readonly (Tick | null)[]> => {
  const { from } = asked
  if (from.length === 0) return []
  const oldest = from.reduce((a, b) => Math.min(a, b))
  const peaks = await listPeaks(db, pid, { ...asked, from: oldest })
  const found = from.map((first) => firstFrom(peaks, first) ?? null)
  const wanted = [...new Set(found.filter((n) => n !== null))]
  const { rows } = await sql<Selectable<TickTable>>`
    select * from markets_tick where pid = ${pid} and n = any(${wanted}::bigint[])
    union all select * from markets_kept_tick where pid = ${pid} and n = any(${wanted}::bigint[])`.execute(db)
  const ticks = new Map(rows.map((row) => [row.n, tickOf(symbol, row)]))
  return found.map((n) => (n === null ? null : (ticks.get(n) ?? null)))
}
