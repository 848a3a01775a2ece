import type { DataOf } from '@glasshouse/core/calls'
import {
  type ProofResult,
  verifyProof,
  verifySignedText,
  webCrypto,
} from '@glasshouse/core/trust/liabilities/proof'
import { useState } from 'react'
import { ApiError, api } from './api.ts'

/** A proof of the signed-in customer and what its verification in this browser found. */
export type Inclusion =
  | { readonly kind: 'checked'; readonly proof: DataOf<'/api/trust/proof'>; readonly result: ProofResult }
  /** The browser cannot verify Ed25519 signatures, or the page is not on a secure origin. */
  | { readonly kind: 'unsupported'; readonly proof: DataOf<'/api/trust/proof'> }
  | { readonly kind: 'failed'; readonly message: string }

const isUnsupported = (error: unknown): boolean =>
  error instanceof DOMException || error instanceof TypeError || error instanceof ReferenceError

/** Fetches the own proof of the newest report and verifies it here with the listed keys. */
const checkInclusion = async (): Promise<Inclusion> => {
  const [proof, keys] = await Promise.all([api.call('/api/trust/proof', {}), api.call('/api/trust/key', {})])
  try {
    return {
      kind: 'checked',
      proof,
      result: await verifyProof(webCrypto(crypto.subtle), proof, keys, proof.uid),
    }
  } catch (error) {
    if (isUnsupported(error)) return { kind: 'unsupported', proof }
    throw error
  }
}

/** Runs the check on demand. */
export const useInclusion = () => {
  const [inclusion, setInclusion] = useState<Inclusion | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const run = async (): Promise<void> => {
    setIsRunning(true)
    try {
      setInclusion(await checkInclusion())
    } catch (error) {
      setInclusion({ kind: 'failed', message: error instanceof ApiError ? error.message : String(error) })
    } finally {
      setIsRunning(false)
    }
  }
  return { inclusion, isRunning, run }
}

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
