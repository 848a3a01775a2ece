import { domainError } from '@glasshouse/core/errors/registry'
import type { PoolListQuery } from '@glasshouse/core/invest/copy/codec'
import type { PoolDealing, PoolOrderView } from '@glasshouse/core/invest/copy/pool/codec'
import type { Platform } from '../../../platform/services/index.ts'
import { listPoolDealings } from '../../store/copy/dealings.ts'
import { findPool } from '../../store/copy/pools.ts'
import { findOwnOrder } from '../../store/orders.ts'
import type { Pools } from './pools.ts'

type Deps = Pick<Platform, 'database'> & { readonly pools: Pools }

/**
 * One page of what the pool of a copy order traded. Only who holds units sees what is open and what was skipped; of an order
 * that waits, was refunded or has left only closed orders are listed. Throws `notFound` for an order of others.
 */
export const listOwnPoolOrders = async (
  { database: { db }, pools }: Deps,
  { uid }: { readonly uid: number },
  { id, ...page }: PoolListQuery,
): Promise<{ readonly rows: readonly PoolOrderView[]; readonly total: number }> => {
  const order = await findOwnOrder(db, uid, id)
  const found = order?.method === 'copy' ? await findPool(db, order.product_id) : null
  if (order === null || found === null) throw domainError('notFound')
  const closedOnly = order.state !== 'running'
  return pools.listOrders(found.pool.account, { ...page, closedOnly })
}

/** One page of the closed positions of a pool, for all users. Throws `notFound` for another kind of product. */
export const listPoolTrades = async (
  { database: { db }, pools }: Deps,
  { id, ...page }: PoolListQuery,
): Promise<{ readonly rows: readonly PoolOrderView[]; readonly total: number }> => {
  const found = await findPool(db, id)
  if (found === null) throw domainError('notFound')
  return pools.listOrders(found.pool.account, { ...page, closedOnly: true })
}

/** One page of the dealings of a pool, for all users. Throws `notFound` for another kind of product. */
export const listDealings = async (
  { database: { db } }: Pick<Deps, 'database'>,
  { id, ...page }: PoolListQuery,
): Promise<{ readonly rows: readonly PoolDealing[]; readonly total: number }> => {
  if ((await findPool(db, id)) === null) throw domainError('notFound')
  const { rows, total } = await listPoolDealings(db, id, page)
  return {
    rows: rows.map((row) => ({
      atMs: row.at_ms,
      entryPrice: row.entry_price,
      exitPrice: row.exit_price,
      putIn: row.put_in,
      paidOut: row.paid_out,
      fee: row.fee,
    })),
    total,
  }
}
