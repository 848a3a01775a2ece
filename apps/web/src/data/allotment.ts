import type { DataOf } from '@glasshouse/core/calls'
import { drawOrder } from '@glasshouse/core/subscription/rules'
import { type AllotmentDifference, verifyAllotment } from '@glasshouse/core/subscription/verify'
import type { AllotmentTable } from '@glasshouse/core/subscription/wire'
import { parseHeads } from '@glasshouse/core/trust/headsText'
import { verifySignedText, webCrypto } from '@glasshouse/core/trust/liabilities/proof'
import { useState } from 'react'
import { ApiError, api } from './api.ts'

/** A whole allotment and what computing it again in this browser found. */
export type AllotmentCheck =
  | {
      readonly kind: 'checked'
      readonly table: AllotmentTable
      readonly differences: readonly AllotmentDifference[]
      /** Position of each row in the draw, from 1. */
      readonly ranks: ReadonlyMap<string, number>
      /** Whether the text of the heads is signed with a listed key; null where this browser cannot tell. */
      readonly isSigned: boolean | null
    }
  /** The browser has no SHA-256, because the page is not on a secure origin. */
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'failed'; readonly message: string }

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

const sha256 = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

/** All pages of an allotment as one table. */
const fetchAllotment = async (id: number): Promise<AllotmentTable> => {
  const first = await api.call('/api/subscription/allotment', { id })
  const rows = [...first.rows]
  for (let { next } = first; next !== null; ) {
    const page = await api.call('/api/subscription/allotment', { id, after: next })
    rows.push(...page.rows)
    next = page.next
  }
  const { next: _, ...table } = first
  return { ...table, rows }
}

/** Hash of a market's head in the signed heads of a minute; empty where they do not name it. */
const publishedHead = ({ text }: DataOf<'/api/trust/heads'>, symbol: string): string =>
  parseHeads(text)?.heads.find(({ name }) => name === symbol)?.hash ?? ''

const isTextSigned = async (
  text: DataOf<'/api/trust/heads'>,
  keys: DataOf<'/api/trust/key'>,
): Promise<boolean | null> => {
  try {
    await verifySignedText(webCrypto(crypto.subtle), { ...text, hash: await sha256(text.text) }, keys)
    return true
  } catch (error) {
    // An old browser has no Ed25519.
    return error instanceof DOMException ? null : false
  }
}

/** Fetches an allotment and the signed heads of its draw, and computes it again with the server's own functions. */
const checkAllotment = async (id: number): Promise<AllotmentCheck> => {
  if (crypto.subtle === undefined) return { kind: 'unsupported' }
  const table = await fetchAllotment(id)
  const [heads, keys] = await Promise.all([
    api.call('/api/trust/heads', { minute: table.head.minute }),
    api.call('/api/trust/key', {}),
  ])
  const head = publishedHead(heads, table.head.symbol)
  const hashes = table.rows.map(({ hash }) => hash)
  const order = await drawOrder(hashes, head, sha256)
  return {
    kind: 'checked',
    table,
    differences: await verifyAllotment(table, head, sha256),
    ranks: new Map(order.map((at, rank) => [hashes[at] ?? '', rank + 1])),
    isSigned: await isTextSigned(heads, keys),
  }
}

/** Runs the check on demand. */
export const useAllotmentCheck = (id: number) => {
  const [check, setCheck] = useState<AllotmentCheck | null>(null)
  const [isRunning, setIsRunning] = useState(false)
  const run = async (): Promise<void> => {
    setIsRunning(true)
    try {
      setCheck(await checkAllotment(id))
    } catch (error) {
      setCheck({ kind: 'failed', message: error instanceof ApiError ? error.message : String(error) })
    } finally {
      setIsRunning(false)
    }
  }
  return { check, isRunning, run }
}
