import type { DataOf } from '@glasshouse/core/calls'
import { foreignField, marketFieldsOf, type ProductFields } from '@glasshouse/core/console/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { saveProductFromWire } from '@glasshouse/core/invest/products/save/codec'
import { staffProductToWire } from '@glasshouse/core/invest/products/staff/codec'
import { saveIssueFromWire, staffIssueToWire } from '@glasshouse/core/subscription/staff/codec'
import { listInvestProducts, type Pools, saveInvestProduct } from '../../invest/index.ts'
import { listMarketProducts, type Markets, updateMarketProduct } from '../../markets/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { RequestOrigin } from '../../staff/index.ts'
import { type DrawHeads, listSubscriptionIssues, saveSubscriptionIssue } from '../../subscription/index.ts'

/** What setting products up needs. */
export type ProductDeps = Pick<Platform, 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'product' | 'products' | 'offer' | 'followTerms' | 'announcedTerms'>
  readonly pools: Pools
  readonly heads: DrawHeads
}

/** Every product of a kind as staff set it up. */
export const listProductsOfKind = async (
  deps: ProductDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  kind: ProductFields['kind'],
): Promise<DataOf<'/staff/api/productList'>> => {
  if (kind === 'subscription')
    return (await listSubscriptionIssues(deps, staff, origin)).map(staffIssueToWire)
  if (kind === 'market') return listMarketProducts(deps, staff, origin)
  return (await listInvestProducts(deps, staff, origin)).map(staffProductToWire)
}

/**
 * Saves a market, an investment product or an issue.
 *
 * @throws invalidField a field of the kind is missing, or one of another kind was sent; otherwise as the module that owns it
 */
export const saveProductOfKind = async (
  deps: ProductDeps,
  staff: ManagerIdentity,
  origin: RequestOrigin,
  fields: ProductFields,
): Promise<DataOf<'/staff/api/productSave'>> => {
  const foreign = foreignField(fields)
  if (foreign !== null) throw domainError('invalidField', { field: foreign })
  if (fields.kind === 'invest')
    return staffProductToWire(await saveInvestProduct(deps, staff, origin, saveProductFromWire(fields)))
  if (fields.kind === 'subscription')
    return staffIssueToWire(await saveSubscriptionIssue(deps, staff, origin, saveIssueFromWire(fields)))
  const market = marketFieldsOf(fields)
  if ('missing' in market) throw domainError('invalidField', { field: market.missing })
  return updateMarketProduct(deps, staff, origin, market.fields)
}
