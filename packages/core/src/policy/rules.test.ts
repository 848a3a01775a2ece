import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../errors/registry.ts'
import { countriesOf, type Policy, policies, regions } from './policy.ts'
import { assertPolicyAllows, policyForCountry, type TradeRequest } from './rules.ts'

const refusalOf = (policy: Policy, request: TradeRequest) => {
  try {
    assertPolicyAllows(policy, request)
    return null
  } catch (error) {
    if (error instanceof DomainError) return { code: error.code, ...error.data }
    throw error
  }
}

describe('the policy of a country', () => {
  it.each([
    ['DE', 'eea'],
    ['NO', 'eea'],
    ['GB', 'uk'],
    ['JE', 'uk'],
    ['US', 'us'],
    ['PR', 'us'],
    ['BR', 'other'],
    ['CH', 'other'],
    [null, 'us'],
  ])('assigns %s to %s', (country, region) => {
    expect(policyForCountry(country).region).toBe(region)
  })
  it('lists no country twice, and each by two capital letters', () => {
    const all = Object.values(countriesOf).flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.every((country) => /^[A-Z]{2}$/.test(country))).toBe(true)
    expect(countriesOf.eea.length).toBe(27 + 7 + 4)
  })
  it('stores every region under its own name', () => {
    for (const region of regions) expect(policies[region].region).toBe(region)
  })
})

describe('offered products', () => {
  it('cap leverage in the EEA and return the cap', () => {
    expect(refusalOf(policyForCountry('DE'), { product: 'contract', leverage: 2 })).toBeNull()
    expect(refusalOf(policyForCountry('DE'), { product: 'contract', leverage: 5 })).toEqual({
      code: 'outOfRange',
      max: 2,
    })
  })
  it('include no contracts and no options in the United Kingdom and the United States', () => {
    for (const country of ['GB', 'US']) {
      const off = { code: 'notAllowed', reason: 'notOfferedHere' }
      expect(refusalOf(policyForCountry(country), { product: 'contract', leverage: 1 })).toMatchObject(off)
      expect(refusalOf(policyForCountry(country), { product: 'option', expirySeconds: 900 })).toMatchObject(
        off,
      )
      expect(refusalOf(policyForCountry(country), { product: 'invest', copiedLeverage: 1 })).toMatchObject(
        off,
      )
      expect(policyForCountry(country)).toMatchObject({ bonuses: false, referralPay: false })
    }
  })
  it('offer a copy product whose leverage is within the cap of the country', () => {
    const copying = (country: string, copiedLeverage: number) =>
      refusalOf(policyForCountry(country), { product: 'invest', copiedLeverage })
    expect(copying('FR', 2)).toBeNull()
    expect(copying('FR', 3)).toMatchObject({ code: 'notAllowed', reason: 'notOfferedHere' })
    expect(copying('BR', 100)).toBeNull()
    expect(refusalOf(policyForCountry('GB'), { product: 'invest', copiedLeverage: null })).toBeNull()
  })
  it('include no options in the EEA, and all shipped ones elsewhere', () => {
    expect(refusalOf(policyForCountry('FR'), { product: 'option', expirySeconds: 900 })).not.toBeNull()
    expect(refusalOf(policyForCountry('BR'), { product: 'option', expirySeconds: 6 })).toBeNull()
  })
  it('are never more for an unknown country than for any known one', () => {
    const requests: fc.Arbitrary<TradeRequest> = fc.oneof(
      fc.record({ product: fc.constant('contract' as const), leverage: fc.integer({ min: 1, max: 200 }) }),
      fc.record({ product: fc.constant('option' as const), expirySeconds: fc.integer({ min: 1, max: 900 }) }),
      fc.record({
        product: fc.constant('invest' as const),
        copiedLeverage: fc.option(fc.integer({ min: 1, max: 200 })),
      }),
    )
    fc.assert(
      fc.property(
        requests,
        fc.constantFrom(...Object.values(countriesOf).flat(), 'BR', 'JP'),
        (request, country) => {
          if (refusalOf(policyForCountry(null), request) === null)
            expect(refusalOf(policyForCountry(country), request)).toBeNull()
        },
      ),
    )
  })
})
