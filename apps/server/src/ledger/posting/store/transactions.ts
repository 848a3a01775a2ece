import type { EntryDraft, LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { sql } from 'kysely'
import { currentApiKey } from '../../../platform/apiKeys/index.ts'
import { pgNumberArray, pgTextArray, type Tx } from '../../../platform/database/index.ts'
import type { LedgerTables } from '../schema.ts'
import type { LockedAccount } from './accounts.ts'

/** The transactions behind keys that counted before. */
export const listTransactionsByKey = async (
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (keys.length === 0) return new Map()
  const rows = await tx
    .withTables<LedgerTables>()
    .selectFrom('ledger_transaction')
    .select(['id', 'key'])
    .where(sql<boolean>`key = any(${pgTextArray(keys)}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ id, key }) => (key === null ? [] : [[key, id]])))
}

/**
 * Writes accepted transactions and all their lines in one statement, whatever their number; the balances
 * follow by the trigger of the entries. Returns the ids in order.
 */
export const insertTransactions = async (
  tx: Tx,
  atMs: number,
  accepted: readonly LedgerTransaction[],
  lines: readonly EntryDraft[],
  accounts: ReadonlyMap<string, LockedAccount>,
): Promise<readonly number[]> => {
  const requestKey = currentApiKey()
  const accountIds = lines.map(({ account }) => accounts.get(account)?.id ?? null)
  // Identity numbers are handed out in the order of the select, so the rank of an id is its place.
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into ledger_transaction (cause_kind, cause_id, key, at_ms, api_key_id)
      select cause_kind, cause_id, key, ${atMs}::bigint, api_key_id
      from unnest(
        ${pgTextArray(accepted.map(({ cause }) => cause.kind))}::text[],
        ${pgNumberArray(accepted.map(({ cause }) => cause.id))}::bigint[],
        ${pgTextArray(accepted.map(({ key }) => key ?? null))}::text[],
        ${pgNumberArray(accepted.map(({ apiKeyId }) => apiKeyId ?? requestKey))}::bigint[]
      ) with ordinality as given (cause_kind, cause_id, key, api_key_id, place)
      order by place
      returning id
    ),
    -- An array instead of a join: looked up by place, however many there are.
    placed as materialized (select array_agg(id order by id) as ids from written),
    entered as (
      insert into ledger_entry (transaction_id, account_id, sequence, amount, balance, type)
      select ids[place], account_id, sequence, amount, balance, type
      from placed cross join unnest(
        ${pgNumberArray(lines.map(({ order }) => order))}::bigint[],
        ${pgNumberArray(accountIds)}::bigint[],
        ${pgNumberArray(lines.map(({ sequence }) => sequence))}::bigint[],
        ${pgNumberArray(lines.map(({ amount }) => amount))}::numeric[],
        ${pgNumberArray(lines.map(({ balance }) => balance))}::numeric[],
        ${pgNumberArray(lines.map(({ type }) => type))}::smallint[]
      ) with ordinality as line (place, account_id, sequence, amount, balance, type, line)
      order by line
    )
    select id from written order by id`.execute(tx)
  return rows.map(({ id }) => id)
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
