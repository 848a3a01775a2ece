import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { sql } from 'kysely'
import { currentApiKey } from '../../platform/apiKeys/index.ts'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { EventRow, OptionEntry, OptionsTables } from '../schema.ts'

/** What happened, and the tick that caused it. */
export type NewEvent = Omit<EventRow, 'tick' | 'entry' | 'api_key_id'> & {
  readonly tick: Tick | null
  readonly entry?: OptionEntry
}

/** Writes what happened, in one statement; it is never changed afterwards. */
export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  // Many options end with the same tick, which is sent once and found by its place.
  const ticks = [...new Set(events.flatMap(({ tick }) => (tick === null ? [] : [tick])))]
  const placeOf = new Map(ticks.map((tick, index) => [tick, index + 1]))
  await sql`
    insert into options_event (order_id, kind, at_ms, rule, transaction_id, tick, silent_from_ms, silent_to_ms, entry, api_key_id)
    select order_id, kind, at_ms, rule, transaction_id,
      (${pgTextArray(ticks.map((tick) => JSON.stringify(tickEvidence(tick))))}::jsonb[])[place], silent_from_ms, silent_to_ms, entry,
      ${currentApiKey()}::bigint
    from unnest(
      ${pgNumberArray(events.map(({ order_id }) => order_id))}::bigint[],
      ${pgTextArray(events.map(({ kind }) => kind))}::text[],
      ${pgNumberArray(events.map(({ at_ms }) => at_ms))}::bigint[], ${pgTextArray(events.map(({ rule }) => rule))}::text[],
      ${pgNumberArray(events.map(({ transaction_id }) => transaction_id))}::bigint[],
      ${pgNumberArray(events.map(({ tick }) => (tick === null ? null : (placeOf.get(tick) ?? null))))}::integer[],
      ${pgNumberArray(events.map(({ silent_from_ms }) => silent_from_ms))}::bigint[],
      ${pgNumberArray(events.map(({ silent_to_ms }) => silent_to_ms))}::bigint[],
      ${pgTextArray(events.map(({ entry }) => (entry === undefined ? null : JSON.stringify(entry))))}::jsonb[]
    ) as event (order_id, kind, at_ms, rule, transaction_id, place, silent_from_ms, silent_to_ms, entry)`.execute(
    tx,
  )
}

/** What happened to an option, the acceptance first. */
export const listEvents = (db: Db, orderId: number): Promise<EventRow[]> =>
  db
    .withTables<OptionsTables>()
    .selectFrom('options_event')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .execute()
