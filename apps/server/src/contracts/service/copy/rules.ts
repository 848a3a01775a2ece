import type { Usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../../content/index.ts'
import type { Tx } from '../../../platform/index.ts'
import type { CopyRules } from '../batch/state.ts'
import { readSizeLimits } from '../size.ts'

/**
 * Reads the limits of copying as staff set them, in the transaction of the batch: a second connection would have to wait
 * for batches that wait for this one where all connections are in use.
 */
export const readCopyRules = async (db: Tx): Promise<CopyRules> => {
  const [minLeadEquity, maxGrossMultiple, maxOrders, caps] = await Promise.all([
    getSetting(db, 'lead_min_equity'),
    getSetting(db, 'copy_gross_max'),
    getSetting(db, 'contract_order_max'),
    readSizeLimits(db),
  ])
  return { minLeadEquity: minLeadEquity as Usdt, maxGrossMultiple, maxOrders, caps }
}
