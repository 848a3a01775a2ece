import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import type { Db, Tx } from '../../platform/index.ts'
import type { ContractsTables, EventRow } from '../schema.ts'

/** What happened, and the tick that caused it. */
export type NewEvent = Omit<EventRow, 'id' | 'tick'> & { readonly tick: Tick | null }

/** Writes what happened; it is never changed afterwards. */
export const insertEvents = async (tx: Tx, events: readonly NewEvent[]): Promise<void> => {
  if (events.length === 0) return
  await tx
    .withTables<ContractsTables>()
    .insertInto('contracts_event')
    .values(
      events.map((event) => ({
        ...event,
        tick: event.tick === null ? null : JSON.stringify(tickEvidence(event.tick)),
      })),
    )
    .execute()
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
