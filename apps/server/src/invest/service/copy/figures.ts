import { findCustomer } from '../../../customers/records/index.ts'
import type { Db, Tx } from '../../../platform/database/index.ts'
import { countFollowers, findPools } from '../../store/copy/pools.ts'
import { capacityOf } from './capacity.ts'
import type { Pools } from './pools.ts'
import type { PoolFigures } from './view.ts'

/** Reads what is shown of the pools of products, by product. There are few copy products, so each is valued. */
export const listPoolFigures = async (
  pools: Pools,
  db: Db | Tx,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, PoolFigures>> => {
  const found = await findPools(db, productIds)
  const followers = await countFollowers(db, productIds)
  const figures = new Map<number, PoolFigures>()
  for (const [id, one] of found)
    figures.set(id, {
      ...one,
      ...(await capacityOf(pools, db, one)),
      username: (await findCustomer(db, one.lead.uid))?.username ?? '',
      followers: followers.get(id) ?? 0,
    })
  return figures
}
