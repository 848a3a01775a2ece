import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/index.ts'

/** Something that must always be true of the books; `broken` tells where it is not, in words. */
export type Invariant = {
  readonly name: string
  readonly broken: (db: Db) => Promise<readonly string[]>
}

/** Builds an invariant from a query that finds the broken rows and says of each in `told` what is wrong. */
export const invariant = (name: string, query: RawBuilder<{ told: string }>): Invariant => ({
  name,
  broken: async (db) => {
    const { rows } = await query.execute(db)
    return rows.map(({ told }) => told)
  },
})

const transactionsSumToZero = invariant(
  'the entries of every transaction sum to zero per asset',
  sql`
    select 'transaction ' || e.transaction_id || ' sums to ' || sum(e.amount) || ' ' || a.asset as told
    from ledger_entry e join ledger_account a on a.id = e.account_id
    group by e.transaction_id, a.asset having sum(e.amount) <> 0
    order by e.transaction_id limit 1000`,
)

const balancesEqualEntries = invariant(
  'the balance of every account equals the sum of its entries',
  sql`
    select a.name || ' holds ' || a.balance || ' in ' || a.sequence || ' entries, its entries sum to '
      || coalesce(e.total, 0) || ' in ' || coalesce(e.entries, 0) as told
    from ledger_account a
    left join (
      select account_id, sum(amount) as total, count(*) as entries from ledger_entry group by account_id
    ) e on e.account_id = a.id
    where a.balance <> coalesce(e.total, 0) or a.sequence <> coalesce(e.entries, 0)
    order by a.id limit 1000`,
)

const noNegativeBalances = invariant(
  'no account of a customer or of the house is below zero',
  sql`
    select name || ' holds ' || balance as told from ledger_account
    where owner <> 'outside' and balance < 0 order by id limit 1000`,
)

const runningBalances = invariant(
  'every entry continues the balance of the one before',
  sql`
    select 'entry ' || sequence || ' of ' || name || ' says ' || balance || ' after ' || before || ' and ' || amount
      as told
    from (
      select a.name, e.account_id, e.sequence, e.amount, e.balance,
        coalesce(lag(e.balance) over journal, 0) as before,
        coalesce(lag(e.sequence) over journal, 0) as sequence_before
      from ledger_entry e join ledger_account a on a.id = e.account_id
      window journal as (partition by e.account_id order by e.sequence)
    ) chained
    where balance <> before + amount or sequence <> sequence_before + 1
    order by account_id, sequence limit 1000`,
)

const noOrphanEntries = invariant(
  'every entry has its account and its transaction, every transaction its entries',
  sql`
    select 'entry ' || e.id || ' has no account ' || e.account_id as told
    from ledger_entry e where not exists (select from ledger_account a where a.id = e.account_id)
    union all
    select 'entry ' || e.id || ' has no transaction ' || e.transaction_id
    from ledger_entry e where not exists (select from ledger_transaction t where t.id = e.transaction_id)
    union all
    select 'transaction ' || t.id || ' has no entries'
    from ledger_transaction t where not exists (select from ledger_entry e where e.transaction_id = t.id)
    limit 1000`,
)

const ledgerSumsToZero = invariant(
  'all accounts together hold nothing, per asset',
  sql`
    select asset || ' sums to ' || sum(balance) as told
    from ledger_account group by asset having sum(balance) <> 0 order by asset`,
)

const daysEqualEntries = invariant(
  'the rows of every day equal the entries of customers on that day',
  sql`
    with booked as (
      select e.account_id, ledger_day(t.at_ms) as day, e.type, t.cause_kind, count(*) as entries,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0) as received,
        coalesce(sum(e.amount) filter (where e.amount < 0), 0) as paid,
        min(e.sequence) as first, max(e.sequence) as last
      from ledger_entry e
      join ledger_account a on a.id = e.account_id and a.owner = 'customer'
      join ledger_transaction t on t.id = e.transaction_id
      group by 1, 2, 3, 4
    )
    select 'day ' || day || ' of ' || coalesce(a.name, 'account ' || account_id) || ' tells '
      || coalesce(d.entries, 0) || ' entries of type ' || type || ' by ' || cause_kind || ' with '
      || coalesce(d.received, 0) || ' and ' || coalesce(d.paid, 0) || ', booked are ' || coalesce(b.entries, 0)
      || ' with ' || coalesce(b.received, 0) || ' and ' || coalesce(b.paid, 0) as told
    from ledger_account_day d full join booked b using (account_id, day, type, cause_kind)
    left join ledger_account a on a.id = account_id
    where (d.entries, d.received, d.paid, d.first_sequence, d.last_sequence)
      is distinct from (b.entries, b.received, b.paid, b.first, b.last)
    order by account_id, day, type, cause_kind limit 1000`,
)

/** What must be true of the ledger itself; rooms add their own. */
export const ledgerInvariants: readonly Invariant[] = [
  transactionsSumToZero,
  balancesEqualEntries,
  noNegativeBalances,
  runningBalances,
  noOrphanEntries,
  ledgerSumsToZero,
  daysEqualEntries,
]
