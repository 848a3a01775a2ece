import type { z } from 'zod'
import type { ErrorCode } from '../errors/registry.ts'
import type { StaffRole } from '../staff/roles.ts'

/** What an API key can be allowed: reading, or trading within the account. */
export const apiKeyScopes = ['read', 'trade'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** Who may make a call: any visitor, a signed-in customer, a signed-in staff member, or practice mode only. */
export type Audience = 'visitor' | 'user' | 'staff' | 'practice'

/** Required permission of a staff call; checked after the session and before any field. */
type StaffPermission = {
  readonly audience: 'staff'
  /** Minimum role for the call. */
  readonly requiredRole: StaffRole
  /** Fields of a service-role call that require a manager, with any value or with one of these. */
  readonly managerFields?: Readonly<Record<string, 'any' | readonly string[]>>
  readonly apiKeyScope?: never
  readonly restricted?: never
}
/** Whether a customer may make a call while the account is locked; every call of customers says so. */
export type RestrictedUse = 'allowed' | 'refused'

type CustomerPermission = {
  readonly audience: 'user'
  /** What an API key must be allowed for the call; `none` for what no key can do: send, withdraw, change the account. */
  readonly apiKeyScope: ApiKeyScope | 'none'
  readonly requiredRole?: never
  readonly managerFields?: never
  /**
   * Whether a restricted session (`login` with `restricted=1`) may make the call; else 1006 with the reason of the lock,
   * before any field is judged. Allowed is what reads, exports, closes, cancels, takes back and complains.
   */
  readonly restricted: RestrictedUse
}
type OtherPermission = {
  readonly audience: Exclude<Audience, 'staff' | 'user'>
  readonly apiKeyScope?: never
  readonly requiredRole?: never
  readonly managerFields?: never
  readonly restricted?: never
}

/**
 * When a customer must have confirmed within ten minutes who is asking (`/api/user/stepUp`), else 1010:
 * - `always`: at every call, or, with `stepUpFields`, at every call that names one of these fields;
 * - `withSecondFactor`: at every call of a customer who has a second factor;
 * - `decidedByCall`: where the call's own rules say so, by `requireStepUp`.
 */
export type StepUpRule = 'always' | 'withSecondFactor' | 'decidedByCall'

/** What a customer confirms with; `data.factors` of 1010 lists those the account has. */
export type StepUpFactor = 'password' | 'otp' | 'passkey'

/** One call of the product: validates the request, types both ends, and writes the API reference. */
export type CallSpec<Request extends z.ZodType = z.ZodType, Data extends z.ZodType = z.ZodType> = (
  | StaffPermission
  | CustomerPermission
  | OtherPermission
) & {
  /** One plain sentence for the API reference. */
  readonly summary: string
  readonly request: Request
  readonly data: Data
  /** The call moves money or creates something: a repeated signature is rejected, an idempotency key applies. */
  readonly changes?: boolean
  /** The response carries `total`. */
  readonly list?: boolean
  /** Whether the customer has to confirm who is asking first; judged before any field. */
  readonly stepUp?: StepUpRule
  /** Of a call with `stepUp: 'always'`: the fields that need it; without one of them the call does not. */
  readonly stepUpFields?: readonly string[]
  /** Passwords that are checked: a malformed one reaches the room empty, and is refused there as a wrong one is. */
  readonly checkedPasswords?: readonly string[]
  /** Largest body in bytes, where the ordinary limit is too small; larger ones get 413. */
  readonly maxBodyBytes?: number
  /** Error codes of this call, besides the general ones. */
  readonly refusals?: readonly ErrorCode[]
  /** An example request body. */
  readonly example?: Readonly<Record<string, string | number>>
}

/** Preserves the literal types of one call: its audience and whether it is a list. */
export const call = <const Spec extends CallSpec>(spec: Spec): Spec => spec
