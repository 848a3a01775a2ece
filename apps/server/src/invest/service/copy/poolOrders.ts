import type { BodyOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { PoolOrderRow } from '@glasshouse/core/invest/copy/wire'
import type { Platform } from '../../../platform/index.ts'
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
  { id, pageNum, pageSize, isAsc }: BodyOf<'/api/invest/poolOrders'>,
): Promise<{ readonly rows: PoolOrderRow[]; readonly total: number }> => {
  const order = await findOwnOrder(db, uid, id)
  const found = order?.method === 'copy' ? await findPool(db, order.product_id) : null
  if (order === null || found === null) throw domainError('notFound')
  const closedOnly = order.state !== 'running'
  const page = { offset: (pageNum - 1) * pageSize, limit: pageSize, direction: isAsc, closedOnly }
  const { rows, total } = await pools.listOrders(found.pool.account, page)
  return { rows: [...rows], total }
}
