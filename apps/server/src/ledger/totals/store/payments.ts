import { type Account, accountName } from '@glasshouse/core/ledger/chart'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/index.ts'

/** What left an account in each of some transactions, by their number; those that took nothing from it are left out. */
export const sumPaidFrom = async (
  db: Db | Tx,
  account: Account,
  transactionIds: readonly number[],
): Promise<ReadonlyMap<number, bigint>> => {
  if (transactionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; paid: bigint }>`
    select e.transaction_id as id, -sum(e.amount) as paid
    from ledger_entry e join ledger_account a on a.id = e.account_id
    where a.name = ${accountName(account)} and e.transaction_id = any(${transactionIds}::bigint[])
    group by e.transaction_id`.execute(db)
  return new Map(rows.map(({ id, paid }) => [id, paid]))
}
