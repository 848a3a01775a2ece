import { sql } from 'kysely'
import { reserveOf } from '../../ledger/totals/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'

/** Accounts of pools: numbers without a customer (invest.md). */
const isPool = sql`a.owner_id between 1001 and 9999`
/** Credit of the platform, owed to no customer in money. */
const creditPurposes = ['bonus', 'experience', 'experiencePrincipal']

/** Some customers with their own accounts that hold something, as texts: words parted by blanks. */
export type CustomerBalances = {
  /** The highest number; null where there is no customer left. */
  readonly last: number | null
  /** Numbers, ascending. */
  readonly uids: string
  /** Number, asset and balance of each account, in any order. */
  readonly accounts: string
}

/**
 * The customers after a number; closed customers that hold nothing are left out. Each page is two texts: a row of the driver
 * for each of a million accounts would cost more than the rest of reading them.
 */
export const listCustomerBalances = async (
  tx: Tx,
  afterUid: number,
  customers: number,
): Promise<CustomerBalances> => {
  const { rows } = await sql<CustomerBalances>`
    with picked as materialized (
      select c.uid from identity_customer c
      where c.uid > ${afterUid} and c.uid not between 1001 and 9999 and (c.closed_ms is null or exists (
        select from ledger_account a where a.owner = 'customer' and a.owner_id = c.uid and a.balance <> 0))
      order by c.uid limit ${customers}
    )
    select (select max(uid) from picked) as last,
      coalesce((select string_agg(uid::text, ' ' order by uid) from picked), '') as uids, coalesce((
        select string_agg(p.uid || ' ' || a.asset || ' ' || a.balance, ' ')
        from picked p join ledger_account a on a.owner = 'customer' and a.owner_id = p.uid and a.balance <> 0
          and a.purpose <> all(${creditPurposes}::text[])
      ), '') as accounts`.execute(tx)
  return rows[0] ?? { last: null, uids: '', accounts: '' }
}

/** Assets in which a customer has or had an account, and USDT; ascending by bytes. */
export const listCustomerAssets = async (tx: Tx): Promise<readonly string[]> => {
  const { rows } = await sql<{ asset: string }>`
    select asset from (
      select distinct asset from ledger_account where owner = 'customer' union select 'USDT'
    ) found order by asset collate "C"`.execute(tx)
  return rows.map(({ asset }) => asset)
}

/** Lines of a report that the ledger alone tells, by name; units of 1e-8. */
export const listBookLines = async (tx: Tx): Promise<ReadonlyMap<string, bigint>> => {
  const { rows } = await sql<{ name: string; balance: bigint }>`
    select case
        when a.owner = 'house' then 'house.' || replace(${reserveOf}, ':', '.') || '.' || a.asset
        when a.owner = 'outside' then 'outside.' || replace(a.purpose, ':', '.') || '.' || a.asset
        when ${isPool} then 'pools.ledger'
        when a.purpose = 'bonus' then 'credit.bonus'
        else 'credit.experience'
      end as name, sum(a.balance) as balance
    from ledger_account a
    where a.balance <> 0
      and (a.owner <> 'customer' or ${isPool} or a.purpose = any(${creditPurposes}::text[]))
    group by 1`.execute(tx)
  return new Map(rows.map(({ name, balance }) => [name, balance]))
}

/**
 * The highest ledger id of the snapshot, lower ones that it does not contain, and the newest signed heads. Up to the progress
 * of the receipts every id is committed or gone; after it a transaction may have been under way.
 */
export const findSnapshotMarks = async (
  tx: Tx,
): Promise<{
  readonly transaction: number
  readonly uncounted: readonly number[]
  readonly headsText: string | null
}> => {
  const { rows } = await sql<{ transaction: number; heads: string | null }>`
    select coalesce((select max(id) from ledger_transaction), 0) as transaction,
      (select text from trust_head order by minute_ms desc limit 1) as heads`.execute(tx)
  const transaction = rows[0]?.transaction ?? 0
  const { rows: missing } = await sql<{ id: number }>`
    select n.id from generate_series((select transaction_id + 1 from trust_receipt_progress), ${transaction}) as n (id)
    where not exists (select from ledger_transaction t where t.id = n.id) order by n.id`.execute(tx)
  return { transaction, uncounted: missing.map(({ id }) => id), headsText: rows[0]?.heads ?? null }
}

/** Symbols of markets, whose heads a report names. */
export const listMarketSymbols = async (db: Db | Tx): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ symbol: string }>`select symbol from markets_product`.execute(db)
  return new Set(rows.map(({ symbol }) => symbol))
}

/** Whether more than so many accounts of customers exist, closed ones counted too. */
export const findCustomerBeyond = async (tx: Tx, count: number): Promise<boolean> => {
  const { rows } = await sql`select from identity_customer offset ${count} limit 1`.execute(tx)
  return rows.length > 0
}
