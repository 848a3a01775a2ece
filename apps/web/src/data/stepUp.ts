import { createListeners } from '@glasshouse/client/listeners'

/** A call waits until the customer has confirmed who is asking. */
export type StepUpRequest = {
  /** What the account confirms with. */
  readonly factors: readonly string[]
  /** Ends the waiting: true sends the call again, false leaves it refused. */
  readonly answer: (isConfirmed: boolean) => void
}

let waiting: (StepUpRequest & { readonly outcome: Promise<boolean> }) | null = null
const changes = createListeners<void>()

/** Asks the customer to confirm; calls that are interrupted at the same time wait for one answer. */
export const askStepUp = (factors: readonly string[]): Promise<boolean> => {
  if (waiting !== null) return waiting.outcome
  let answer: StepUpRequest['answer'] = () => undefined
  const outcome = new Promise<boolean>((resolve) => {
    answer = (isConfirmed) => {
      waiting = null
      resolve(isConfirmed)
      changes.emit()
    }
  })
  waiting = { factors, outcome, answer }
  changes.emit()
  return outcome
}

/** What waits for the customer's confirmation; null while nothing does. */
export const waitingStepUp = (): StepUpRequest | null => waiting

/** Registers a listener for what waits. */
export const onStepUpChange = changes.add
