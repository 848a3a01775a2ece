import { domainError } from '../errors/registry.ts'
import { countriesOf, type Policy, policies, type Region } from './policy.ts'

/** Region of the strictest policy, for an unknown country. */
const strictest: Region = 'us'

const regionByCountry: ReadonlyMap<string, Region> = new Map(
  Object.entries(countriesOf).flatMap(([region, countries]) =>
    countries.map((country): [string, Region] => [country, region as Region]),
  ),
)

/**
 * Policy of a country (ISO 3166-1 alpha-2). An unknown country gets the strictest one, so that hiding the location
 * gains nothing.
 *
 * @example policyForCountry('DE').leverageCap // 2
 * @example policyForCountry('BR').region // 'other'
 * @example policyForCountry(null).region // 'us'
 */
export const policyForCountry = (country: string | null): Policy =>
  policies[country === null ? strictest : (regionByCountry.get(country) ?? 'other')]

/** Products with a risk check. */
export type RiskProduct = 'contract' | 'option' | 'invest'

/** A trade as seen by the policy. */
export type TradeRequest =
  | { readonly product: 'contract'; readonly leverage: number }
  | { readonly product: 'option'; readonly expirySeconds: number }
  /** `copiedLeverage`: the largest leverage of the copied orders; null of a product that pays interest. */
  | { readonly product: 'invest'; readonly copiedLeverage: number | null }

/**
 * Throws if a policy does not allow a trade.
 *
 * @throws notAllowed the product is not offered
 * @throws outOfRange the leverage exceeds the cap (`max`), or the option is shorter than the shortest (`min`, seconds)
 * @example assertPolicyAllows(policyForCountry('DE'), { product: 'contract', leverage: 5 }) // throws outOfRange { max: 2 }
 */
export const assertPolicyAllows = (policy: Policy, request: TradeRequest): void => {
  if (request.product === 'contract') {
    if (policy.leverageCap === null) throw notOffered(policy)
    if (request.leverage > policy.leverageCap) throw domainError('outOfRange', { max: policy.leverageCap })
    return
  }
  if (request.product === 'option') {
    if (policy.shortestOptionSeconds === null) throw notOffered(policy)
    if (request.expirySeconds < policy.shortestOptionSeconds)
      throw domainError('outOfRange', { min: policy.shortestOptionSeconds })
    return
  }
  if (!isInvestmentOffered(policy, request.copiedLeverage)) throw notOffered(policy)
}

const isInvestmentOffered = (
  { yieldProducts, copyTrading, leverageCap }: Policy,
  copiedLeverage: number | null,
): boolean => {
  if (copiedLeverage === null) return yieldProducts
  return copyTrading && leverageCap !== null && copiedLeverage <= leverageCap
}

const notOffered = ({ region }: Policy) => domainError('notAllowed', { reason: 'notOfferedHere', region })
