import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../platform/database/index.ts'
import type { TrustTables } from '../schema.ts'

export type ReceiptRow = Selectable<TrustTables['trust_receipt']>

/** An entry of a customer's account with its transaction. */
export type CustomerEntry = {
  readonly transaction: number
  readonly uid: number
  readonly time: number
  readonly causeKind: string
  readonly causeId: number
  readonly purpose: string
  readonly asset: string
  readonly type: number
  readonly amount: bigint
  readonly balance: bigint
  readonly sequence: number
}

/**
 * Entries of customers in some transactions. Offset 0 makes the planner look up the entries of each transaction and the
 * account of each entry by key, whatever it believes of the tables.
 */
const entriesIn = (transactions: RawBuilder<unknown>) => sql`
  select t.id as transaction, a.owner_id as uid, t.at_ms as time, t.cause_kind as "causeKind", t.cause_id as "causeId",
    a.purpose, a.asset, e.type, e.amount, e.balance, e.sequence
  from (select * from ledger_transaction where ${transactions} offset 0) t
  cross join lateral (select * from ledger_entry where transaction_id = t.id offset 0) e
  cross join lateral (select * from ledger_account where id = e.account_id offset 0) a
  where a.owner = 'customer' and a.owner_id not between 1001 and 9999`

/** The first ledger id above `after` with which there are `entries` entries or more, at most `upTo`. */
export const findEndOfBatch = async (
  tx: Tx,
  {
    after,
    upTo,
    entries: enough,
  }: { readonly after: number; readonly upTo: number; readonly entries: number },
): Promise<number> => {
  const { rows } = await sql<{ id: number | null }>`
    select min(id) as id from (
      select transaction_id as id, sum(count(*)) over (order by transaction_id) as total
      from ledger_entry where transaction_id > ${after} and transaction_id <= ${upTo} group by transaction_id
    ) counted
    where total >= ${enough}`.execute(tx)
  return rows[0]?.id ?? upTo
}

/** Entries of customers in transactions with an id above `after` and at most `upTo`, by transaction. */
export const listCustomerEntries = async (
  tx: Tx,
  after: number,
  upTo: number,
): Promise<readonly CustomerEntry[]> =>
  (
    await sql<CustomerEntry>`${entriesIn(sql`id > ${after} and id <= ${upTo}`)}
      order by t.id, a.owner_id`.execute(tx)
  ).rows

/** Entries of one customer in some transactions. */
export const listOwnEntries = async (
  db: Db,
  uid: number,
  transactions: readonly number[],
): Promise<readonly CustomerEntry[]> =>
  (
    await sql<CustomerEntry>`${entriesIn(sql`id = any(${pgNumberArray(transactions)}::bigint[])`)}
      and a.owner_id = ${uid} order by t.id`.execute(db)
  ).rows

/** Takes the lease of making receipts until the commit: the transaction up to which they are made. */
export const lockReceiptProgress = async (tx: Tx): Promise<number> =>
  (
    await tx
      .withTables<TrustTables>()
      .selectFrom('trust_receipt_progress')
      .select('transaction_id')
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).transaction_id

export const updateReceiptProgress = async (tx: Tx, transaction: number): Promise<void> => {
  await tx
    .withTables<TrustTables>()
    .updateTable('trust_receipt_progress')
    .set({ transaction_id: transaction })
    .execute()
}

/** Hashes of the newest receipts of customers; who has none is absent. */
export const listNewestHashes = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const { rows } = await sql<{ uid: number; hash: string }>`
    select uid, encode(hash, 'hex') as hash from trust_newest_receipts(${pgNumberArray(uids)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ uid, hash }) => [uid, hash]))
}

/** Receipts of one statement: a few tenths of a second of the database on a busy machine. */
const rowsAtOnce = 2_000

/** Keeps receipts, however many customers a transaction touches. */
export const insertReceipts = async (tx: Tx, rows: readonly ReceiptRow[]): Promise<void> => {
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await insertSome(tx, rows.slice(first, first + rowsAtOnce))
}

const insertSome = async (tx: Tx, rows: readonly ReceiptRow[]): Promise<void> => {
  const hexOf = (of: (row: ReceiptRow) => Buffer) => pgTextArray(rows.map((row) => of(row).toString('hex')))
  await sql`
    insert into trust_receipt (uid, transaction_id, at_ms, previous, hash, signature, keyid)
    select uid, transaction_id, at_ms, decode(previous, 'hex'), decode(hash, 'hex'), decode(signature, 'hex'), keyid
    from unnest(
      ${pgNumberArray(rows.map(({ uid }) => uid))}::bigint[],
      ${pgNumberArray(rows.map(({ transaction_id }) => transaction_id))}::bigint[],
      ${pgNumberArray(rows.map(({ at_ms }) => at_ms))}::bigint[],
      ${hexOf(({ previous }) => previous)}::text[], ${hexOf(({ hash }) => hash)}::text[],
      ${hexOf(({ signature }) => signature)}::text[], ${pgTextArray(rows.map(({ keyid }) => keyid))}::text[]
    ) as made (uid, transaction_id, at_ms, previous, hash, signature, keyid)`.execute(tx)
}

/** The receipt of a customer for a transaction, or the newest; null where there is none. */
export const findReceipt = async (
  db: Db,
  uid: number,
  transaction: number | null,
): Promise<ReceiptRow | null> =>
  (await db
    .withTables<TrustTables>()
    .selectFrom('trust_receipt')
    .selectAll()
    .where('uid', '=', uid)
    .$if(transaction !== null, (query) => query.where('transaction_id', '=', transaction ?? 0))
    .orderBy('transaction_id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The first and last transaction with a receipt in a period, which begins at `fromMs` and ends before `untilMs`. */
export const findReceiptRange = async (
  db: Db,
  uid: number,
  fromMs: number,
  untilMs: number,
): Promise<{ readonly first: number; readonly last: number } | null> => {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(transaction_id) as first, max(transaction_id) as last from trust_receipt
    where uid = ${uid} and at_ms >= ${fromMs} and at_ms < ${untilMs}`.execute(db)
  const [{ first = null, last = null } = {}] = rows
  return first === null || last === null ? null : { first, last }
}

/** Receipts of a customer for transactions above `after` and at most `upTo`, in the order of the chain. */
export const listReceipts = (
  db: Db,
  uid: number,
  { after, upTo, limit }: { readonly after: number; readonly upTo: number; readonly limit: number },
): Promise<readonly ReceiptRow[]> =>
  db
    .withTables<TrustTables>()
    .selectFrom('trust_receipt')
    .selectAll()
    .where('uid', '=', uid)
    .where('transaction_id', '>', after)
    .where('transaction_id', '<=', upTo)
    .orderBy('transaction_id')
    .limit(limit)
    .execute()
