import { type AiTier, parseTier } from '@glasshouse/core/ai/tiers'
import { listPublished } from '../../content/index.ts'
import type { Db } from '../../platform/database/index.ts'

/** The published tiers, the smallest margin first. */
export const listTiers = async (db: Db): Promise<readonly AiTier[]> =>
  (await listPublished(db, 'aiRule'))
    .map(({ id, fields }) => {
      const tier = parseTier(fields)
      if ('problem' in tier) throw new Error(`tier ${id} is wrong at ${tier.problem}`)
      return tier
    })
    .sort((a, b) => (a.minPrice < b.minPrice ? -1 : 1))
