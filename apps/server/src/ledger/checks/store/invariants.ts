import type { CauseKind } from '@glasshouse/core/ledger/causes'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

/** What is numbered in the order of its writing, and can be checked from a number on. */
export type Series = 'transactions' | 'settlements'

/** Numbers of a series above `after`, up to and including `upTo`. */
export type Range = { readonly after: number; readonly upTo: number }

/** Something that must always be true of the books; `broken` says where it is not. */
export type Invariant = {
  readonly name: string
  readonly broken: (db: Db) => Promise<readonly string[]>
  /** The same for what a range of a series touched, at a cost that depends on the range alone. */
  readonly recent?: {
    readonly series: Series
    /** It says nothing of transactions of other causes; absent where it looks at all. */
    readonly causes?: readonly string[]
    readonly broken: (db: Db, range: Range) => Promise<readonly string[]>
  }
}

/** A query of one column: a sentence about each broken row. */
type Sentences = RawBuilder<Readonly<Record<string, string>>>

const listBroken = async (db: Db, query: Sentences): Promise<readonly string[]> => {
  const { rows } = await query.execute(db)
  return rows.flatMap((row) => Object.values(row))
}

/** The causes of the transactions of a range. */
export const listCauses = async (db: Db, { after, upTo }: Range): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ cause: string }>`
    select distinct cause_kind as cause from (
      select cause_kind from ledger_transaction where id > ${after} and id <= ${upTo} offset 0
    ) x`.execute(db)
  return new Set(rows.map(({ cause }) => cause))
}

/**
 * Builds an invariant from a query that finds the broken rows and says of each, in its only column, what is wrong.
 *
 * @param recent the same query for what a range of a series touched, without order or limit; without it only the whole
 *   check looks at it
 */
export const invariant = (
  name: string,
  query: Sentences,
  recent?: Pick<NonNullable<Invariant['recent']>, 'series' | 'causes'> & {
    readonly query: (range: Range) => Sentences
  },
): Invariant => ({
  name,
  broken: (db) => listBroken(db, query),
  ...(recent === undefined
    ? {}
    : { recent: { ...recent, broken: (db, range) => listBroken(db, firstOf(recent.query(range))) } }),
})

/**
 * The first sentences of a query, sorted. Offset 0 keeps order and limit from the query: where the planner expects many
 * broken rows, it would walk all rows of a table in that order to find the first of them.
 */
const firstOf = (query: Sentences): Sentences =>
  sql`select * from (${query} offset 0) broken order by 1 limit 1000`

/** The name of an account; parts of the house account count with their reserves. */
const accountCompared = sql`
  case when a.owner = 'house' then 'house/' || ledger_whole_purpose(a.purpose) || '/' || a.asset else a.name end`

/**
 * The lines of what one row states, as two columns: accounts by their names, and amounts. A list of `values` beside the row would be
 * simpler to read, but PostgreSQL prepares its expressions again for every row, which is half of the cost of the comparison.
 *
 * @param lines pairs of account and amount, such as [`'house/fees/USDT'`, `e.fee`]
 */
export const statedLines = (
  lines: readonly (readonly [account: RawBuilder<unknown>, amount: RawBuilder<unknown>])[],
): RawBuilder<unknown> => {
  const column = (at: 0 | 1) => sql.join(lines.map((line) => line[at]))
  return sql`unnest(array[${column(0)}]) as account, unnest(array[${column(1)}]) as amount`
}

/**
 * Compares the entries of every transaction with what its event states, account by account.
 *
 * @param causes causes whose amounts it checks; a cause without its invariant does not compile (`amountInvariants`)
 * @param stated query of `(id, account, amount)` over `t`, the transactions of these causes (`id`, `cause_kind`,
 *   `cause_id`, `key`): what their events move on each account, by its name
 */
export const amountInvariant = (
  name: string,
  causes: readonly CauseKind[],
  stated: RawBuilder<unknown>,
): Invariant => {
  const find = async (db: Db, transactions: RawBuilder<unknown>) => {
    const { rows } = await sql<{ result: string }>`
      with t as materialized (
        select id, cause_kind, cause_id, key from ${transactions} x where cause_kind = any(${causes}::text[])
      ),
      -- One sum of both sides: two, or a join of two groupings, cost a third more.
      lines as (
        select id, account, amount from (${stated}) s (id, account, amount) where amount <> 0
        union all
        select t.id, ${accountCompared}, -e.amount
        from t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
      ),
      -- By itself, or all are compared once more for each transaction where the planner expects one.
      different as materialized (
        select id, account, sum(amount) as missing from lines group by 1, 2 having sum(amount) <> 0
      )
      select 'transaction ' || t.id || ' of ' || t.cause_kind || ' ' || t.cause_id || ' moved ' || m.moved
        || ' on ' || d.account || ', its event states ' || m.moved + d.missing as result
      from different d join t on t.id = d.id
      cross join lateral (
        select coalesce(sum(e.amount), 0) as moved
        from ledger_entry e join ledger_account a on a.id = e.account_id
        where e.transaction_id = d.id and ${accountCompared} = d.account
      ) m
      order by t.id, d.account limit 1000`.execute(db)
    return rows.map(({ result }) => result)
  }
  return {
    name,
    broken: (db) => find(db, sql`ledger_transaction`),
    recent: {
      series: 'transactions',
      causes,
      // Offset 0 keeps the planner from reading all transactions of these causes for those of a range.
      broken: (db, { after, upTo }) =>
        find(db, sql`(select * from ledger_transaction where id > ${after} and id <= ${upTo} offset 0)`),
    },
  }
}

/** Accounts that have entries in a range of transactions. */
const touched = ({ after, upTo }: Range) => sql`
  (select distinct account_id from ledger_entry where transaction_id > ${after} and transaction_id <= ${upTo})`

const transactionsSumToZero = invariant(
  'the entries of every transaction sum to zero per asset',
  sql`
    select 'transaction ' || e.transaction_id || ' sums to ' || sum(e.amount) || ' ' || a.asset as message
    from ledger_entry e join ledger_account a on a.id = e.account_id
    group by e.transaction_id, a.asset having sum(e.amount) <> 0
    order by e.transaction_id limit 1000`,
  {
    series: 'transactions',
    query: ({ after, upTo }) => sql`
      select 'transaction ' || e.transaction_id || ' sums to ' || sum(e.amount) || ' ' || a.asset as message
      from ledger_entry e join ledger_account a on a.id = e.account_id
      where e.transaction_id > ${after} and e.transaction_id <= ${upTo}
      group by e.transaction_id, a.asset having sum(e.amount) <> 0`,
  },
)

const balancesEqualEntries = invariant(
  'the balance of every account equals the sum of its entries',
  sql`
    select a.name || ' holds ' || a.balance || ' in ' || a.sequence || ' entries, its entries sum to '
      || coalesce(e.total, 0) || ' in ' || coalesce(e.entries, 0) as message
    from ledger_account a
    left join (
      select account_id, sum(amount) as total, count(*) as entries from ledger_entry group by account_id
    ) e on e.account_id = a.id
    where a.balance <> coalesce(e.total, 0) or a.sequence <> coalesce(e.entries, 0)
    order by a.id limit 1000`,
  {
    series: 'transactions',
    // Together with the chain of running balances, the newest entry stands for the sum of all.
    query: (range) => sql`
      select a.name || ' holds ' || a.balance || ' in ' || a.sequence || ' entries, its newest entry says '
        || coalesce(e.balance || ' in ' || e.sequence, 'nothing') as message
      from ledger_account a left join lateral (
        select sequence, balance from ledger_entry where account_id = a.id order by sequence desc limit 1
      ) e on true
      where a.id in ${touched(range)} and (a.balance, a.sequence) is distinct from (e.balance, e.sequence)`,
  },
)

const noNegativeBalances = invariant(
  'no account of a customer or of the house is below zero',
  sql`
    select name || ' holds ' || balance as message from ledger_account
    where owner <> 'outside' and balance < 0 order by id limit 1000`,
  {
    series: 'transactions',
    // What an account holds is what its newest entry says, which is compared above.
    query: ({ after, upTo }) => sql`
      select a.name || ' holds ' || e.balance || ' by entry ' || e.sequence as message
      from (
        select account_id, sequence, balance from ledger_entry
        where transaction_id > ${after} and transaction_id <= ${upTo} and balance < 0 offset 0
      ) e join ledger_account a on a.id = e.account_id
      where a.owner <> 'outside'`,
  },
)

const runningBalances = invariant(
  'every entry continues the balance of the one before',
  sql`
    select 'entry ' || sequence || ' of ' || name || ' says ' || balance || ' after ' || before || ' and ' || amount
      as message
    from (
      select a.name, e.account_id, e.sequence, e.amount, e.balance,
        coalesce(lag(e.balance) over journal, 0) as before,
        coalesce(lag(e.sequence) over journal, 0) as sequence_before
      from ledger_entry e join ledger_account a on a.id = e.account_id
      window journal as (partition by e.account_id order by e.sequence)
    ) chained
    where balance <> before + amount or sequence <> sequence_before + 1
    order by account_id, sequence limit 1000`,
  {
    series: 'transactions',
    // Of consecutive entries within the range only the first needs the one before looked up.
    query: ({ after, upTo }) => sql`
      select 'entry ' || e.sequence || ' of ' || a.name || ' says ' || e.balance || ' after ' || e.before || ' and '
        || e.amount as message
      from (
        select e.*, coalesce(e.neighbour, first.balance, 0) as before from (
          select *, case sequence - 1
              when lag(sequence) over journal then lag(balance) over journal end as neighbour
            from (
              select * from ledger_entry where transaction_id > ${after} and transaction_id <= ${upTo} offset 0
            ) x
            window journal as (partition by account_id order by sequence)
        ) e left join lateral (
          select balance from ledger_entry
          where e.neighbour is null and account_id = e.account_id and sequence = e.sequence - 1 offset 0
        ) first on true
        where e.balance <> coalesce(e.neighbour, first.balance, 0) + e.amount
          or (coalesce(e.neighbour, first.balance) is null) <> (e.sequence = 1)
        offset 0
      ) e join ledger_account a on a.id = e.account_id`,
  },
)

const noOrphanEntries = invariant(
  'every entry has its account and its transaction, every transaction its entries',
  sql`
    select 'entry ' || e.id || ' has no account ' || e.account_id as message
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
    select asset || ' sums to ' || sum(balance) as message
    from ledger_account group by asset having sum(balance) <> 0 order by asset`,
)

const daysEqualEntries = invariant(
  'the rows of every day equal the entries of customers and of the house on that day',
  sql`
    with booked as (
      select e.account_id, ledger_day(t.at_ms) as day, e.type, t.cause_kind, count(*) as entries,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0) as received,
        coalesce(sum(e.amount) filter (where e.amount < 0), 0) as paid,
        min(e.sequence) as first, max(e.sequence) as last
      from ledger_entry e
      join ledger_account a on a.id = e.account_id and (a.owner <> 'outside' or a.purpose = 'houseDebt')
      join ledger_transaction t on t.id = e.transaction_id
      group by 1, 2, 3, 4
    )
    select 'day ' || day || ' of ' || coalesce(a.name, 'account ' || account_id) || ' tells '
      || coalesce(d.entries, 0) || ' entries of type ' || type || ' by ' || cause_kind || ' with '
      || coalesce(d.received, 0) || ' and ' || coalesce(d.paid, 0) || ', booked are ' || coalesce(b.entries, 0)
      || ' with ' || coalesce(b.received, 0) || ' and ' || coalesce(b.paid, 0) as message
    from ledger_account_day d full join booked b using (account_id, day, type, cause_kind)
    left join ledger_account a on a.id = account_id
    where (d.entries, d.received, d.paid, d.first_sequence, d.last_sequence)
      is distinct from (b.entries, b.received, b.paid, b.first, b.last)
    order by account_id, day, type, cause_kind limit 1000`,
)

/** Every transaction has a cause whose amounts are compared with its event. */
export const knownCauses = (causes: readonly string[]): Invariant => {
  const query = (where: RawBuilder<unknown>) => sql<{ message: string }>`
    select 'transaction ' || id || ' has the cause ' || cause_kind || ' ' || cause_id || ', which states no amounts' as message
    from ledger_transaction where cause_kind <> all(${causes}::text[]) and ${where}`
  const all = sql<{ message: string }>`${query(sql`true`)} order by id limit 1000`
  return invariant('every transaction has a cause that states its amounts', all, {
    series: 'transactions',
    query: ({ after, upTo }) => query(sql`id > ${after} and id <= ${upTo}`),
  })
}

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
