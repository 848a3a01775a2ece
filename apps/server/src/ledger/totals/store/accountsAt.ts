import type { CustomerAccountType } from '@glasshouse/core/ledger/chart'
import { sql } from 'kysely'
import { pgNumberArray, type Tx } from '../../../platform/database/index.ts'

/** An account as it stood when some transactions were counted, and what was booked on it since. */
export type AccountAt = {
  readonly purpose: CustomerAccountType
  readonly asset: string
  readonly balance: bigint
  /** Entries since. */
  readonly entries: number
  readonly now: bigint
}

/**
 * Every account of a customer as it stood with the transactions up to an id, without those of `uncounted`. Ids ascend along
 * an account, because a posting locks it before it takes an id: so the last counted entry is found in a few steps, whatever
 * the number of entries since.
 */
export const listAccountsAt = async (
  tx: Tx,
  uid: number,
  { transaction, uncounted }: { readonly transaction: number; readonly uncounted: readonly number[] },
): Promise<readonly AccountAt[]> => {
  const { rows } = await sql<AccountAt>`
    with recursive search (id, low, high) as (
      select id, 0::bigint, sequence from ledger_account where owner = 'customer' and owner_id = ${uid}
      union all
      select s.id, case when e.is_counted then m.middle else s.low end,
        case when e.is_counted then s.high else m.middle - 1 end
      from search s
      cross join lateral (select (s.low + s.high + 1) / 2 as middle) m
      cross join lateral (
        select transaction_id <= ${transaction} and transaction_id <> all(${pgNumberArray(uncounted)}::bigint[]) as is_counted
        from ledger_entry where account_id = s.id and sequence = m.middle
      ) e
      where s.low < s.high
    )
    select a.purpose, a.asset, coalesce(e.balance, 0) as balance, a.sequence - s.low as entries, a.balance as now
    from search s
    join ledger_account a on a.id = s.id
    left join ledger_entry e on e.account_id = s.id and e.sequence = s.low
    where s.low = s.high
    order by a.id`.execute(tx)
  return rows
}
