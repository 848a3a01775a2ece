import { sql } from 'kysely'
import { amountInvariant, type Invariant, invariant } from '../ledger/checks/index.ts'

/** Amounts of the credit that a closed account gives back: all of it. */
export const privacyAmounts = amountInvariant(
  'the entries of a closing return the whole promotional credit',
  ['customerLeft'],
  sql`
    select t.id, m.account, m.amount
    from t
    join identity_customer c on c.uid = t.cause_id and c.closed_ms is not null
    join ledger_account a on a.owner = 'customer' and a.owner_id = c.uid and a.purpose in ('bonus', 'experience')
      and t.key = 'left:' || c.uid || ':' || a.purpose
    join ledger_entry e on e.transaction_id = t.id and e.account_id = a.id
    join ledger_entry before on before.account_id = a.id and before.sequence = e.sequence - 1
    cross join lateral (values (a.name, -before.balance), ('house/marketing/USDT', before.balance)) m (account, amount)`,
)

/** Invariants of closed accounts for `ledgerCheck`. */
export const privacyInvariants: readonly Invariant[] = [
  invariant(
    'a closed account holds nothing',
    sql`
      select a.name || ' holds ' || a.balance as message
      from identity_customer c
      join ledger_account a on a.owner = 'customer' and a.owner_id = c.uid
      where c.closed_ms is not null and a.balance <> 0
      order by a.id limit 1000`,
  ),
  privacyAmounts,
]
