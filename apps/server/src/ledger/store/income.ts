import type { JournalType } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db } from '../../platform/index.ts'

/** What a customer's USDT entries of some types sum to: all of them, and those within a span of business time. */
export const sumIncome = async (
  db: Db,
  uid: number,
  types: readonly JournalType[],
  span: { readonly fromMs: number; readonly untilMs: number },
): Promise<{ readonly total: Usdt; readonly within: Usdt }> => {
  const { rows } = await sql<{ total: Usdt; within: Usdt }>`
    select coalesce(sum(e.amount), 0) as total,
      coalesce(sum(e.amount) filter (where t.at_ms >= ${span.fromMs} and t.at_ms < ${span.untilMs}), 0) as within
    from ledger_account a
    join ledger_entry e on e.account_id = a.id and e.type = any(${types}::int[])
    join ledger_transaction t on t.id = e.transaction_id
    where a.owner = 'customer' and a.owner_id = ${uid} and a.asset = 'USDT'
  `.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}
