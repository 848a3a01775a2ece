import type { Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import type { CopyRules } from '../batch/state.ts'
import { readSizeLimits } from '../size.ts'
import type { ContractDeps } from '../terms.ts'

/** Reads the limits of copying as staff set them. */
export const readCopyRules = async (deps: Pick<ContractDeps, 'database'>): Promise<CopyRules> => {
  const { db } = deps.database
  const [minLeadEquity, maxGrossMultiple, maxOrders, caps] = await Promise.all([
    getSetting(db, 'lead_min_equity'),
    getSetting(db, 'copy_gross_max'),
    getSetting(db, 'contract_order_max'),
    readSizeLimits(deps),
  ])
  return { minLeadEquity: minLeadEquity as Usdt, maxGrossMultiple, maxOrders, caps }
}
