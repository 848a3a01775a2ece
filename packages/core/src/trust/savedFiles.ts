/** Files that a customer saved: what each is, told from its content alone (trust.md 6, offline inputs). */
import type { HouseKey, SignedText } from './heads.ts'
import type { Holding } from './holdings/holdings.ts'
import type { Amounts, LiabilityProof } from './liabilities/proof.ts'
import type { SignedReceipt } from './verify.ts'

/** A saved file; `unreadable` is no JSON, of no known kind, or lacks fields. */
export type SavedFile =
  | { readonly kind: 'proof'; readonly proof: LiabilityProof }
  | { readonly kind: 'receipts'; readonly receipts: readonly SignedReceipt[] }
  | { readonly kind: 'report'; readonly report: SignedText }
  | { readonly kind: 'heads'; readonly heads: readonly SignedText[] }
  | { readonly kind: 'keys'; readonly keys: readonly HouseKey[] }
  | { readonly kind: 'holdings'; readonly holdings: readonly Holding[] }
  | { readonly kind: 'unreadable' }

type Fields = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const hasTexts = (value: unknown, ...names: readonly string[]): value is Fields =>
  isRecord(value) && names.every((name) => typeof value[name] === 'string')
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const isAmounts = (value: unknown): value is Amounts =>
  isRecord(value) && Object.values(value).every((amount) => typeof amount === 'string')
const isPath = (value: unknown): boolean =>
  Array.isArray(value) && value.every((node) => hasTexts(node, 'hash') && isAmounts(node['sums']))
const isLeaf = (value: unknown): boolean =>
  hasTexts(value, 'nonce') &&
  isWhole(value['part']) &&
  isWhole(value['index']) &&
  isAmounts(value['amounts']) &&
  isPath(value['path'])

const isSignedText = (value: unknown): value is SignedText =>
  hasTexts(value, 'text', 'signature', 'keyid', 'hash')
const isReceipt = (value: unknown): value is SignedReceipt => hasTexts(value, 'text', 'signature', 'keyid')
const isProof = (value: unknown): value is LiabilityProof =>
  isRecord(value) &&
  isSignedText(value['report']) &&
  isWhole(value['uid']) &&
  isAmounts(value['balances']) &&
  Array.isArray(value['leaves']) &&
  value['leaves'].every(isLeaf)
const isKey = (value: unknown): value is HouseKey =>
  hasTexts(value, 'keyid', 'publickey') &&
  isWhole(value['from']) &&
  typeof value['announced'] === 'boolean' &&
  (value['announcement'] === undefined ||
    value['announcement'] === null ||
    isSignedText(value['announcement']))

const isHolding = (value: unknown): value is Holding =>
  hasTexts(value, 'asset', 'address', 'message', 'signature', 'amount') &&
  isWhole(value['network']) &&
  isWhole(value['block'])

const kindOf = (value: unknown): string =>
  hasTexts(value, 'text') && typeof value['text'] === 'string' ? (value['text'].split('\n')[0] ?? '') : ''

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fileOf = (values: readonly unknown[]): SavedFile => {
  const [first] = values
  const kind = kindOf(first)
  if (kind === 'glasshouse.receipt.v1' && values.every(isReceipt))
    return { kind: 'receipts', receipts: values }
  if (kind === 'glasshouse.heads.v1' && values.every(isSignedText)) return { kind: 'heads', heads: values }
  if (values.length > 1) return { kind: 'unreadable' }
  if (isSignedText(first) && kind === 'glasshouse.report.v1') return { kind: 'report', report: first }
  return isProof(first) ? { kind: 'proof', proof: first } : { kind: 'unreadable' }
}

/**
 * Tells what a saved file is: the `data` of `proof`, `liabilities`, `holdings` or `heads`, the list of keys, or lines of receipts or
 * heads. A text that is another answer than it says is found by the verification, not here.
 *
 * @example parseSavedFile('[{"keyid":"1a8f…","publickey":"6aca…","from":1,"until":null,"announced":true}]').kind // 'keys'
 */
export const parseSavedFile = (text: string): SavedFile => {
  const whole = parsed(text)
  if (Array.isArray(whole)) {
    if (whole.length === 0) return { kind: 'unreadable' }
    if (whole.every(isKey)) return { kind: 'keys', keys: whole }
    return whole.every(isHolding) ? { kind: 'holdings', holdings: whole } : { kind: 'unreadable' }
  }
  if (whole !== undefined) return fileOf([whole])
  return fileOf(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parsed),
  )
}
