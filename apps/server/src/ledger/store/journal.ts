import type { JournalFilter } from '@glasshouse/core/ledger/wallets'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/index.ts'

/** One entry of an account with what caused it. */
export type JournalEntry = {
  readonly id: number
  readonly purpose: string
  readonly asset: string
  readonly amount: bigint
  readonly balance: bigint
  readonly type: number
  readonly causeKind: string
  readonly causeId: number
  readonly atMs: number
  /** The other customer of the same transaction, where there is one. */
  readonly otherUid: number | null
}

/** Whose accounts are looked at: those of one customer with these purposes. */
export type JournalOwner = {
  readonly uid: number
  readonly purposes: readonly string[]
  /** Of one asset only; null for all. */
  readonly asset: string | null
}

export type JournalQuery = {
  readonly offset: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}

const accountsOf = ({ uid, purposes, asset }: JournalOwner): RawBuilder<unknown> => sql`
  select id, purpose, asset, balance, sequence from ledger_account
  where owner = 'customer' and owner_id = ${uid} and purpose = any(${purposes}::text[])
    and (${asset}::text is null or asset = ${asset})`

const typeIs = ({ kind, types }: JournalFilter): RawBuilder<unknown> =>
  kind === 'only' ? sql`type = any(${types}::int[])` : sql`type <> all(${types}::int[])`

const everything: JournalFilter = { kind: 'except', types: [] }

/**
 * One page of a customer's entries in the order in which they were booked, and how many there are in all.
 *
 * Each account gives its own newest (or oldest) entries from the end of its primary key, and only those are
 * merged: a page costs as much as it is deep, not as the journal is long.
 */
export const readJournal = async (
  db: Db,
  holder: JournalOwner,
  page: JournalQuery,
  filter: JournalFilter = everything,
): Promise<{ readonly entries: readonly JournalEntry[]; readonly total: number }> => {
  const direction = sql.raw(page.direction)
  const { rows } = await sql<JournalEntry>`
    with mine as (${accountsOf(holder)}),
    shown as (
      select e.*, mine.purpose, mine.asset from mine cross join lateral (
        select id, transaction_id, amount, balance, type from ledger_entry
        where account_id = mine.id and ${typeIs(filter)}
        order by sequence ${direction} limit ${page.offset + page.limit}
      ) e
      order by e.id ${direction} offset ${page.offset} limit ${page.limit}
    )
    select s.id, s.purpose, s.asset, s.amount, s.balance, s.type, t.at_ms as "atMs",
      t.cause_kind as "causeKind", t.cause_id as "causeId", (
        -- Offset 0 makes the planner read this transaction's entries first, whatever it believes of the tables.
        select a.owner_id from (
          select account_id from ledger_entry where transaction_id = s.transaction_id offset 0
        ) o join ledger_account a on a.id = o.account_id
        where a.owner = 'customer' and a.owner_id <> ${holder.uid}
        limit 1
      ) as "otherUid"
    from shown s join ledger_transaction t on t.id = s.transaction_id
    order by s.id ${direction}`.execute(db)
  return { entries: rows, total: await countEntries(db, holder, filter) }
}

/** Without a filter the accounts themselves know how many entries they have. */
const countEntries = async (db: Db, holder: JournalOwner, filter: JournalFilter): Promise<number> => {
  const counted =
    filter.types.length === 0 && filter.kind === 'except'
      ? sql<{ n: number }>`select coalesce(sum(sequence), 0)::bigint as n from (${accountsOf(holder)}) mine`
      : sql<{ n: number }>`
          select count(*) as n from (${accountsOf(holder)}) mine
          join ledger_entry e on e.account_id = mine.id and ${typeIs(filter)}`
  const { rows } = await counted.execute(db)
  return rows[0]?.n ?? 0
}

/** The signed sum of a customer's entries of some types. */
export const sumJournal = async (db: Db, holder: JournalOwner, filter: JournalFilter): Promise<bigint> => {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(e.amount), 0) as total from (${accountsOf(holder)}) mine
    join ledger_entry e on e.account_id = mine.id and ${typeIs(filter)}`.execute(db)
  return rows[0]?.total ?? 0n
}

/** What the accounts hold, and what their entries sum to: all of them, and those older than an entry. */
export const findBalanceSums = async (
  db: Db,
  holder: JournalOwner,
  olderThanId: number,
): Promise<{ readonly balance: bigint; readonly sum: bigint; readonly before: bigint }> => {
  const { rows } = await sql<{ balance: bigint; sum: bigint; before: bigint }>`
    with mine as (${accountsOf(holder)})
    select (select coalesce(sum(balance), 0) from mine) as balance,
      coalesce(sum(e.amount), 0) as sum,
      coalesce(sum(e.amount) filter (where e.id < ${olderThanId}), 0) as before
    from mine join ledger_entry e on e.account_id = mine.id`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}
