import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { InvestTables, LeadRow, PoolRow } from '../../schema.ts'

const tables = (db: Db | Tx) => db.withTables<InvestTables>()

/** A pool with its lead. */
export type PoolWithLead = { readonly pool: PoolRow; readonly lead: LeadRow }

const withLeads = async (
  db: Db | Tx,
  pools: readonly PoolRow[],
): Promise<ReadonlyMap<number, PoolWithLead>> => {
  if (pools.length === 0) return new Map()
  const leads = await tables(db)
    .selectFrom('invest_lead')
    .selectAll()
    .where(
      'id',
      'in',
      pools.map(({ lead_id }) => lead_id),
    )
    .execute()
  const byId = new Map(leads.map((lead) => [lead.id, lead]))
  return new Map(
    pools.flatMap((pool) => {
      const lead = byId.get(pool.lead_id)
      return lead === undefined ? [] : [[pool.product_id, { pool, lead }] as const]
    }),
  )
}

/** Pools of products, by product. */
export const findPools = async (
  db: Db | Tx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, PoolWithLead>> =>
  productIds.length === 0
    ? new Map()
    : withLeads(
        db,
        await tables(db)
          .selectFrom('invest_pool')
          .selectAll()
          .where('product_id', 'in', productIds)
          .execute(),
      )

export const findPool = async (db: Db | Tx, productId: number): Promise<PoolWithLead | null> =>
  (await findPools(db, [productId])).get(productId) ?? null

/** Locks a pool until the end of the transaction; its product row is locked before it. */
export const lockPool = async (tx: Tx, productId: number): Promise<PoolRow | null> =>
  (await tables(tx)
    .selectFrom('invest_pool')
    .selectAll()
    .where('product_id', '=', productId)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Every pool, by product. */
export const listPools = (db: Db | Tx): Promise<readonly PoolRow[]> =>
  tables(db).selectFrom('invest_pool').selectAll().orderBy('product_id').execute()

/** Pools of a lead, by product. */
export const listPoolsOfLead = (db: Db | Tx, leadId: number): Promise<readonly PoolRow[]> =>
  tables(db)
    .selectFrom('invest_pool')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('product_id')
    .execute()

export const insertPool = async (tx: Tx, pool: Insertable<InvestTables['invest_pool']>): Promise<void> => {
  await tables(tx).insertInto('invest_pool').values(pool).execute()
}

export const updatePool = async (
  tx: Tx,
  productId: number,
  pool: Updateable<InvestTables['invest_pool']>,
): Promise<void> => {
  await tables(tx).updateTable('invest_pool').set(pool).where('product_id', '=', productId).execute()
}

/** The instant by the wall clock since which the oldest dealing waits for a price; null when none waits. */
export const findOldestWaitingDealing = async (db: Db | Tx): Promise<number | null> => {
  const row = await tables(db)
    .selectFrom('invest_pool')
    .select((on) => on.fn.min('due_since_ms').as('since'))
    .where('due_ms', 'is not', null)
    .executeTakeFirst()
  return row?.since ?? null
}

/** Adds to the money that waits for the dealing of a pool and takes it from what may still enter. */
export const updateWaiting = async (tx: Tx, productId: number, by: bigint): Promise<void> => {
  await sql`update invest_pool set waiting = waiting + ${by},
    capacity = greatest(0, capacity - ${by}) where product_id = ${productId}`.execute(tx)
}

/** Customers with an order in processing, by product. */
export const countFollowers = async (
  db: Db | Tx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (productIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('invest_order')
    .select(['product_id'])
    .select((on) => on.fn.count<number>('uid').distinct().as('followers'))
    .where('product_id', 'in', productIds)
    .where('method', '=', 'copy')
    .where('state', 'in', ['waiting', 'running'])
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, followers }) => [product_id, followers]))
}
