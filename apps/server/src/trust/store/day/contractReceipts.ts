import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'
import { type ContractReceipt, contractReceiptToWire, type EventRow, type OrderRow } from './codec.ts'
import type { SettledRange } from './records.ts'

/** Settlements whose orders are read together. */
const pageSize = 500

/** Orders that settlements of a stretch of the chain are about. */
const listOrders = async (db: Db, after: number, to: number): Promise<readonly OrderRow[]> => {
  const { rows } = await sql<OrderRow>`
    select o.*, p.symbol, p.title from contracts_order as o join markets_product as p using (pid)
    where o.id in (select s.settled_id from trust_settlement as s
      where s.n > ${after} and s.n <= ${to} and s.kind like 'contract%')
    order by o.id`.execute(db)
  return rows
}

/**
 * All that ever happened to those orders, and how the orders they were taken from were opened. What bonus credit paid
 * of a fee stands in the ledger alone.
 */
const listEvents = async (
  db: Db,
  ids: readonly number[],
  parents: readonly number[],
): Promise<readonly EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select contracts_event.*, coalesce((
      select -sum(e.amount) from ledger_entry as e join ledger_account as a on a.id = e.account_id
      where e.transaction_id = contracts_event.transaction_id and a.purpose = 'bonus'
    ), 0)::numeric as fee_from_bonus
    from contracts_event
    where order_id = any(${ids}::bigint[]) or (order_id = any(${parents}::bigint[]) and kind = 'opened')
    order by id`.execute(db)
  return rows
}

/**
 * Receipts of every order that settlements of a stretch of the chain are about, each once. They name orders and
 * amounts, and no customer.
 */
export async function* contractReceiptPages(
  db: Db,
  { settledAfter, settledTo }: SettledRange,
): AsyncGenerator<readonly ContractReceipt[], void, undefined> {
  const seen = new Set<number>()
  for (let after = settledAfter; after < settledTo; after += pageSize) {
    const found = await listOrders(db, after, Math.min(after + pageSize, settledTo))
    const orders = found.filter(({ id }) => !seen.has(id))
    for (const { id } of orders) seen.add(id)
    const parents = orders.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id]))
    const events = Map.groupBy(
      orders.length === 0
        ? []
        : await listEvents(
            db,
            orders.map(({ id }) => id),
            parents,
          ),
      ({ order_id }) => order_id,
    )
    yield orders.map((order) =>
      contractReceiptToWire(order, [
        ...(events.get(order.parent_id ?? 0) ?? []).filter(({ kind }) => kind === 'opened'),
        ...(events.get(order.id) ?? []),
      ]),
    )
  }
}
