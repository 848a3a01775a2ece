import type { DataOf } from '@glasshouse/core/calls'
import { policyToWire } from '@glasshouse/core/policy/codec'
import { countriesOf, type Policy, policies, policyVersion, regions } from '@glasshouse/core/policy/policy'
import { policyForCountry } from '@glasshouse/core/policy/rules'
import { alwaysEnabledProducts } from '@glasshouse/core/policy/wire'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { getProfile } from '../../identity/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'

type Deps = Pick<Platform, 'settings'>

/**
 * The country of a phone (ISO 3166-1 alpha-2); null when it cannot be told.
 *
 * @example countryOfPhone('4915123456789') // 'DE'
 */
export const countryOfPhone = (phone: string): string | null =>
  parsePhoneNumberFromString(`+${phone}`)?.country ?? null

/** The country of a customer's phone, in every mode; null when it cannot be told. */
export const findCountry = async (db: Db | Tx, uid: number): Promise<string | null> =>
  countryOfPhone((await getProfile(db, uid)).info.phone)

export type PolicyLookup = { readonly country: string | null; readonly policy: Policy }

/**
 * The policy of a customer: by the country of the phone given at registration, which no call changes.
 * Practice mode uses `other` for all customers.
 */
export const customerPolicy = async ({ settings }: Deps, db: Db | Tx, uid: number): Promise<PolicyLookup> => {
  // Asked at every order: in practice mode, where the answer is the same for all, nothing is read.
  if (settings.MODE === 'practice') return { country: null, policy: policies.other }
  const { info } = await getProfile(db, uid)
  const country = countryOfPhone(info.phone)
  return { country, policy: policyForCountry(country) }
}

/** The whole policy file, and what stands for the one who asks. */
export const describePolicy = async (
  { settings }: Deps,
  db: Db,
  uid: number | null,
): Promise<DataOf<'/api/common/policy'>> => ({
  version: policyVersion,
  alwaysOn: [...alwaysEnabledProducts],
  policies: regions.map((region) =>
    policyToWire(policies[region], region === 'other' ? [] : countriesOf[region]),
  ),
  yours: uid === null ? null : await customerRegion({ settings }, db, uid),
})

const customerRegion = async (deps: Deps, db: Db, uid: number) => {
  const { country, policy } = await customerPolicy(deps, db, uid)
  return { country, region: policy.region }
}
