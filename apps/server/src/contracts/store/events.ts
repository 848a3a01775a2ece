import type { TrailedEvidence } from '@glasshouse/core/contracts/trailingFields'
import type { AiDecision, EntryEvidence, LiquidationSnapshot } from '@glasshouse/core/contracts/wire'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { CompiledQuery, sql } from 'kysely'
import { type Db, rowColumns, type Tx } from '../../platform/database/index.ts'
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

/** An event with the place of its tick among those of its statement, from 1. */
type PlacedEvent = {
  readonly event: NewEvent
  readonly tickPlace: number | null
  readonly requestKey: number | null
}

const columnsOfEvents = rowColumns<PlacedEvent>([
  ['order_id', 'bigint', ({ event }) => event.order_id],
  ['kind', 'text', ({ event }) => event.kind],
  ['at_ms', 'bigint', ({ event }) => event.at_ms],
  ['rule', 'text', ({ event }) => event.rule],
  ['price', 'numeric', ({ event }) => event.price],
  ['lots', 'bigint', ({ event }) => event.lots],
  ['margin', 'numeric', ({ event }) => event.margin],
  ['fee', 'numeric', ({ event }) => event.fee],
  ['profit', 'numeric', ({ event }) => event.profit],
  ['insurance', 'numeric', ({ event }) => event.insurance],
  ['transaction_id', 'bigint', ({ event }) => event.transaction_id],
  ['tick', 'integer', ({ tickPlace }) => tickPlace],
  ['account', 'jsonb', ({ event }) => event.account ?? null],
  ['seen_price', 'numeric', ({ event }) => event.seen_price ?? null],
  ['insured_profit', 'numeric', ({ event }) => event.insured_profit ?? 0n],
  ['owed', 'numeric', ({ event }) => event.owed ?? 0n],
  ['held', 'numeric', ({ event }) => event.held ?? 0n],
  ['released', 'numeric', ({ event }) => event.released ?? 0n],
  ['bonus_fee', 'numeric', ({ event }) => event.bonus_fee ?? 0n],
  ['drawn_margin', 'numeric', ({ event }) => event.drawn_margin ?? 0n],
  ['unpaid_loss', 'numeric', ({ event }) => event.unpaid_loss ?? 0n],
  ['unpaid_fee', 'numeric', ({ event }) => event.unpaid_fee ?? 0n],
  ['api_key_id', 'bigint', ({ event, requestKey }) => event.api_key_id ?? requestKey],
  ['entry', 'jsonb', ({ event }) => event.entry ?? null],
  ['copy_of', 'bigint', ({ event }) => event.copy_of ?? null],
  ['ai', 'jsonb', ({ event }) => event.ai ?? null],
  ['expires_ms', 'bigint', ({ event }) => event.expires_ms ?? null],
  ['trailing_stop', 'jsonb', ({ event }) => event.trailing_stop ?? null],
])

const eventNames = columnsOfEvents.names.join(', ')

const insertText = `
  with given as (
    select * from ${columnsOfEvents.unnest(1)} with ordinality as e (${eventNames}, line)
  ), ticks as materialized (
    select array(select jsonb_array_elements($1::jsonb)) as evidence
  )
  insert into contracts_event (${eventNames})
  select ${columnsOfEvents.names.map((name) => (name === 'tick' ? 'ticks.evidence[tick]' : name)).join(', ')}
  from given cross join ticks order by line`

/**
 * Events as columns, as `insertEvents` takes them. A tick is sent and read once, whatever happened by it.
 *
 * @param requestKey the API key of the running request, for events that name none
 */
export const eventColumns = (events: readonly NewEvent[], requestKey: number | null): readonly string[] => {
  const ticks = [...new Set(events.flatMap(({ tick }) => (tick === null ? [] : [tick])))]
  const placeOf = new Map(ticks.map((tick, at) => [tick, at + 1]))
  const placed = events.map((event) => {
    const tickPlace = event.tick === null ? null : (placeOf.get(event.tick) ?? null)
    return { event, tickPlace, requestKey }
  })
  return [JSON.stringify(ticks.map((tick) => tickEvidence(tick))), ...columnsOfEvents.textsOf(placed)]
}

/** Writes what happened, in one statement; it is never changed afterwards. */
export const insertEvents = async (tx: Tx, columns: readonly string[]): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(insertText, [...columns]))
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
