import { sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'
import { type OptionReceipt, type OptionRow, optionReceiptToWire } from './codec.ts'
import type { SettledRange } from './records.ts'

/** Settlements whose options are read together. */
const pageSize = 500

/** Options that settlements of a stretch of the chain are about, each with what happened to it. */
const listOptions = async (db: Db, after: number, to: number): Promise<readonly OptionRow[]> => {
  const { rows } = await sql<OptionRow>`
    select o.*, p.symbol, p.title,
      a.at_ms as placed_at, a.transaction_id as placed_transaction, a.tick as placed_tick,
      a.entry as placed_entry,
      s.at_ms as settled_at, s.rule, s.transaction_id as settled_transaction, s.tick as settled_tick,
      s.silent_from_ms, s.silent_to_ms
    from options_order as o join markets_product as p using (pid)
    join options_event as a on a.order_id = o.id and a.kind = 'placed'
    left join options_event as s on s.order_id = o.id and s.kind = 'settled'
    where o.id in (select t.settled_id from trust_settlement as t
      where t.n > ${after} and t.n <= ${to} and t.kind like 'option%')
    order by o.id`.execute(db)
  return rows
}

/** Receipts of every option that settlements of a stretch of the chain are about, each once. */
export async function* optionReceiptPages(
  db: Db,
  { settledAfter, settledTo }: SettledRange,
): AsyncGenerator<readonly OptionReceipt[], void, undefined> {
  const seen = new Set<number>()
  for (let after = settledAfter; after < settledTo; after += pageSize) {
    const found = await listOptions(db, after, Math.min(after + pageSize, settledTo))
    const fresh = found.filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    yield fresh.map(optionReceiptToWire)
  }
}
