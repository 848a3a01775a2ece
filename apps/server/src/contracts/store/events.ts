import type { CloseOutAccount } from '@glasshouse/core/contracts/wire'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { ContractsTables, EventRow } from '../schema.ts'

/** What happened, and the tick that caused it. */
export type NewEvent = Omit<EventRow, 'id' | 'tick' | 'account' | 'seen_price'> & {
  readonly tick: Tick | null
  readonly account?: CloseOutAccount
  readonly seen_price?: bigint
}

/** Writes what happened, in one statement; it is never changed afterwards. A tick is sent and read once. */
export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  const ticks = [...new Set(events.flatMap(({ tick }) => (tick === null ? [] : [tick])))]
  const placeOf = new Map(ticks.map((tick, at) => [tick, at + 1]))
  const numbers = (pick: (event: NewEvent) => number | null) => events.map(pick)
  const units = (pick: (event: NewEvent) => bigint) => events.map((event) => pick(event).toString())
  await sql`
    with given as (
      select * from unnest(
        ${numbers(({ order_id }) => order_id)}::bigint[], ${events.map(({ kind }) => kind)}::text[],
        ${numbers(({ at_ms }) => at_ms)}::bigint[], ${events.map(({ rule }) => rule)}::text[],
        ${units(({ price }) => price)}::numeric[], ${numbers(({ lots }) => lots)}::bigint[],
        ${units(({ margin }) => margin)}::numeric[], ${units(({ fee }) => fee)}::numeric[],
        ${units(({ profit }) => profit)}::numeric[], ${units(({ insurance }) => insurance)}::numeric[],
        ${numbers(({ transaction_id }) => transaction_id)}::bigint[],
        ${numbers(({ tick }) => (tick === null ? null : (placeOf.get(tick) ?? null)))}::integer[],
        ${events.map(({ account }) => (account === undefined ? null : JSON.stringify(account)))}::jsonb[],
        ${events.map(({ seen_price }) => seen_price?.toString() ?? null)}::numeric[]
      ) with ordinality as e (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance,
        transaction_id, tick, account, seen_price, line)
    ), ticks as materialized (
      select array(select jsonb_array_elements(
        ${JSON.stringify(ticks.map((tick) => tickEvidence(tick)))}::jsonb)) as evidence
    )
    insert into contracts_event (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance,
      transaction_id, tick, account, seen_price)
    select order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance, transaction_id,
      ticks.evidence[tick], account, seen_price
    from given cross join ticks order by line`.execute(tx)
}

/**
 * Everything that happened to an order, in order. The receipt of a partial close begins with how the order it
 * was taken from was opened.
 */
export const readEvents = (db: Db, id: number, parentId: number | null): Promise<EventRow[]> =>
  db
    .withTables<ContractsTables>()
    .selectFrom('contracts_event')
    .selectAll()
    .where((on) =>
      on.or([
        on('order_id', '=', id),
        ...(parentId === null ? [] : [on.and([on('order_id', '=', parentId), on('kind', '=', 'opened')])]),
      ]),
    )
    .orderBy('id')
    .execute()

/** The number of the tick by which each order was last judged: placed, opened or given stops. */
export const readJudged = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; n: number }>`
    select order_id as id, max((tick->>'n')::bigint) as n from contracts_event
    where order_id = any(${ids}::bigint[]) and kind in ('placed', 'opened', 'stopsSet') group by order_id`.execute(
    db,
  )
  return new Map(rows.flatMap(({ id, n }) => (n === null ? [] : [[id, n] as const])))
}
