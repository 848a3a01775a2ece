import { domainError } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { ApiKey } from '../apiKeys/index.ts'
import { networkMatcher } from '../network/index.ts'
import type { RawBody } from './body.ts'
import type { CustomerIdentity, StaffIdentity } from './route.ts'

/** Whether a request contains a field that requires a manager, even with an invalid value. */
const namesManagerField = (spec: CallSpec, { fields, malformed }: RawBody): boolean =>
  Object.entries(spec.managerFields ?? {}).some(([name, values]) =>
    values === 'any'
      ? fields.has(name) || malformed.has(name)
      : values.includes(String(fields.get(name) ?? '')),
  )

/**
 * Checks whether a restricted session may make a call, as the call declares it. Runs before the step-up and the fields.
 *
 * @throws notAllowed (1006) with the reason of the lock and its end
 */
export const assertUnrestricted = (
  { restricted }: Pick<CallSpec, 'restricted'>,
  customer: CustomerIdentity | undefined,
): void => {
  if (customer?.restriction !== undefined && restricted !== 'allowed')
    throw domainError('notAllowed', { ...customer.restriction })
}

/**
 * Checks the declared permission of a staff call. Runs before the fields are validated, so that an unauthorized caller
 * gets this error, however malformed the request is.
 *
 * @throws notAllowed (1006) the staff member may not make the call
 */
export const assertPermitted = (spec: CallSpec, staff: StaffIdentity | undefined, body: RawBody): void => {
  if (spec.audience !== 'staff' || staff?.role === 'manager') return
  if (spec.requiredRole === 'manager' || namesManagerField(spec, body)) throw domainError('notAllowed')
}

/**
 * Checks that an API key may make a customer's call: its scope first, then the address it is used from. Runs before the
 * fields are validated, as the permissions of staff do.
 *
 * @throws notAllowed (1006, `reason` apiKeyScope or apiKeyAddress) the key may not make the call
 */
export const assertApiKeyPermitted = (spec: CallSpec, key: ApiKey | null, ip: string): void => {
  if (key === null || spec.audience !== 'user') return
  if (spec.apiKeyScope === 'none' || !key.scopes.includes(spec.apiKeyScope))
    throw domainError('notAllowed', { reason: 'apiKeyScope' })
  if (key.addresses.length > 0 && !networkMatcher(key.addresses)(ip))
    throw domainError('notAllowed', { reason: 'apiKeyAddress' })
}
