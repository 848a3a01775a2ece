import type { TrailedEvidence } from '@glasshouse/core/contracts/trailingFields'
import type { AiDecision, EntryEvidence, LiquidationSnapshot } from '@glasshouse/core/contracts/wire'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { sql } from 'kysely'
import { currentApiKey } from '../../platform/apiKeys/index.ts'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { ContractsTables, EventRow } from '../schema.ts'

/** What happened, and the tick that caused it. */
export type NewEvent = Omit<
  EventRow,
  | 'id'
  | 'tick'
  | 'account'
  | 'seen_price'
  | 'entry'
  | 'trailing_stop'
  | 'ai'
  | 'api_key_id'
  | 'copy_of'
  | 'expires_ms'
  | OptionalAmount
> & {
  readonly tick: Tick | null
  readonly account?: LiquidationSnapshot
  readonly seen_price?: bigint
  readonly entry?: EntryEvidence
  readonly trailing_stop?: TrailedEvidence
  readonly ai?: AiDecision
  /** Of an event decided in a batch; elsewhere the running request tells. */
  readonly api_key_id?: number | null
  readonly copy_of?: number | null
  readonly expires_ms?: number | null
} & { readonly [amount in OptionalAmount]?: bigint }

/** Amounts that most events do not move; 0 where they are left out. */
type OptionalAmount =
  | 'insured_profit'
  | 'owed'
  | 'held'
  | 'released'
  | 'bonus_fee'
  | 'drawn_margin'
  | 'unpaid_loss'
  | 'unpaid_fee'

/** Writes what happened, in one statement; it is never changed afterwards. A tick is sent and read once. */
export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  const ticks = [...new Set(events.flatMap(({ tick }) => (tick === null ? [] : [tick])))]
  const placeOf = new Map(ticks.map((tick, at) => [tick, at + 1]))
  const requestKey = currentApiKey()
  const column = (pick: (event: NewEvent) => number | bigint | null) => pgNumberArray(events.map(pick))
  const optional = (name: OptionalAmount) => column((event) => event[name] ?? 0n)
  await sql`
    with given as (
      select * from unnest(
        ${column(({ order_id }) => order_id)}::bigint[], ${pgTextArray(events.map(({ kind }) => kind))}::text[],
        ${column(({ at_ms }) => at_ms)}::bigint[], ${pgTextArray(events.map(({ rule }) => rule))}::text[],
        ${column(({ price }) => price)}::numeric[], ${column(({ lots }) => lots)}::bigint[],
        ${column(({ margin }) => margin)}::numeric[], ${column(({ fee }) => fee)}::numeric[],
        ${column(({ profit }) => profit)}::numeric[], ${column(({ insurance }) => insurance)}::numeric[],
        ${column(({ transaction_id }) => transaction_id)}::bigint[],
        ${column(({ tick }) => (tick === null ? null : (placeOf.get(tick) ?? null)))}::integer[],
        ${pgTextArray(events.map(({ account }) => (account === undefined ? null : JSON.stringify(account))))}::jsonb[],
        ${column(({ seen_price }) => seen_price ?? null)}::numeric[],
        ${optional('insured_profit')}::numeric[], ${optional('owed')}::numeric[], ${optional('held')}::numeric[],
        ${optional('released')}::numeric[], ${optional('bonus_fee')}::numeric[], ${optional('drawn_margin')}::numeric[],
        ${optional('unpaid_loss')}::numeric[], ${optional('unpaid_fee')}::numeric[],
        ${column(({ api_key_id }) => api_key_id ?? requestKey)}::bigint[],
        ${pgTextArray(events.map(({ entry }) => (entry === undefined ? null : JSON.stringify(entry))))}::jsonb[],
        ${column(({ copy_of }) => copy_of ?? null)}::bigint[],
        ${pgTextArray(events.map(({ ai }) => (ai === undefined ? null : JSON.stringify(ai))))}::jsonb[],
        ${column(({ expires_ms }) => expires_ms ?? null)}::bigint[],
        ${pgTextArray(events.map(({ trailing_stop }) => (trailing_stop === undefined ? null : JSON.stringify(trailing_stop))))}::jsonb[]
      ) with ordinality as e (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance,
        transaction_id, tick, account, seen_price, insured_profit, owed, held, released, bonus_fee, drawn_margin, unpaid_loss,
        unpaid_fee, api_key_id, entry, copy_of, ai, expires_ms, trailing_stop, line)
    ), ticks as materialized (
      select array(select jsonb_array_elements(
        ${JSON.stringify(ticks.map((tick) => tickEvidence(tick)))}::jsonb)) as evidence
    )
    insert into contracts_event (order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance,
      transaction_id, tick, account, seen_price, insured_profit, owed, held, released, bonus_fee, drawn_margin, unpaid_loss,
      unpaid_fee, api_key_id, entry, copy_of, ai, expires_ms, trailing_stop)
    select order_id, kind, at_ms, rule, price, lots, margin, fee, profit, insurance, transaction_id,
      ticks.evidence[tick], account, seen_price, insured_profit, owed, held, released, bonus_fee, drawn_margin, unpaid_loss,
      unpaid_fee, api_key_id, entry, copy_of, ai, expires_ms, trailing_stop
    from given cross join ticks order by line`.execute(tx)
}

/**
 * Everything that happened to an order, in order. The receipt of a partial close begins with how the order it
 * was taken from was opened.
 */
export const listEvents = (db: Db, id: number, parentId: number | null): Promise<EventRow[]> =>
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

/** What happened to the closing orders of a position before an event, in order. */
export const listClosingEvents = (db: Db, id: number, before: number): Promise<EventRow[]> =>
  db
    .withTables<ContractsTables>()
    .selectFrom('contracts_event')
    .selectAll()
    .where('order_id', '=', id)
    .where('id', '<', before)
    .where('rule', 'like', 'closingOrder%')
    .orderBy('id')
    .execute()

/** Everything that happened to some orders, in order. */
export const listEventsOf = async (db: Db, ids: readonly number[]): Promise<readonly EventRow[]> =>
  ids.length === 0
    ? []
    : db
        .withTables<ContractsTables>()
        .selectFrom('contracts_event')
        .selectAll()
        .where('order_id', '=', sql<number>`any(${[...ids]}::int8[])`)
        .orderBy('id')
        .execute()

/**
 * The number of the tick by which each order was last judged: placed, amended, opened or given stops. An order that filled at the
 * worse of two ticks was judged by the later one.
 */
export const listEvaluatedTicks = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; n: number }>`
    select order_id as id, max(greatest((tick->>'n')::bigint, (entry->'next'->>'n')::bigint)) as n from contracts_event
    where order_id = any(${ids}::bigint[]) and kind in ('placed', 'amended', 'opened', 'stopsSet') group by order_id`.execute(
    db,
  )
  return new Map(rows.flatMap(({ id, n }) => (n === null ? [] : [[id, n] as const])))
}
