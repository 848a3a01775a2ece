import type { Account, CustomerAccountType, HeldCoins, HeldUsdt } from '@glasshouse/core/ledger/chart'
import { accountName } from '@glasshouse/core/ledger/chart'
import type { AccountState } from '@glasshouse/core/ledger/rules'
import { sql } from 'kysely'
import { batchedRead, createSplitMap, type SplitMap } from '../../../platform/concurrency/index.ts'
import { type Db, pgNumberArray, pgTextArray, type Tx } from '../../../platform/database/index.ts'
import { runOf, type TransactionRun } from '../../../platform/transactions/index.ts'
import type { LedgerTables } from '../schema.ts'

/** An account's row, locked until the end of the transaction. */
export type LockedAccount = AccountState & { readonly id: number }

type Row = { id: number; name: string; balance: bigint; sequence: number }

/**
 * Locks accounts and reads them; locks none and returns none if one of them does not exist yet, because opening it
 * may wait, and no transaction should wait while it locks house rows.
 *
 * One global order, customers first and then house accounts, each by id, prevents deadlocks. House rows, which all
 * commands need, are locked for the shortest time.
 */
const lockKnown = async (tx: Tx, names: readonly string[]): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    with asked as materialized (select id from ledger_account where name = any(${pgTextArray(names)}::text[]))
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

/** So many accounts are remembered, about ten megabytes; then remembering begins again. */
const maxRemembered = 100_000

/** The ids of accounts that were locked before, by name; neither ever changes. */
const remembered = new WeakMap<Db, SplitMap<string, number>>()

/** Transactions that opened accounts: others cannot see those before the commit, which may fail. */
const opening = new WeakSet<TransactionRun>()

const idsIn = (tx: Tx): SplitMap<string, number> => {
  const run = runOf(tx)
  if (run === null || opening.has(run)) return createSplitMap()
  const ids = remembered.get(run.db) ?? createSplitMap<string, number>()
  remembered.set(run.db, ids)
  return ids
}

/** Locks accounts by their ids, in the global lock order. */
const lockRemembered = async (tx: Tx, requested: readonly number[]): Promise<readonly Row[]> => {
  const { rows } = await sql<Row>`
    select id, name, balance, sequence from ledger_account where id = any(${pgNumberArray(requested)}::bigint[])
    order by owner <> 'customer', id
    for update`.execute(tx)
  return rows
}

/**
 * Locks accounts that were all locked before; null when one was not, or when what was remembered is not so: the
 * database may have been restored from an earlier copy meanwhile.
 */
const lockByIds = async (tx: Tx, names: readonly string[]): Promise<readonly Row[] | null> => {
  const ids = idsIn(tx)
  const requested: number[] = []
  for (const name of names) {
    const id = ids.get(name)
    if (id === undefined) return null
    requested.push(id)
  }
  const rows = await lockRemembered(tx, requested)
  if (rows.length === names.length && rows.every(({ id, name }) => ids.get(name) === id)) return rows
  for (const name of names) ids.delete(name)
  return null
}

const remember = (tx: Tx, rows: readonly Row[]): void => {
  const ids = idsIn(tx)
  if (ids.size() + rows.length > maxRemembered) ids.clear()
  for (const { id, name } of rows) ids.set(name, id)
}

/** Locks the accounts, opening those that are new. */
export const lockAccountRows = async (
  tx: Tx,
  accounts: ReadonlyMap<string, Account>,
): Promise<ReadonlyMap<string, LockedAccount>> => {
  const names = [...accounts.keys()]
  if (names.length === 0) return new Map()
  let rows = (await lockByIds(tx, names)) ?? (await lockKnown(tx, names))
  if (rows.length === 0) {
    const run = runOf(tx)
    if (run !== null) opening.add(run)
    await open(tx, accounts)
    rows = await lockKnown(tx, names)
  }
  remember(tx, rows)
  return new Map(rows.map(({ name, ...standing }) => [name, standing]))
}

/** Reads balances without locking, by account name; an account not opened yet is absent. */
export const listBalancesByName = async (
  db: Db,
  accounts: readonly Account[],
): Promise<ReadonlyMap<string, bigint>> => {
  const rows = await db
    .withTables<LedgerTables>()
    .selectFrom('ledger_account')
    .select(['name', 'balance'])
    // One parameter, however many names: a list of hundreds is a text of its own each time, to be written and planned.
    .where(sql<boolean>`name = any(${pgTextArray(accounts.map(accountName))}::text[])`)
    .execute()
  return new Map(rows.map(({ name, balance }) => [name, balance]))
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
