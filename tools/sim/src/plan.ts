import type { Actor } from './actor.ts'
import type { ModelCustomer } from './model.ts'

/** A planned command, run once or many times concurrently, with the model's prediction for each run. */
export type PlannedStep = {
  readonly what: string
  readonly times: number
  readonly act: () => Promise<unknown>
  readonly apply: (customer: ModelCustomer) => string | null
  /** Recipient and amount per run. */
  readonly to?: { readonly actor: Actor; readonly amount: bigint }
}
