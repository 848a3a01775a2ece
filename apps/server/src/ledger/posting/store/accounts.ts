import {
  type Account,
  type AccountKey,
  accountKey,
  accountName,
  type CustomerAccountType,
  type HeldCoins,
  type HeldUsdt,
} from '@glasshouse/core/ledger/chart'
import type { AccountState } from '@glasshouse/core/ledger/rules'
import { sql } from 'kysely'
import { batchedRead, createSplitMap, type SplitMap } from '../../../platform/concurrency/index.ts'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../../platform/database/index.ts'
import { runOf, type TransactionRun } from '../../../platform/transactions/index.ts'
import type { LedgerTables } from '../schema.ts'

/** An account's row, locked until the end of the transaction. */
export type LockedAccount = AccountState & { readonly id: number }

type Row = { id: number; balance: bigint; sequence: number }
type NamedRow = Row & { name: string }
type OwnedRow = Row & { owner: string; owner_id: number; purpose: string; asset: string }
type LockedRow = readonly [AccountKey, LockedAccount]

/** The account of a row. Its name would be a text of its own for each row, see `accountKey`. */
const accountOf = ({ owner, owner_id, purpose, asset }: Omit<OwnedRow, keyof Row>): Account =>
  ({ owner, ownerId: owner_id, purpose, asset }) as Account

/**
 * Locks accounts and reads them; locks none and returns none if one of them does not exist yet, because opening it
 * may wait, and no transaction should wait while it locks house rows.
 *
 * One global order, customers first and then house accounts, each by id, prevents deadlocks. House rows, which all
 * commands need, are locked for the shortest time.
 */
const lockKnown = async (tx: Tx, names: readonly string[]): Promise<readonly LockedRow[]> => {
  const { rows } = await sql<OwnedRow>`
    with asked as materialized (select id from ledger_account where name = any(${pgTextArray(names)}::text[]))
    select id, owner, owner_id, purpose, asset, balance, sequence from ledger_account
    where id in (select id from asked) and (select count(*) from asked) = ${names.length}
    order by owner <> 'customer', id
    for update of ledger_account`.execute(tx)
  return rows.map((row) => {
    const { id, balance, sequence } = row
    return [accountKey(accountOf(row)), { id, balance, sequence }]
  })
}

/** Opens the accounts that do not exist yet, empty, in the order of their names. */
const open = async (tx: Tx, accounts: readonly Account[]): Promise<void> => {
  const sorted = accounts
    .map((account) => ({ ...account, name: accountName(account) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  await tx
    .withTables<LedgerTables>()
    .insertInto('ledger_account')
    .values(
      sorted.map(({ owner, ownerId, purpose, asset }) => ({ owner, owner_id: ownerId, purpose, asset })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** So many accounts are remembered, about ten megabytes; then remembering begins again. */
const maxRemembered = 100_000

/** The ids of accounts that were locked before; they never change. */
const remembered = new WeakMap<Db, SplitMap<AccountKey, number>>()

/** Transactions that opened accounts: others cannot see those before the commit, which may fail. */
const opening = new WeakSet<TransactionRun>()

const idsIn = (tx: Tx): SplitMap<AccountKey, number> => {
  const run = runOf(tx)
  if (run === null || opening.has(run)) return createSplitMap()
  const ids = remembered.get(run.db) ?? createSplitMap<AccountKey, number>()
  remembered.set(run.db, ids)
  return ids
}

/** Locks accounts by their ids, in the global lock order. */
const lockRemembered = async (tx: Tx, requested: readonly number[]): Promise<readonly NamedRow[]> => {
  const { rows } = await sql<NamedRow>`
    select id, name, balance, sequence from ledger_account where id = any(${pgNumberArray(requested)}::bigint[])
    order by owner <> 'customer', id
    for update`.execute(tx)
  return rows
}

/**
 * Locks accounts that were all locked before; null when one was not, or when what was remembered is not so: the
 * database may have been restored from an earlier copy meanwhile.
 */
const lockByIds = async (
  tx: Tx,
  accounts: ReadonlyMap<AccountKey, Account>,
): Promise<readonly LockedRow[] | null> => {
  const ids = idsIn(tx)
  const requested = new Map<number, AccountKey>()
  for (const key of accounts.keys()) {
    const id = ids.get(key)
    if (id === undefined) return null
    requested.set(id, key)
  }
  const locked: LockedRow[] = []
  for (const { id, name, balance, sequence } of await lockRemembered(tx, [...requested.keys()])) {
    const key = requested.get(id)
    const account = key === undefined ? undefined : accounts.get(key)
    if (key !== undefined && account !== undefined && accountName(account) === name)
      locked.push([key, { id, balance, sequence }])
  }
  if (locked.length === accounts.size) return locked
  for (const key of accounts.keys()) ids.delete(key)
  return null
}

const remember = (tx: Tx, rows: readonly LockedRow[]): void => {
  const ids = idsIn(tx)
  if (ids.size() + rows.length > maxRemembered) ids.clear()
  for (const [key, { id }] of rows) ids.set(key, id)
}

/** Locks the accounts, opening those that are new. */
export const lockAccountRows = async (
  tx: Tx,
  accounts: ReadonlyMap<AccountKey, Account>,
): Promise<ReadonlyMap<AccountKey, LockedAccount>> => {
  if (accounts.size === 0) return new Map()
  const before = await lockByIds(tx, accounts)
  if (before !== null) return new Map(before)
  const all = [...accounts.values()]
  const names = all.map(accountName)
  let rows = await lockKnown(tx, names)
  if (rows.length === 0) {
    const run = runOf(tx)
    if (run !== null) opening.add(run)
    await open(tx, all)
    rows = await lockKnown(tx, names)
  }
  remember(tx, rows)
  return new Map(rows)
}

/** Reads balances without locking; an account not opened yet is absent. */
export const listBalancesOf = async (
  db: Db,
  accounts: readonly Account[],
): Promise<ReadonlyMap<AccountKey, bigint>> => {
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(['owner', 'owner_id', 'purpose', 'asset', 'balance'])
    // One parameter, however many names: a list of hundreds is a text of its own each time, to be written and planned.
    .where(sql<boolean>`name = any(${pgTextArray(accounts.map(accountName))}::text[])`)
    .execute()
  return new Map(rows.map((row) => [accountKey(accountOf(row)), row.balance]))
}

type HeldAccount = (HeldUsdt | HeldCoins) & { readonly purpose: CustomerAccountType }

/** Balances are read by every open page, so those who ask together share a statement. */
const selectHeld = batchedRead(async (db: Db, uids: readonly number[]) => {
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
export const listBalances = async (db: Db, uid: number): Promise<readonly HeldAccount[]> =>
  ((await selectHeld(db, uid)) ?? []).map(
    ({ purpose, asset, balance }) => ({ purpose, asset, balance }) as HeldAccount,
  )
