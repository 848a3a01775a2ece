import type { DataOf } from '@glasshouse/core/calls'
import {
  type ProofEvent,
  type ProofResult,
  type ProofStep,
  verifySignedText,
  webCrypto,
} from '@glasshouse/core/trust/liabilities/proof'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from './api.ts'
import type { InclusionMessage, InclusionTask } from './inclusion.worker.ts'
import { compareOwnLines, type OwnLines } from './ownLines.ts'

type Proof = DataOf<'/api/trust/proof'>
export type InclusionNode = Extract<ProofEvent, { readonly kind: 'node' }>

/** A check of the signed-in customer’s own proof, as far as it has come. */
export type Inclusion = {
  readonly proof: Proof | null
  /** Steps that hold, in their order. */
  readonly steps: readonly { readonly step: ProofStep; readonly tookMs: number }[]
  /** Nodes computed on the way to the root. */
  readonly nodes: readonly InclusionNode[]
  /** What the balances consist of; null before the proof is verified, and of a report older than such lines. */
  readonly lines: OwnLines | null
  /** Why the lines could not be read; the proof is verified all the same. */
  readonly linesFailed: string | null
  readonly outcome:
    | { readonly kind: 'running' }
    | { readonly kind: 'checked'; readonly result: ProofResult }
    | { readonly kind: 'unsupported' }
    | { readonly kind: 'failed'; readonly message: string }
}

const nothingYet: Inclusion = {
  proof: null,
  steps: [],
  nodes: [],
  lines: null,
  linesFailed: null,
  outcome: { kind: 'running' },
}

/** What is known after one more message of the worker; the time of nodes counts for the step they belong to. */
const withMessage = (before: Inclusion, message: InclusionMessage, waitedMs: number): Inclusion => {
  if (message.kind !== 'found') return { ...before, outcome: message }
  const { event, tookMs } = message
  return event.kind === 'node'
    ? { ...before, nodes: [...before.nodes, event] }
    : { ...before, steps: [...before.steps, { step: event.step, tookMs: tookMs + waitedMs }] }
}

/** Verifies in a worker of its own, so that the page stays responsive; ends the worker afterwards or when it is aborted. */
const verifyInWorker = (
  task: InclusionTask,
  signal: AbortSignal,
  hear: (message: InclusionMessage, waitedMs: number) => void,
): Promise<void> =>
  new Promise((done, fail) => {
    const worker = new Worker(new URL('./inclusion.worker.ts', import.meta.url), { type: 'module' })
    const end = (): void => {
      worker.terminate()
      done()
    }
    signal.addEventListener('abort', end)
    let waitedMs = 0
    worker.addEventListener('message', ({ data }: MessageEvent<InclusionMessage>) => {
      hear(data, waitedMs)
      if (data.kind !== 'found') end()
      else waitedMs = data.event.kind === 'node' ? waitedMs + data.tookMs : 0
    })
    worker.addEventListener('error', (event) => {
      worker.terminate()
      fail(new Error(event.message))
    })
    worker.postMessage(task)
  })

const messageOf = (error: unknown): string => (error instanceof ApiError ? error.message : String(error))

/** Fetches the own proof of the newest report on demand and verifies it here with the listed keys. */
export const useInclusion = () => {
  const [inclusion, setInclusion] = useState<Inclusion | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (): Promise<void> => {
    running.current?.abort()
    const started = new AbortController()
    running.current = started
    const { signal } = started
    const change = (next: (before: Inclusion) => Inclusion): void => {
      if (!signal.aborted) setInclusion((before) => next(before ?? nothingYet))
    }
    setInclusion(nothingYet)
    try {
      const [proof, keys, { uid }] = await Promise.all([
        api.call('/api/trust/proof', {}, { signal }),
        api.call('/api/trust/key', {}, { signal }),
        api.call('/api/user/getuserinfo', {}, { signal }),
      ])
      change((before) => ({ ...before, proof }))
      let result: ProofResult | null = null
      await verifyInWorker({ proof, keys, uid }, signal, (message, waitedMs) => {
        if (message.kind === 'checked') ({ result } = message)
        change((before) => withMessage(before, message, waitedMs))
      })
      const verified = result as ProofResult | null
      if (verified?.isSound !== true) return
      const compared = await compareOwnLines(proof, verified.report.number, signal).then(
        (lines) => ({ lines }),
        (error: unknown) => ({ linesFailed: messageOf(error) }),
      )
      change((before) => ({ ...before, ...compared }))
    } catch (error) {
      const message = messageOf(error)
      change((before) => ({ ...before, outcome: { kind: 'failed', message } }))
    }
  }
  return { inclusion, isRunning: inclusion?.outcome.kind === 'running', run }
}

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError

/** Whether a receipt is signed by a listed key; null where this browser cannot tell. */
export const isReceiptSigned = async (
  receipt: DataOf<'/api/trust/receipt'>,
  keys: DataOf<'/api/trust/key'>,
): Promise<boolean | null> => {
  if (crypto.subtle === undefined) return null
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(receipt.text))
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    await verifySignedText(webCrypto(crypto.subtle), { ...receipt, hash }, keys)
    return true
  } catch (error) {
    return isUnsupported(error) ? null : false
  }
}
