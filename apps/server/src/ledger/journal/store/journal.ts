import { journal } from '@glasshouse/core/ledger/journal'
import type { JournalFilter } from '@glasshouse/core/ledger/wallets'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/index.ts'

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
  /** The API key that caused it; null for everything else. */
  readonly apiKeyId: number | null
}

/** Whose accounts are looked at: those of one customer with these purposes. */
export type JournalOwner = {
  readonly uid: number
  readonly purposes: readonly string[]
  /** Of one asset only; null for all. */
  readonly asset: string | null
}

/** Numbers of the first and the last day that are listed, both included. */
export type JournalDays = { readonly fromDay: number; readonly toDay: number }

export type JournalQuery = {
  readonly offset: number
  readonly limit: number
  readonly direction: 'asc' | 'desc'
  /** Of all days if left out. */
  readonly days?: JournalDays | null
}

/** Offset 0 makes the planner find them before anything else, and what belongs to each of them by key. */
const accountsOf = ({ uid, purposes, asset }: JournalOwner): RawBuilder<unknown> => sql`
  select id, purpose, asset, balance, sequence from ledger_account
  where owner = 'customer' and owner_id = ${uid} and purpose = any(${purposes}::text[])
    and (${asset}::text is null or asset = ${asset}) offset 0`

/** The rows of the days of each account `mine`. */
const daysOfMine = (filter: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  cross join lateral (select * from ledger_account_day where account_id = mine.id ${filter} offset 0) d`

const typeIs = ({ kind, types }: JournalFilter): RawBuilder<unknown> =>
  kind === 'only' ? sql`type = any(${types}::int[])` : sql`type <> all(${types}::int[])`

const everything: JournalFilter = { kind: 'except', types: [] }

const onDays = (days: JournalDays | null): RawBuilder<unknown> =>
  days === null ? sql`` : sql`and day between ${days.fromDay} and ${days.toDay}`

/** The accounts with the places in their journals at which the entries of some days begin and end. */
const withPlaces = (holder: JournalOwner, days: JournalDays): RawBuilder<unknown> => sql`
  select a.*, places.first, places.last from (${accountsOf(holder)}) a
  cross join lateral (
    select min(d.first_sequence) as first, max(d.last_sequence) as last from ledger_account_day d
    where d.account_id = a.id ${onDays(days)}
  ) places`

/** The types a filter lets through; null for every type. */
const typesOf = ({ kind, types }: JournalFilter): readonly number[] | null => {
  if (kind === 'only') return types
  if (types.length === 0) return null
  return Object.values(journal).filter((type) => !types.includes(type))
}

/** The newest (or oldest) entries of an account: of every type, or of each of some types. */
const endOf = (
  filter: JournalFilter,
  limit: number,
  direction: RawBuilder<unknown>,
  within: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const types = typesOf(filter)
  const entries = (type: RawBuilder<unknown>) => sql`
    select id, transaction_id, amount, balance, type from ledger_entry
    where account_id = mine.id ${within} ${type} order by sequence ${direction} limit ${limit}`
  if (types === null) return entries(sql``)
  return sql`
    select one.* from unnest(${types}::smallint[]) as wanted (type)
    cross join lateral (${entries(sql`and ledger_entry.type = wanted.type`)}) one`
}

/**
 * One page of a customer's entries in the order in which they were booked, and how many there are in all.
 *
 * Each account gives its own newest (or oldest) entries from the end of an index, those of some types type by type,
 * and only those are merged: a page costs as much as it is deep, not as the journal is long.
 */
export const listJournalRows = async (
  db: Db,
  holder: JournalOwner,
  page: JournalQuery,
  filter: JournalFilter = everything,
): Promise<{ readonly entries: readonly JournalEntry[]; readonly total: number }> => {
  const direction = sql.raw(page.direction)
  const days = page.days ?? null
  // The rows of the days know between which places of an account's journal their entries lie.
  const mine = days === null ? accountsOf(holder) : withPlaces(holder, days)
  const within = days === null ? sql`` : sql`and sequence between mine.first and mine.last`
  const { rows } = await sql<JournalEntry>`
    with mine as (${mine}),
    shown as (
      select e.*, mine.purpose, mine.asset from mine cross join lateral (
        ${endOf(filter, page.offset + page.limit, direction, within)}
      ) e
      order by e.id ${direction} offset ${page.offset} limit ${page.limit}
    )
    select s.id, s.purpose, s.asset, s.amount, s.balance, s.type, t.at_ms as "atMs",
      t.cause_kind as "causeKind", t.cause_id as "causeId", t.api_key_id as "apiKeyId", (
        -- Offset 0 makes the planner read this transaction's entries first, whatever it believes of the tables.
        select a.owner_id from (
          select account_id from ledger_entry where transaction_id = s.transaction_id offset 0
        ) o cross join lateral (select owner, owner_id from ledger_account where id = o.account_id offset 0) a
        where a.owner = 'customer' and a.owner_id <> ${holder.uid}
        limit 1
      ) as "otherUid"
    from shown s cross join lateral (select * from ledger_transaction where id = s.transaction_id offset 0) t
    order by s.id ${direction}`.execute(db)
  return { entries: rows, total: await countEntries(db, holder, filter, days) }
}

/** Without a filter the accounts themselves know how many entries they have; with one the rows of their days do. */
const countEntries = async (
  db: Db,
  holder: JournalOwner,
  filter: JournalFilter,
  days: JournalDays | null,
): Promise<number> => {
  const counted =
    filter.types.length === 0 && filter.kind === 'except' && days === null
      ? sql<{ n: number }>`select coalesce(sum(sequence), 0)::bigint as n from (${accountsOf(holder)}) mine`
      : sql<{ n: number }>`
          select coalesce(sum(entries), 0)::bigint as n from (${accountsOf(holder)}) mine
          ${daysOfMine(sql`and ${typeIs(filter)} ${onDays(days)}`)}`
  const { rows } = await counted.execute(db)
  return rows[0]?.n ?? 0
}

/** The signed sum of a customer's entries of some types, from the running rows of the days. */
export const sumJournal = async (db: Db, holder: JournalOwner, filter: JournalFilter): Promise<bigint> => {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(d.received + d.paid), 0) as total from (${accountsOf(holder)}) mine
    ${daysOfMine(sql`and ${typeIs(filter)}`)}`.execute(db)
  return rows[0]?.total ?? 0n
}

/**
 * What the accounts hold, what their entries sum to by the running rows of the days, and what those older than an
 * entry came to: the balance after the newest older one of each account, found from the end of its primary key.
 */
export const findBalanceSums = async (
  db: Db,
  holder: JournalOwner,
  olderThanId: number,
): Promise<{ readonly balance: bigint; readonly sum: bigint; readonly before: bigint }> => {
  const { rows } = await sql<{ balance: bigint; sum: bigint; before: bigint }>`
    with mine as (${accountsOf(holder)})
    select (select coalesce(sum(balance), 0) from mine) as balance,
      (select coalesce(sum(d.received + d.paid), 0)
        from mine ${daysOfMine(sql``)}) as sum,
      (select coalesce(sum(older.balance), 0) from mine cross join lateral (
        select e.balance from ledger_entry e where e.account_id = mine.id and e.id < ${olderThanId}
        order by e.sequence desc limit 1
      ) older) as before`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('sum returned no row')
  return found
}

/** An entry with its place in its account. */
export type BookedEntry = Omit<JournalEntry, 'otherUid'> & { readonly sequence: number }

/** An account of a customer. */
type OwnAccount = { readonly id: number; readonly purpose: string; readonly asset: string }

/** Every account of a customer that has an entry. */
export const listAccountsOf = async (db: Db, uid: number): Promise<readonly OwnAccount[]> => {
  const { rows } = await sql<OwnAccount>`
    select id, purpose, asset from ledger_account
    where owner = 'customer' and owner_id = ${uid} and sequence > 0 order by id`.execute(db)
  return rows
}

/** The entries of an account behind a sequence number, oldest first. */
export const listEntriesAfter = async (
  db: Db,
  { id, purpose, asset }: OwnAccount,
  afterSequence: number,
  limit: number,
): Promise<readonly BookedEntry[]> => {
  const { rows } = await sql<Omit<BookedEntry, 'purpose' | 'asset'>>`
    select e.id, e.sequence, e.amount, e.balance, e.type, t.at_ms as "atMs", t.cause_kind as "causeKind",
      t.cause_id as "causeId", t.api_key_id as "apiKeyId"
    from (
      select * from ledger_entry where account_id = ${id} and sequence > ${afterSequence}
      order by sequence limit ${limit}
    ) e join ledger_transaction t on t.id = e.transaction_id
    order by e.sequence`.execute(db)
  return rows.map((row) => ({ ...row, purpose, asset }))
}
