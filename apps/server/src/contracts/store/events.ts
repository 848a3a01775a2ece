import type { CloseOutAccount } from '@glasshouse/core/contracts/wire'
import { type Tick, tickEvidence } from '@glasshouse/core/markets/evidence'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { ContractsTables, EventRow } from '../schema.ts'

/** What happened, and the tick that caused it. */
export type NewEvent = Omit<EventRow, 'id' | 'tick' | 'account'> & {
  readonly tick: Tick | null
  readonly account?: CloseOutAccount
}

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
        account: event.account === undefined ? null : JSON.stringify(event.account),
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
