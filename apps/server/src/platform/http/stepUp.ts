import { domainError } from '@glasshouse/core/errors/registry'
import type { CallSpec, StepUpFactor } from '@glasshouse/core/wire/call'
import type { RawBody } from './body.ts'
import type { CustomerIdentity } from './route.ts'

/** Whether a session has confirmed who is asking, and what its account confirms with. */
export type StepUpStatus = {
  /** What confirmed it: the password alone, or a second factor as well; null when nothing did or it is too long ago. */
  readonly confirmedBy: 'password' | 'secondFactor' | null
  /** What the account has: the password, then its second factors, of which one is enough. */
  readonly factors: readonly StepUpFactor[]
}

export type FindStepUpStatus = (customer: CustomerIdentity) => Promise<StepUpStatus>

/** Returns what a session was confirmed by. Throws `stepUpRequired` (1010, with `factors`) when it is not confirmed. */
export const requireStepUp = async (
  find: FindStepUpStatus,
  customer: CustomerIdentity,
): Promise<'password' | 'secondFactor'> => {
  const { confirmedBy, factors } = await find(customer)
  if (confirmedBy === null) throw domainError('stepUpRequired', { factors })
  return confirmedBy
}

const isNamed = (names: readonly string[], { fields, malformed }: RawBody): boolean =>
  names.some((name) => fields.has(name) || malformed.has(name))

/**
 * Throws 1010 when a call needs a confirmed session, as the call declares it, and the session is not. It is judged
 * before the fields, so that who must confirm is told just that, however malformed the request is.
 */
export const assertSteppedUp = async (
  { stepUp, stepUpFields }: Pick<CallSpec, 'stepUp' | 'stepUpFields'>,
  customer: CustomerIdentity | undefined,
  body: RawBody,
  find: FindStepUpStatus,
): Promise<void> => {
  if (customer === undefined || stepUp === undefined || stepUp === 'decidedByCall') return
  if (stepUp === 'always') {
    if (stepUpFields === undefined || isNamed(stepUpFields, body)) await requireStepUp(find, customer)
    return
  }
  const { confirmedBy, factors } = await find(customer)
  if (factors.length > 1 && confirmedBy === null) throw domainError('stepUpRequired', { factors })
}
