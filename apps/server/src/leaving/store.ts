import { sql } from 'kysely'
import { type Invariant, invariant } from '../ledger/index.ts'

/** Invariants of closed accounts for `ledgerCheck`. */
export const leavingInvariants: readonly Invariant[] = [
  invariant(
    'a closed account holds nothing',
    sql`
      select a.name || ' holds ' || a.balance as told
      from identity_customer c
      join ledger_account a on a.owner = 'customer' and a.owner_id = c.uid
      where c.closed_ms is not null and a.balance <> 0
      order by a.id limit 1000`,
  ),
]
