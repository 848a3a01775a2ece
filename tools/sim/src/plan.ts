import type { Actor } from './actor.ts'
import type { ModelCustomer } from './model.ts'

/** What somebody is about to do, once or many times at the same moment, and what the model says of each time. */
export type PlannedStep = {
  readonly what: string
  readonly times: number
  readonly act: () => Promise<unknown>
  readonly apply: (customer: ModelCustomer) => string | null
  /** Who gets how much each time it is done. */
  readonly to?: { readonly actor: Actor; readonly amount: bigint }
}
