import { domainError } from '../errors/registry.ts'
import { countriesOf, type Policy, policies, type Region } from './policy.ts'

/** The region of the strictest policy, for a country nobody can tell. */
const strictest: Region = 'us'

const regionByCountry: ReadonlyMap<string, Region> = new Map(
  Object.entries(countriesOf).flatMap(([region, countries]) =>
    countries.map((country): [string, Region] => [country, region as Region]),
  ),
)

/**
 * The policy of a country (ISO 3166-1 alpha-2). A country that cannot be told has the strictest one, so that
 * nobody gets more by hiding where he is.
 *
 * @example policyFor('DE').leverageCap // 2
 * @example policyFor('BR').region // 'other'
 * @example policyFor(null).region // 'us'
 */
export const policyForCountry = (country: string | null): Policy =>
  policies[country === null ? strictest : (regionByCountry.get(country) ?? 'other')]

/** What somebody wants to risk money on. */
export type RiskProduct = 'contract' | 'option' | 'invest'

/** A first step into risk, as far as the policy asks about it. */
export type TradeRequest =
  | { readonly product: 'contract'; readonly leverage: number }
  | { readonly product: 'option'; readonly expirySeconds: number }
  | { readonly product: 'invest'; readonly copied: boolean }

/**
 * Refuses what is not offered under a policy: `notAllowed` where the product is off, `outOfRange` for a
 * leverage above the cap (`max`) or an option shorter than the shortest (`min` seconds).
 *
 * @example mayTrade(policyFor('DE'), { product: 'contract', leverage: 5 }) // throws outsideLimits { max: 2 }
 */
export const assertPolicyAllows = (policy: Policy, asked: TradeRequest): void => {
  if (asked.product === 'contract') {
    if (policy.leverageCap === null) throw notOffered(policy)
    if (asked.leverage > policy.leverageCap) throw domainError('outOfRange', { max: policy.leverageCap })
    return
  }
  if (asked.product === 'option') {
    if (policy.shortestOptionSeconds === null) throw notOffered(policy)
    if (asked.expirySeconds < policy.shortestOptionSeconds)
      throw domainError('outOfRange', { min: policy.shortestOptionSeconds })
    return
  }
  if (asked.copied ? !policy.copyTrading : !policy.yieldProducts) throw notOffered(policy)
}

const notOffered = ({ region }: Policy) => domainError('notAllowed', { reason: 'notOfferedHere', region })
