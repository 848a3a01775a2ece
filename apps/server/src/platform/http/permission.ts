import { domainError } from '@glasshouse/core/errors/registry'
import type { CallSpec } from '@glasshouse/core/wire/call'
import type { RawBody } from './body.ts'
import type { StaffIdentity } from './route.ts'

/** Whether a request names a field only a manager may send, whatever else is wrong with its value. */
const namesManagerField = (spec: CallSpec, { fields, malformed }: RawBody): boolean =>
  Object.entries(spec.managerFields ?? {}).some(([name, values]) =>
    values === 'any'
      ? fields.has(name) || malformed.has(name)
      : values.includes(String(fields.get(name) ?? '')),
  )

/**
 * Refuses 1006 when a member of staff may not make a call, as the call declares it. It is judged before the fields,
 * so that who may not make a call is told just that, however malformed the request is.
 */
export const assertPermitted = (spec: CallSpec, staff: StaffIdentity | undefined, body: RawBody): void => {
  if (spec.audience !== 'staff' || staff?.role === 'manager') return
  if (spec.requiredRole === 'manager' || namesManagerField(spec, body)) throw domainError('notAllowed')
}
