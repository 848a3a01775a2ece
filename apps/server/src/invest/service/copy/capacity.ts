import { poolCapacity, poolValuation, type UnitPrice, unitPrices } from '@glasshouse/core/invest/copy/units'
import { type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { PoolRow } from '../../schema.ts'
import type { PoolWithLead } from '../../store/copy/pools.ts'
import { isValued, type Pools } from './pools.ts'

/** What a pool is worth now; null while a market has no fresh price. */
export type PoolNow = { readonly equity: Usdt; readonly indicative: UnitPrice } | null

/** Values a pool at the prices in force. */
export const valuePoolNow = async (pools: Pools, db: Db | Tx, pool: PoolRow): Promise<PoolNow> => {
  const value = await pools.value(db, pool.account)
  if (!isValued(value)) return null
  const valuation = poolValuation(value.balance, value.positions, value.markets.prices)
  return { equity: valuation.bid, indicative: unitPrices(valuation, pool.units).exit }
}

/**
 * What may still enter a pool: a multiple of the lead's equity less its equity and the money that waits, in whole
 * hundreds; 0 while one of the two has no fresh price, because a promise needs both.
 */
export const capacityOf = async (
  pools: Pools,
  db: Db | Tx,
  { pool, lead }: PoolWithLead,
): Promise<{ readonly capacity: Usdt; readonly now: PoolNow }> => {
  const now = await valuePoolNow(pools, db, pool)
  const leadEquity = pool.stopped_ms === null ? await pools.leadEquity(db, lead.uid) : null
  if (now === null || leadEquity === null || pool.stopped_ms !== null || lead.ended_ms !== null)
    return { capacity: usdt('0'), now }
  const capacity = poolCapacity({
    leadEquity,
    poolEquity: now.equity,
    waiting: pool.waiting,
    multiple: await getSetting(db, 'lead_capacity_multiple'),
  })
  return { capacity, now }
}
