import type { SaveCommand, StaffProductOfKind } from '@glasshouse/core/console/codec'
import { domainError } from '@glasshouse/core/errors/registry'
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
  kind: StaffProductOfKind['kind'],
): Promise<readonly StaffProductOfKind[]> => {
  if (kind === 'subscription')
    return (await listSubscriptionIssues(deps, staff, origin)).map((product) => ({ kind, product }))
  if (kind === 'market')
    return (await listMarketProducts(deps, staff, origin)).map((product) => ({ kind, product }))
  return (await listInvestProducts(deps, staff, origin)).map((product) => ({ kind, product }))
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
  save: SaveCommand | { readonly problem: string },
): Promise<StaffProductOfKind> => {
  if ('problem' in save) throw domainError('invalidField', { field: save.problem })
  const { kind } = save
  if (kind === 'invest') return { kind, product: await saveInvestProduct(deps, staff, origin, save.command) }
  if (kind === 'subscription')
    return { kind, product: await saveSubscriptionIssue(deps, staff, origin, save.command) }
  return { kind, product: await updateMarketProduct(deps, staff, origin, save.command) }
}
