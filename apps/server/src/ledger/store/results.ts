import { usdtAsset } from '@glasshouse/core/ledger/chart'
import type { JournalType } from '@glasshouse/core/ledger/journal'
import type { Usdt } from '@glasshouse/core/money/units'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'

/** Transactions are dated before they are locked, so neighbours may be out of order by a moment. */
const outOfOrderMs = 60_000

/**
 * What a customer's USDT entries of some types sum to since an instant, over all accounts: what moves between
 * them nets out. Walks each account back from its newest entry and stops before the instant, so it costs as
 * much as the customer did since then. `causeKind` counts only what had such a cause.
 *
 * @example await sumSince(db, 10001, [journal.contractProfit, journal.contractFee], startOfDay(now)) // −12.5 USDT
 */
export const sumEntriesSince = async (
  db: Db | Tx,
  uid: number,
  types: readonly JournalType[],
  fromMs: number,
  causeKind: string | null = null,
): Promise<Usdt> => {
  const { rows } = await sql<{ total: Usdt }>`
    with recursive walked as (
      select e.account_id, e.sequence, e.amount, e.type, t.at_ms, t.cause_kind
      from ledger_account a
      join ledger_entry e on e.account_id = a.id and e.sequence = a.sequence
      join ledger_transaction t on t.id = e.transaction_id
      where a.owner = 'customer' and a.owner_id = ${uid} and a.asset = ${usdtAsset}
      union all
      select e.account_id, e.sequence, e.amount, e.type, t.at_ms, t.cause_kind
      from walked w
      join ledger_entry e on e.account_id = w.account_id and e.sequence = w.sequence - 1
      join ledger_transaction t on t.id = e.transaction_id
      where w.at_ms >= ${fromMs - outOfOrderMs}
    )
    select coalesce(sum(amount), 0) as total from walked
    where at_ms >= ${fromMs} and type = any(${types}::int[])
      and (${causeKind}::text is null or cause_kind = ${causeKind})`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found.total
}
