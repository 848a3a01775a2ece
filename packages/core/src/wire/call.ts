import type { z } from 'zod'
import type { RefusalCode } from '../refusals/registry.ts'

/** Who may make a call: anybody, a signed-in customer, a signed-in member of staff, or practice mode only. */
export type Audience = 'visitor' | 'user' | 'staff' | 'practice'

/** One call of the product: validates the request, types both ends, and writes the API reference. */
export type CallSpec<Request extends z.ZodType = z.ZodType, Data extends z.ZodType = z.ZodType> = {
  readonly audience: Audience
  /** One plain sentence for the API reference. */
  readonly summary: string
  readonly request: Request
  readonly data: Data
  /** The call moves money or creates something: a signature seen before is refused, an idempotency key counts. */
  readonly changes?: boolean
  /** The answer carries `total`. */
  readonly list?: boolean
  /** The refusals of its own, besides the general ones. */
  readonly refusals?: readonly RefusalCode[]
  /** An example request body. */
  readonly example?: Readonly<Record<string, string | number>>
}

/** Keeps the exact types of one call: its audience and whether it lists are part of them. */
export const call = <const Spec extends CallSpec>(spec: Spec): Spec => spec
