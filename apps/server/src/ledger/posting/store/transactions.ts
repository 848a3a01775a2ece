import { type AccountKey, accountKey } from '@glasshouse/core/ledger/chart'
import type { EntryDraft, LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { CompiledQuery, sql } from 'kysely'
import { pgNumberArray, pgTextArray, rowColumns, type Tx } from '../../../platform/database/index.ts'
import type { LockedAccount } from './accounts.ts'

/**
 * Takes numbers for transactions that are still to be written, ascending; one that is not used stays a gap. Only taken behind
 * the locks of customers' accounts: along each of those, numbers ascend with its entries. Checks and receipts of what is new
 * rely on it too: a holder of a lock has a transaction number of the database, which tells when no lower id can come any more.
 */
export const reserveTransactionIds = async (tx: Tx, many: number): Promise<readonly number[]> => {
  if (many === 0) return []
  const { rows } = await sql<{ id: number }>`
    select nextval('ledger_transaction_id_seq') as id from generate_series(1, ${many}::integer)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The transactions behind keys that counted before, and numbers for new ones, behind the locks of their accounts. */
export const findKeysAndReserve = async (
  tx: Tx,
  keys: readonly string[],
  many: number,
): Promise<{ readonly posted: ReadonlyMap<string, number>; readonly ids: readonly number[] }> => {
  if (keys.length === 0) return { posted: new Map(), ids: await reserveTransactionIds(tx, many) }
  const { rows } = await sql<{ id: number; key: string | null }>`
    select id, key from ledger_transaction where key = any(${pgTextArray(keys)}::text[])
    union all select nextval('ledger_transaction_id_seq'), null from generate_series(1, ${many}::integer)`.execute(
    tx,
  )
  return {
    posted: new Map(rows.flatMap(({ id, key }) => (key === null ? [] : [[key, id]]))),
    ids: rows.flatMap(({ id, key }) => (key === null ? [id] : [])),
  }
}

/** Accepted transactions under their numbers, their entries, and the accounts of those. */
export type AcceptedRows = {
  readonly atMs: number
  readonly accepted: readonly LedgerTransaction[]
  readonly ids: readonly number[]
  readonly lines: readonly EntryDraft[]
  readonly accounts: ReadonlyMap<AccountKey, LockedAccount>
  /** The API key of the running request, for transactions that name none. */
  readonly requestKey: number | null
}

type TransactionRow = Pick<AcceptedRows, 'atMs' | 'requestKey'> & {
  readonly id: number
  readonly transaction: LedgerTransaction
}

const transactionRows = rowColumns<TransactionRow>([
  ['id', 'bigint', ({ id }) => id],
  ['cause_kind', 'text', ({ transaction }) => transaction.cause.kind],
  ['cause_id', 'bigint', ({ transaction }) => transaction.cause.id],
  ['key', 'text', ({ transaction }) => transaction.key ?? null],
  ['at_ms', 'bigint', ({ atMs }) => atMs],
  ['api_key_id', 'bigint', ({ transaction, requestKey }) => transaction.apiKeyId ?? requestKey],
])

type EntryRow = {
  readonly transactionId: number
  readonly accountId: number | null
  readonly line: EntryDraft
}

const entryRows = rowColumns<EntryRow>([
  ['transaction_id', 'bigint', ({ transactionId }) => transactionId],
  ['account_id', 'bigint', ({ accountId }) => accountId],
  ['sequence', 'bigint', ({ line }) => line.sequence],
  ['amount', 'numeric', ({ line }) => line.amount],
  ['balance', 'numeric', ({ line }) => line.balance],
  ['type', 'smallint', ({ line }) => line.type],
])

const transactionNames = transactionRows.names.join(', ')
const entryNames = entryRows.names.join(', ')

const insertText = `
  with written as (
    insert into ledger_transaction (${transactionNames}) overriding system value
    select * from ${transactionRows.unnest()}
  )
  insert into ledger_entry (${entryNames})
  select ${entryNames} from ${entryRows.unnest(transactionRows.names.length)} with ordinality as e (${entryNames}, line)
  order by line`

const idOf = (ids: readonly number[], order: number): number => {
  const id = ids[order - 1]
  if (id === undefined) throw new Error('a transaction has no number')
  return id
}

/** Accepted transactions as columns, the first of those that `insertTransactions` takes. */
export const transactionColumns = ({
  accepted,
  ids,
  atMs,
  requestKey,
}: Omit<AcceptedRows, 'lines' | 'accounts'>): readonly string[] =>
  transactionRows.textsOf(
    accepted.map((transaction, at) => ({ id: idOf(ids, at + 1), transaction, atMs, requestKey })),
  )

/** The entries of accepted transactions as columns, the last of those that `insertTransactions` takes. */
export const entryColumns = ({
  ids,
  lines,
  accounts,
}: Pick<AcceptedRows, 'ids' | 'lines' | 'accounts'>): readonly string[] =>
  entryRows.textsOf(
    lines.map((line) => ({
      transactionId: idOf(ids, line.order),
      accountId: accounts.get(accountKey(line.account))?.id ?? null,
      line,
    })),
  )

/**
 * Writes accepted transactions and all their entries in one statement, whatever their number; the balances follow by the
 * trigger of the entries. The columns are those of the transactions and of the entries behind them.
 */
export const insertTransactions = async (tx: Tx, columns: readonly string[]): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(insertText, [...columns]))
}

/** One payment of a batch from a house account to a customer, by the names of the accounts. */
export type PaymentLine = {
  readonly payer: string
  readonly payee: string
  readonly causeId: number
  readonly key: string
  readonly amount: bigint
}

/**
 * Writes payments as transactions of two entries each, in order, and returns their number; 0 where an account is not opened
 * yet: then nothing is written.
 */
export const insertPayments = async (
  tx: Tx,
  of: { readonly kind: string; readonly type: number; readonly atMs: number },
  lines: readonly PaymentLine[],
): Promise<number> => {
  const { rows } = await sql<{ written: number }>`
    select ledger_pay(${of.kind}, ${of.type}::smallint, ${of.atMs},
      ${pgTextArray(lines.map(({ payer }) => payer))}::text[],
      ${pgTextArray(lines.map(({ payee }) => payee))}::text[],
      ${pgNumberArray(lines.map(({ causeId }) => causeId))}::bigint[],
      ${pgTextArray(lines.map(({ key }) => key))}::text[],
      ${pgNumberArray(lines.map(({ amount }) => amount))}::numeric[]) as written`.execute(tx)
  return rows[0]?.written ?? 0
}
