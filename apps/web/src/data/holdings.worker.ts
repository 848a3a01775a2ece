import { type Holding, verifyHoldings } from '@glasshouse/core/trust/holdings/holdings'
import type { TrustDifference } from '@glasshouse/core/trust/verify'

/** What the page sends: a report, and the proofs that were published with it. */
export type HoldingsTask = { readonly text: string; readonly holdings: readonly Holding[] }

/** The two functions of a worker’s scope that are used; the page’s types know windows only. */
type Scope = {
  addEventListener: (type: 'message', hear: (event: MessageEvent<HoldingsTask>) => void) => void
  postMessage: (differences: readonly TrustDifference[]) => void
}
const scope = globalThis as unknown as Scope

scope.addEventListener('message', ({ data: { text, holdings } }) => {
  scope.postMessage(verifyHoldings(text, holdings))
})
