import {
  type LiabilityProof,
  type ProofEvent,
  type ProofResult,
  traceProof,
  webCrypto,
} from '@glasshouse/core/trust/liabilities/proof'

/** What the page sends: a proof as the server answered it, the listed keys, and the own account number. */
export type InclusionTask = {
  readonly proof: LiabilityProof
  readonly keys: readonly { readonly keyid: string; readonly publickey: string }[]
  readonly uid: number
}

/** What the worker sends back: every step and node with the milliseconds it took since the one before, then the end. */
export type InclusionMessage =
  | { readonly kind: 'found'; readonly event: ProofEvent; readonly tookMs: number }
  | { readonly kind: 'checked'; readonly result: ProofResult }
  /** The browser cannot verify Ed25519 signatures, or the page is not on a secure origin. */
  | { readonly kind: 'unsupported' }

/** The two functions of a worker’s scope that are used; the page’s types know windows only. */
type Scope = {
  addEventListener: (type: 'message', hear: (event: MessageEvent<InclusionTask>) => void) => void
  postMessage: (message: InclusionMessage) => void
}
const scope = globalThis as unknown as Scope

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError

scope.addEventListener('message', ({ data: { proof, keys, uid } }) => {
  let before = performance.now()
  const found = (event: ProofEvent): void => {
    const now = performance.now()
    scope.postMessage({ kind: 'found', event, tookMs: now - before })
    before = now
  }
  const check = async (): Promise<void> => {
    try {
      const result = await traceProof(webCrypto(crypto.subtle), proof, keys, uid, found)
      scope.postMessage({ kind: 'checked', result })
    } catch (error) {
      if (!isUnsupported(error)) throw error
      scope.postMessage({ kind: 'unsupported' })
    }
  }
  void check()
})
