import type { z } from 'zod'
import type { ErrorCode } from '../errors/registry.ts'
import type { StaffRole } from '../staff/roles.ts'

/** Who may make a call: anybody, a signed-in customer, a signed-in member of staff, or practice mode only. */
export type Audience = 'visitor' | 'user' | 'staff' | 'practice'

/** What a member of staff must be to make a call; judged after the session and before any field. */
type StaffPermission = {
  readonly audience: 'staff'
  /** The least role that may make the call. */
  readonly requiredRole: StaffRole
  /** Of a call for the role service: fields only a manager may send, with any value or with one of these. */
  readonly managerFields?: Readonly<Record<string, 'any' | readonly string[]>>
}
type OtherPermission = {
  readonly audience: Exclude<Audience, 'staff'>
  readonly requiredRole?: never
  readonly managerFields?: never
}

/** One call of the product: validates the request, types both ends, and writes the API reference. */
export type CallSpec<Request extends z.ZodType = z.ZodType, Data extends z.ZodType = z.ZodType> = (
  | StaffPermission
  | OtherPermission
) & {
  /** One plain sentence for the API reference. */
  readonly summary: string
  readonly request: Request
  readonly data: Data
  /** The call moves money or creates something: a signature seen before is refused, an idempotency key counts. */
  readonly changes?: boolean
  /** The answer carries `total`. */
  readonly list?: boolean
  /** Passwords that are checked: a malformed one reaches the room empty, and is refused there as a wrong one is. */
  readonly checkedPasswords?: readonly string[]
  /** The refusals of its own, besides the general ones. */
  readonly refusals?: readonly ErrorCode[]
  /** An example request body. */
  readonly example?: Readonly<Record<string, string | number>>
}

/** Keeps the exact types of one call: its audience and whether it lists are part of them. */
export const call = <const Spec extends CallSpec>(spec: Spec): Spec => spec
