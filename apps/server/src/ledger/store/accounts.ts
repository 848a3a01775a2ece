import type { Account, CustomerPurpose } from '@glasshouse/core/ledger/chart'
import { accountName } from '@glasshouse/core/ledger/chart'
import type { Standing } from '@glasshouse/core/ledger/rules'
import { sql } from 'kysely'
import { type Db, gathered, type Tx } from '../../platform/index.ts'
import type { LedgerTables } from '../schema.ts'

/** An account's row, locked until the end of the transaction. */
export type LockedAccount = Standing & { readonly id: number }

type Row = { id: number; name: string; balance: bigint; sequence: number }

/**
 * Locks accounts and reads them as they stand; locks none and returns none when one of them is still to be
 * opened, because opening may have to wait and nobody should wait while holding the house's rows.
 *
 * Everybody locks in one order, customers first and then the house, each by id, so that two commands never
 * wait for each other; the house's rows, which everybody wants, are held the shortest.
 */
const lockKnown = async (tx: Tx, names: readonly string[]): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    with asked as materialized (select id from ledger_account where name = any(${names}::text[]))
    select id, name, balance, sequence from ledger_account
    where id in (select id from asked) and (select count(*) from asked) = ${names.length}
    order by owner <> 'customer', id
    for update of ledger_account`.execute(tx)
  return rows
}

/** Opens the accounts that do not exist yet, empty, in the order of their names. */
const open = async (tx: Tx, accounts: ReadonlyMap<string, Account>): Promise<void> => {
  const sorted = [...accounts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, account]) => account)
  await tx
    .withTables<LedgerTables>()
    .insertInto('ledger_account')
    .values(
      sorted.map(({ owner, ownerId, purpose, asset }) => ({ owner, owner_id: ownerId, purpose, asset })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Locks the accounts, opening those that are new. */
export const lockAccounts = async (
  tx: Tx,
  accounts: ReadonlyMap<string, Account>,
): Promise<ReadonlyMap<string, LockedAccount>> => {
  const names = [...accounts.keys()]
  if (names.length === 0) return new Map()
  let rows = await lockKnown(tx, names)
  if (rows.length === 0) {
    await open(tx, accounts)
    rows = await lockKnown(tx, names)
  }
  return new Map(rows.map(({ name, ...standing }) => [name, standing]))
}

/** Reads balances without locking, by account name; an account not opened yet is absent. */
export const readBalances = async (
  db: Db,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(['name', 'balance'])
    .where('name', 'in', accounts.map(accountName))
    .execute()
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

type HeldAccount = { readonly purpose: CustomerPurpose; readonly asset: string; readonly balance: bigint }

/** Balances are read by every open page, so those who ask together share a statement. */
const selectHeld = gathered(async (db: Db, uids: readonly number[]) => {
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(['owner_id', 'purpose', 'asset', 'balance'])
    .where('owner', '=', 'customer')
    .where('owner_id', '=', sql<number>`any(${uids}::int8[])`)
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.owner_id)
})

/** Every account of one customer with its balance. */
export const readBalancesOf = async (db: Db, uid: number): Promise<readonly HeldAccount[]> =>
  ((await selectHeld(db, uid)) ?? []).map(({ purpose, asset, balance }) => ({
    purpose: purpose as CustomerPurpose,
    asset,
    balance,
  }))
