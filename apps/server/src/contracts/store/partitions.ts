import { type RawBuilder, sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Terms of leases, by partition. */
export type PartitionTerms = ReadonlyMap<number, number>

/** What an engine holds: the terms of its leases, of so many partitions as the database has. */
export type HeldPartitions = { readonly terms: PartitionTerms; readonly of: number }

/** Whether an engine decides on all customers. */
export const holdsAll = ({ terms, of }: HeldPartitions): boolean => terms.size === of

type PartitionRow = { readonly partition: number; readonly term: number }

const countPartitions = async (db: Db | Tx): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from contracts_partition`.execute(db)
  return rows[0]?.count ?? 0
}

/** Makes the partitions of a database that has none; returns how many it has. Of concurrent starts the first decides. */
export const insertPartitions = async (db: Db, partitions: number): Promise<number> => {
  const known = await countPartitions(db)
  if (known > 0) return known
  return db.transaction().execute(async (tx) => {
    await sql`lock table contracts_partition in share row exclusive mode`.execute(tx)
    if ((await countPartitions(tx)) === 0)
      await sql`insert into contracts_partition (partition)
        select generate_series(0, ${partitions}::int - 1)`.execute(tx)
    return countPartitions(tx)
  })
}

/** Rows of some partitions in one order, so that engines do not wait for each other in a circle. */
const ownRows = ({ terms }: HeldPartitions) => sql`
  select partition from contracts_partition
  where (partition, term) in (select * from unnest(
    ${pgNumberArray([...terms.keys()])}::int[], ${pgNumberArray([...terms.values()])}::bigint[]))
  order by partition for no key update`

/**
 * Acquires all partitions once every lease has expired; null while another engine has one.
 *
 * @param assertLeading proves that this process leads: a lease that has not expired is that of one that was replaced, and is not waited for
 */
export const acquirePartitions = (
  db: Db,
  forMs: number,
  assertLeading?: (tx: Tx) => Promise<void>,
): Promise<HeldPartitions | null> =>
  db.transaction().execute(async (tx) => {
    await assertLeading?.(tx)
    const isOver = assertLeading === undefined ? sql`until_ms < ${nowMs}` : sql`true`
    // The strong lock: it waits for a batch that has proven the terms it goes by and is not committed yet.
    const free = await sql`
      select from contracts_partition where ${isOver} order by partition for update`.execute(tx)
    const of = await countPartitions(tx)
    if (free.rows.length === 0 || free.rows.length < of) return null
    const { rows } = await sql<PartitionRow>`
      update contracts_partition set term = term + 1, until_ms = ${nowMs} + ${forMs}::bigint, engine = null
      returning partition, term`.execute(tx)
    return { terms: new Map(rows.map(({ partition, term }) => [partition, term])), of }
  })

/** Who acquires a part of the partitions. */
export type AcquiringEngine = {
  /** Its number; null of the leader's engine. */
  readonly engine: number | null
  /**
   * It takes the place of the engine of a replaced leader, whose partitions it acquires although their leases have not expired:
   * proves that this process leads.
   */
  readonly assertLeading?: (tx: Tx) => Promise<void>
}

/**
 * Acquires partitions whose leases have expired, at most so many. Those in which an engine is at a batch are left for
 * the next time, but for those of a replaced leader, whose batch is waited for.
 */
export const acquireFreePartitions = (
  db: Db,
  most: number,
  forMs: number,
  { engine, assertLeading }: AcquiringEngine,
): Promise<PartitionTerms> =>
  db.transaction().execute(async (tx) => {
    await assertLeading?.(tx)
    // The strong lock, as above.
    const find = (isFree: RawBuilder<unknown>, lock: RawBuilder<unknown>) =>
      sql<{ partition: number }>`
        select partition from contracts_partition where ${isFree}
        order by partition limit ${most}::int for update ${lock}`.execute(tx)
    const { rows: free } =
      assertLeading === undefined
        ? await find(sql`until_ms < ${nowMs}`, sql`skip locked`)
        : await find(sql`engine is null or until_ms < ${nowMs}`, sql``)
    const { rows } = await sql<PartitionRow>`
      update contracts_partition
      set term = term + 1, until_ms = ${nowMs} + ${forMs}::bigint, engine = ${engine}::int
      where partition = any(${pgNumberArray(free.map(({ partition }) => partition))}::int[])
      returning partition, term`.execute(tx)
    return new Map(rows.map(({ partition, term }) => [partition, term]))
  })

/** Extends leases, also expired ones that no engine acquired meanwhile; false if one did of any. */
export const renewPartitions = async (db: Db, held: HeldPartitions, forMs: number): Promise<boolean> => {
  const { rows } = await sql`
    with own as (${ownRows(held)})
    update contracts_partition p set until_ms = ${nowMs} + ${forMs}::bigint from own
    where p.partition = own.partition returning p.partition`.execute(db)
  return rows.length === held.terms.size
}

/** Lets the next engine take over at once. */
export const releasePartitions = async (db: Db, held: HeldPartitions): Promise<void> => {
  await sql`
    with own as (${ownRows(held)})
    update contracts_partition p set until_ms = 0 from own where p.partition = own.partition`.execute(db)
}

/**
 * Whether the terms of some partitions are the newest, and keeps them the newest until the end of the transaction. An engine
 * that stops in the middle loses the transaction after `patienceMs`, so that its successor does not wait for its locks.
 */
export const hasPartitions = async (tx: Tx, terms: PartitionTerms, patienceMs: number): Promise<boolean> => {
  const { rows } = await sql<PartitionRow>`
    select partition, term, set_config('idle_in_transaction_session_timeout', ${String(patienceMs)}, true)
    from contracts_partition where partition = any(${pgNumberArray([...terms.keys()])}::int[])
    order by partition for key share`.execute(tx)
  return rows.length === terms.size && rows.every(({ partition, term }) => terms.get(partition) === term)
}
