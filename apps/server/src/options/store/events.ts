import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { EventRow, OptionsTables } from '../schema.ts'

/** What happened, and the tick that caused it. */
export type NewEvent = Omit<EventRow, 'tick'> & { readonly tick: Tick | null }

/** Writes what happened, in one statement; it is never changed afterwards. */
export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  // Many options end with the same tick, which is written out once.
  const written = new Map<Tick, string>()
  const textOf = (tick: Tick): string => {
    const text = written.get(tick) ?? JSON.stringify(tickEvidence(tick))
    written.set(tick, text)
    return text
  }
  await sql`
    insert into options_event (order_id, kind, at_ms, rule, transaction_id, tick, silent_from_ms, silent_to_ms)
    select * from unnest(
      ${events.map(({ order_id }) => order_id)}::bigint[], ${events.map(({ kind }) => kind)}::text[],
      ${events.map(({ at_ms }) => at_ms)}::bigint[], ${events.map(({ rule }) => rule)}::text[],
      ${events.map(({ transaction_id }) => transaction_id)}::bigint[],
      ${events.map(({ tick }) => (tick === null ? null : textOf(tick)))}::jsonb[],
      ${events.map(({ silent_from_ms }) => silent_from_ms)}::bigint[],
      ${events.map(({ silent_to_ms }) => silent_to_ms)}::bigint[])`.execute(tx)
}

/** What happened to an option, the acceptance first. */
export const readEvents = (db: Db, orderId: number): Promise<EventRow[]> =>
  db
    .withTables<OptionsTables>()
    .selectFrom('options_event')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('kind')
    .execute()
