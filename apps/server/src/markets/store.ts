import type { Candle } from '@glasshouse/core/markets/candles'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Interval } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import { termsNumbers, termsParts } from '@glasshouse/core/markets/terms'
import type { Quantity } from '@glasshouse/core/money/units'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/index.ts'
import type { MarketTables, TickTable } from './schema.ts'

export type Queryable = Db | Tx
const tables = (db: Queryable) => db.withTables<MarketTables>()

const productOf = (row: Selectable<MarketTables['markets_product']>): Product => ({
  pid: row.pid,
  symbol: row.symbol,
  title: row.title,
  icon: row.icon,
  lot: row.lot as Quantity,
  minLots: row.min_lots,
  stepLots: row.step_lots,
  leverages: termsNumbers(row.multiples),
  feeRatePpm: row.fee_rate_ppm,
  expiryMinutes: termsParts(row.expiry_minutes),
  payoutPercents: termsNumbers(row.payout_percents),
  kind: row.kind,
  scale: row.scale,
  isOnSale: row.on_sale,
})

/** Every product there ever was, by pid. */
export const listProductRows = async (db: Queryable): Promise<readonly Product[]> => {
  const rows = await tables(db).selectFrom('markets_product').selectAll().orderBy('pid').execute()
  return rows.map(productOf)
}

/** Adds a product; one that came in meanwhile under the same symbol stays as it is. */
export const insertProduct = async (db: Queryable, product: Omit<Product, 'pid'>): Promise<void> => {
  await tables(db)
    .insertInto('markets_product')
    .values({
      symbol: product.symbol,
      title: product.title,
      icon: product.icon,
      lot: product.lot,
      min_lots: product.minLots,
      step_lots: product.stepLots,
      multiples: product.leverages.join(','),
      fee_rate_ppm: product.feeRatePpm,
      expiry_minutes: product.expiryMinutes.join(','),
      payout_percents: product.payoutPercents.join(','),
      kind: product.kind,
      scale: product.scale,
      on_sale: product.isOnSale,
      changed_ms: null,
    })
    .onConflict((conflict) => conflict.column('symbol').doNothing())
    .execute()
}

/** When products were changed by staff, by pid. */
export const listProductChanges = async (db: Queryable): Promise<ReadonlyMap<number, number | null>> => {
  const rows = await tables(db).selectFrom('markets_product').select(['pid', 'changed_ms']).execute()
  return new Map(rows.map(({ pid, changed_ms }) => [pid, changed_ms]))
}

/** A product, locked until the commit. */
export const lockProduct = async (tx: Tx, pid: number): Promise<Product | null> => {
  const row = await tables(tx)
    .selectFrom('markets_product')
    .selectAll()
    .where('pid', '=', pid)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : productOf(row)
}

/** Changes what a product offers; who it is stays. */
export const updateProductTerms = async (
  tx: Tx,
  pid: number,
  terms: Omit<Product, 'pid' | 'symbol' | 'kind'>,
  atMs: number,
): Promise<void> => {
  await tables(tx)
    .updateTable('markets_product')
    .set({
      title: terms.title,
      icon: terms.icon,
      lot: terms.lot,
      min_lots: terms.minLots,
      step_lots: terms.stepLots,
      multiples: terms.leverages.join(','),
      fee_rate_ppm: terms.feeRatePpm,
      expiry_minutes: terms.expiryMinutes.join(','),
      payout_percents: terms.payoutPercents.join(','),
      scale: terms.scale,
      on_sale: terms.isOnSale,
      changed_ms: atMs,
    })
    .where('pid', '=', pid)
    .execute()
}

/** A tick together with the product it belongs to. */
export type TickLogRow = { readonly pid: number; readonly tick: Tick }

/** Inserts ticks into the log (`markets_tick`) or the permanent one (`markets_kept_tick`); an existing tick stays. */
export const insertTicks = async (
  db: Queryable,
  table: 'markets_tick' | 'markets_kept_tick',
  logged: readonly TickLogRow[],
): Promise<void> => {
  if (logged.length === 0) return
  const column = <T>(pick: (tick: Tick) => T) => logged.map(({ tick }) => pick(tick))
  await sql`
    insert into ${sql.table(table)}
      (pid, n, kind, source, source_sequence, source_ms, recorded_ms, received_ms,
       price, quantity, side, bid, ask, late, fetched, previous_hash, hash)
    select pid, n, kind, source, source_sequence, source_ms, recorded_ms, received_ms,
       price, quantity, side, bid, ask, late, fetched, decode(previous_hash, 'hex'), decode(hash, 'hex')
    from unnest(
      ${logged.map(({ pid }) => pid)}::bigint[], ${column((tick) => tick.n)}::bigint[],
      ${column((tick) => tick.kind)}::text[], ${column((tick) => tick.source)}::text[],
      ${column((tick) => tick.sourceSequence)}::text[], ${column((tick) => tick.sourceTimeMs)}::bigint[],
      ${column((tick) => tick.recordedTimeMs)}::bigint[], ${column((tick) => tick.receivedTimeMs)}::bigint[],
      ${column((tick) => tick.price.toString())}::numeric[], ${column((tick) => tick.quantity.toString())}::numeric[],
      ${column((tick) => tick.side)}::text[],
      ${column((tick) => tick.bid.toString())}::numeric[], ${column((tick) => tick.ask.toString())}::numeric[],
      ${column((tick) => tick.late === true)}::boolean[], ${column((tick) => tick.fetched === true)}::boolean[],
      ${column((tick) => tick.previousHash)}::text[], ${column((tick) => tick.hash)}::text[]
    ) as t (pid, n, kind, source, source_sequence, source_ms, recorded_ms, received_ms,
            price, quantity, side, bid, ask, late, fetched, previous_hash, hash)
    on conflict do nothing`.execute(db)
}

/** A tick of a stored row. */
export const tickOf = (symbol: string, row: Selectable<TickTable>): Tick => ({
  symbol,
  n: row.n,
  kind: row.kind,
  source: row.source,
  sourceSequence: row.source_sequence,
  sourceTimeMs: row.source_ms,
  recordedTimeMs: row.recorded_ms,
  receivedTimeMs: row.received_ms,
  price: row.price,
  quantity: row.quantity,
  side: row.side,
  bid: row.bid,
  ask: row.ask,
  ...(row.late ? { late: true } : {}),
  ...(row.fetched ? { fetched: true } : {}),
  previousHash: row.previous_hash.toString('hex'),
  hash: row.hash.toString('hex'),
})

export type ProductKey = Pick<Product, 'pid' | 'symbol'>

/** The newest stored tick, kept ones included. */
export const findNewestTick = async (db: Queryable, product: ProductKey): Promise<Tick | null> => {
  const newestOf = (table: 'markets_tick' | 'markets_kept_tick') =>
    tables(db).selectFrom(table).selectAll().where('pid', '=', product.pid).orderBy('n', 'desc').limit(1)
  const found = await Promise.all([
    newestOf('markets_tick').executeTakeFirst(),
    newestOf('markets_kept_tick').executeTakeFirst(),
  ])
  const rows = found.filter((row) => row !== undefined).sort((a, b) => b.n - a.n)
  return rows[0] === undefined ? null : tickOf(product.symbol, rows[0])
}

/** Stored ticks with a sequence number from `from` on, ascending. */
export const listTicksFrom = async (
  db: Queryable,
  product: ProductKey,
  from: number,
  limit: number,
): Promise<readonly Tick[]> => {
  // Each table gives its first rows by itself, because only so neither is read further than needed.
  const firstOf = (table: 'markets_tick' | 'markets_kept_tick') =>
    tables(db)
      .selectFrom(table)
      .selectAll()
      .where('pid', '=', product.pid)
      .where('n', '>=', from)
      .orderBy('n')
      .limit(limit)
      .execute()
  const [logged, kept] = await Promise.all([firstOf('markets_tick'), firstOf('markets_kept_tick')])
  const byNumber = new Map([...kept, ...logged].map((row) => [row.n, row]))
  return [...byNumber.values()]
    .sort((a, b) => a.n - b.n)
    .slice(0, limit)
    .map((row) => tickOf(product.symbol, row))
}

/**
 * The newest tick (by sequence number) whose source time is not after the instant. Source times of one market
 * stray at most `strayMs` around the receive clock, so only that stretch before the latest has to be looked at.
 */
export const findTickAt = async (
  db: Queryable,
  product: ProductKey,
  atMs: number,
  strayMs: number,
): Promise<Tick | null> => {
  const result = await sql<Selectable<TickTable>>`
    with latest as (
      select max(source_ms) as ms from (
        (select source_ms from markets_tick where pid = ${product.pid} and source_ms <= ${atMs} order by source_ms desc limit 1)
        union all
        (select source_ms from markets_kept_tick where pid = ${product.pid} and source_ms <= ${atMs} order by source_ms desc limit 1)
      ) as either
    )
    select found.* from latest, lateral (
      (select * from markets_tick where pid = ${product.pid} and source_ms between latest.ms - ${strayMs} and ${atMs} order by n desc limit 1)
      union all
      (select * from markets_kept_tick where pid = ${product.pid} and source_ms between latest.ms - ${strayMs} and ${atMs} order by n desc limit 1)
    ) as found
    order by found.n desc limit 1`.execute(db)
  const row = result.rows[0]
  return row === undefined ? null : tickOf(product.symbol, row)
}

/** Stored trades whose source time lies between two instants, those that came late left out. */
export const listTradesBetween = async (
  db: Queryable,
  { pid, symbol }: ProductKey,
  fromMs: number,
  toMs: number,
): Promise<readonly Tick[]> => {
  const of = (table: 'markets_tick' | 'markets_kept_tick') =>
    tables(db)
      .selectFrom(table)
      .selectAll()
      .where('pid', '=', pid)
      .where('kind', '=', 'trade')
      .where('late', '=', false)
      .where('source_ms', '>=', fromMs)
      .where('source_ms', '<=', toMs)
      .execute()
  const rows = (await Promise.all([of('markets_tick'), of('markets_kept_tick')])).flat()
  return [...new Map(rows.map((row) => [row.n, row])).values()].map((row) => tickOf(symbol, row))
}

/** Which trade is asked for: the last at or before `atMs` by the source, here no later than `receivedByMs`. */
export type TradeQuery = { readonly pid: number; readonly atMs: number; readonly receivedByMs: number }

/** The stored trades that answer, in the order asked; null where there is none. */
export const findLastTradeRows = async (
  db: Queryable,
  symbolOf: (pid: number) => string,
  queries: readonly TradeQuery[],
): Promise<readonly (Tick | null)[]> => {
  if (queries.length === 0) return []
  const lastOf = (table: 'markets_tick' | 'markets_kept_tick') => sql`
    (select * from ${sql.table(table)} t
      where t.pid = asked.pid and t.kind = 'trade' and not t.late and not t.fetched and t.source_ms <= asked.at_ms and t.received_ms <= asked.by_ms
      order by t.source_ms desc, t.n desc limit 1)`
  const { rows } = await sql<Selectable<TickTable> & { place: number }>`
    select asked.place, found.*
    from unnest(
      ${queries.map(({ pid }) => pid)}::bigint[], ${queries.map(({ atMs }) => atMs)}::bigint[],
      ${queries.map(({ receivedByMs }) => receivedByMs)}::bigint[]
    ) with ordinality as asked (pid, at_ms, by_ms, place),
    lateral (
      select * from (${lastOf('markets_tick')} union all ${lastOf('markets_kept_tick')}) either
      order by source_ms desc, n desc limit 1
    ) found`.execute(db)
  const byPlace = new Map(rows.map(({ place, ...row }) => [place, row]))
  return queries.map(({ pid }, index) => {
    const row = byPlace.get(index + 1)
    return row === undefined ? null : tickOf(symbolOf(pid), row)
  })
}

/** An instant of a market. */
export type MarketInstant = { readonly pid: number; readonly atMs: number }

type NeighbourTimes = { readonly before: number | null; readonly after: number | null }

/** Receive times of the stored ticks next to instants, in the order asked: the last at or before, the first after. */
export const findReceiveTimesAround = async (
  db: Queryable,
  queries: readonly MarketInstant[],
  reachMs: number,
): Promise<readonly NeighbourTimes[]> => {
  if (queries.length === 0) return []
  const within = (table: 'markets_tick' | 'markets_kept_tick') => sql`
    select received_ms from ${sql.table(table)} t
    where t.pid = asked.pid and t.source_ms between asked.at_ms - ${reachMs}::bigint and asked.at_ms + ${reachMs}::bigint`
  const { rows } = await sql<NeighbourTimes>`
    select found.before, found.after
    from unnest(${queries.map(({ pid }) => pid)}::bigint[], ${queries.map(({ atMs }) => atMs)}::bigint[])
      with ordinality as asked (pid, at_ms, place),
    lateral (
      select max(received_ms) filter (where received_ms <= asked.at_ms) as before,
        min(received_ms) filter (where received_ms > asked.at_ms) as after
      from (${within('markets_tick')} union all ${within('markets_kept_tick')}) near
    ) found
    order by place`.execute(db)
  return rows
}

/**
 * Deletes at most `limit` ticks that a day file holds and that are older by `retentionMs` than their market's newest;
 * returns how many.
 */
export const purgeTicks = async (
  db: Queryable,
  pid: number,
  retentionMs: number,
  limit: number,
): Promise<number> => {
  const result = await sql`
    delete from markets_tick where pid = ${pid} and n in (
      select n from markets_tick
      where pid = ${pid} and n < (select f.n from markets_filed f where f.pid = ${pid})
        and received_ms < (select t.received_ms from markets_tick t where t.pid = ${pid} order by t.n desc limit 1)
          - ${retentionMs}::bigint
      order by n limit ${limit})`.execute(db)
  return Number.parseInt((result.numAffectedRows ?? 0n).toString(), 10)
}

/** Reserves sequence numbers up to `upTo`; a smaller number than reserved before changes nothing. */
export const reserveSequence = async (db: Queryable, pid: number, upTo: number): Promise<void> => {
  await sql`
    insert into markets_chain (pid, reserved) values (${pid}, ${upTo})
    on conflict (pid) do update set reserved = greatest(markets_chain.reserved, excluded.reserved)`.execute(
    db,
  )
}

/** After a clean stop nothing beyond the newest written number was used: gives the reserved rest back. */
export const releaseSequence = async (db: Queryable, pid: number, lastUsed: number): Promise<void> => {
  await tables(db).updateTable('markets_chain').set({ reserved: lastUsed }).where('pid', '=', pid).execute()
}

/** The highest number that may have been used. */
export const findReservedSequence = async (db: Queryable, pid: number): Promise<number> => {
  const row = await tables(db)
    .selectFrom('markets_chain')
    .select('reserved')
    .where('pid', '=', pid)
    .executeTakeFirst()
  return row?.reserved ?? 0
}

/** A candle together with its market and interval. */
export type StoredCandle = {
  readonly pid: number
  readonly interval: Interval
  readonly candle: Candle
}

/** Writes candles, replacing what was stored of the same stretch. */
export const upsertCandles = async (db: Queryable, stored: readonly StoredCandle[]): Promise<void> => {
  const column = (pick: (candle: Candle) => bigint) => stored.map(({ candle }) => pick(candle).toString())
  if (stored.length === 0) return
  await sql`
    insert into markets_candle (pid, interval, open_ms, open, high, low, close, volume, turnover)
    select * from unnest(
      ${stored.map(({ pid }) => pid)}::bigint[], ${stored.map(({ interval }) => interval)}::text[],
      ${stored.map(({ candle }) => candle.openMs)}::bigint[],
      ${column((candle) => candle.open)}::numeric[], ${column((candle) => candle.high)}::numeric[],
      ${column((candle) => candle.low)}::numeric[], ${column((candle) => candle.close)}::numeric[],
      ${column((candle) => candle.volume)}::numeric[], ${column((candle) => candle.turnover)}::numeric[])
    on conflict (pid, interval, open_ms) do update set
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
      volume = excluded.volume, turnover = excluded.turnover`.execute(db)
}

/** The newest `limit` stored candles that open before the instant, ascending. */
export const listCandlesBefore = async (
  db: Queryable,
  pid: number,
  interval: Interval,
  beforeMs: number,
  limit: number,
): Promise<readonly Candle[]> => {
  const rows = await tables(db)
    .selectFrom('markets_candle')
    .select(['open_ms', 'open', 'high', 'low', 'close', 'volume', 'turnover'])
    .where('pid', '=', pid)
    .where('interval', '=', interval)
    .where('open_ms', '<', beforeMs)
    .orderBy('open_ms', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse().map(({ open_ms, ...candle }) => ({ openMs: open_ms, ...candle }))
}
