import { listHolders } from '../../ledger/totals/index.ts'
import type { Midnight } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { type AssetDeps, assetsAtOnce, listTotalAssets } from '../../referral/index.ts'
import { deleteAssetsBefore, upsertAssets } from '../store.ts'
import { dayNumberOf } from './pay.ts'

/**
 * Writes the total assets of all customers at a midnight, by which sign-ins of the day that begins are judged. Repeated,
 * it writes them anew. Prices of a midnight that is made up later are those of now.
 */
export const recordAssets = async (
  deps: AssetDeps & Pick<Platform, 'database'>,
  { atMs, isLast }: Midnight,
): Promise<void> => {
  // Only the newest midnight is asked for.
  if (!isLast) return
  const { db } = deps.database
  const day = dayNumberOf(atMs)
  for (let after = 0; ; ) {
    const uids = await listHolders(db, after, assetsAtOnce)
    const last = uids.at(-1)
    if (last === undefined) break
    await upsertAssets(db, day, [...(await listTotalAssets(deps, db, uids))])
    after = last
  }
  await deleteAssetsBefore(db, day)
}
