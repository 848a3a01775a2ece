import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { poolOrderToWire } from '@glasshouse/core/invest/codec'
import type { PoolListQuery } from '@glasshouse/core/invest/copy/codec'
import type { PoolOrderRow } from '@glasshouse/core/invest/copy/pool/wire'
import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
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
): Promise<{ readonly rows: PoolOrderRow[]; readonly total: number }> => {
  const order = await findOwnOrder(db, uid, id)
  const found = order?.method === 'copy' ? await findPool(db, order.product_id) : null
  if (order === null || found === null) throw domainError('notFound')
  const closedOnly = order.state !== 'running'
  const { rows, total } = await pools.listOrders(found.pool.account, { ...page, closedOnly })
  return { rows: rows.map(poolOrderToWire), total }
}

/** One page of the closed positions of a pool, for all users. Throws `notFound` for another kind of product. */
export const listPoolTrades = async (
  { database: { db }, pools }: Deps,
  { id, ...page }: PoolListQuery,
): Promise<{ readonly rows: PoolOrderRow[]; readonly total: number }> => {
  const found = await findPool(db, id)
  if (found === null) throw domainError('notFound')
  const { rows, total } = await pools.listOrders(found.pool.account, { ...page, closedOnly: true })
  return { rows: rows.map(poolOrderToWire), total }
}

/** One page of the dealings of a pool, for all users. Throws `notFound` for another kind of product. */
export const listDealings = async (
  { database: { db } }: Pick<Deps, 'database'>,
  { id, ...page }: PoolListQuery,
): Promise<{ readonly rows: DataOf<'/api/invest/poolDealings'>; readonly total: number }> => {
  if ((await findPool(db, id)) === null) throw domainError('notFound')
  const { rows, total } = await listPoolDealings(db, id, page)
  return {
    rows: rows.map((row) => ({
      time: row.at_ms,
      entryprice: formatUnitPrice(row.entry_price),
      exitprice: formatUnitPrice(row.exit_price),
      putin: formatUsdt(row.put_in),
      paidout: formatUsdt(row.paid_out),
      fee: formatUsdt(row.fee),
    })),
    total,
  }
}
