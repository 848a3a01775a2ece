import { domainError } from '@glasshouse/core/errors/registry'
import type { MergedFields } from '@glasshouse/core/invest/products/merge/codec'
import type { StaffProduct } from '@glasshouse/core/invest/products/staff/codec'
import { usdt } from '@glasshouse/core/money/units'
import type { Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { type RequestOrigin, writeAudit } from '../../staff/index.ts'
import type { ProductWithCycles } from '../store/products.ts'
import { withReserves } from './catalog.ts'
import type { Pools } from './copy/pools.ts'
import { viewForStaff } from './staffView.ts'

/** Fields that are complete. Throws `invalidField` for what a new product lacks. */
export const requireFields = <Fields>(merged: MergedFields<Fields>): Fields => {
  if ('missing' in merged) throw domainError('invalidField', { field: merged.missing })
  return merged.fields
}

/** A saved product as staff see it. */
export const viewSaved = async (
  pools: Pools,
  tx: Tx,
  found: ProductWithCycles,
  standing: Pick<StaffProduct, 'isProposed'>,
): Promise<StaffProduct> => {
  const [funded] = await withReserves(pools, tx, [found])
  return viewForStaff(funded ?? { found, reserve: usdt('0'), pool: null }, standing)
}

/** Writes a change of a product into the audit log. Throws `invalidState` (`unchanged`) when there is none. */
export const auditSaved = async (
  tx: Tx,
  by: {
    readonly staff: StaffIdentity
    readonly origin: RequestOrigin
    readonly id: number
    readonly nowMs: number
  },
  change: { readonly before: object; readonly after: object },
): Promise<void> => {
  if (JSON.stringify(change.before) === JSON.stringify(change.after))
    throw domainError('invalidState', { reason: 'unchanged' })
  const record = {
    staffId: by.staff.id,
    action: 'productSave' as const,
    target: `invest ${by.id}`,
    ...by.origin,
  }
  await writeAudit(tx, { ...record, ...change }, by.nowMs)
}
