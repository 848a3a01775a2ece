/** Verification of a proof that a customer is in a report (trust.md 4): the same steps in the page and offline. */
import { amountScale, formatDecimal, parseDecimal } from '../../money/units.ts'
import { type Bytes, fromHex, toHex, utf8 } from '../bytes.ts'
import type { HouseKey, SignedText } from '../heads.ts'
import { parseReport, type Report } from './report.ts'
import {
  addVectors,
  contextBytes,
  leafBytes,
  nodeBytes,
  pathSteps,
  sumLimit,
  type TreeNode,
  type Vector,
} from './tree.ts'

/** Amounts by asset in wire form, every asset of the report. */
export type Amounts = Readonly<Record<string, string>>

/** A proof as `/api/trust/proof` answers it. */
export type LiabilityProof = {
  readonly report: SignedText
  readonly uid: number
  readonly balances: Amounts
  readonly leaves: readonly {
    readonly part: number
    readonly nonce: string
    readonly amounts: Amounts
    readonly index: number
    readonly path: readonly { readonly hash: string; readonly sums: Amounts }[]
  }[]
}

/** Listed keys, as far as a verification needs them. */
type Keys = readonly Pick<HouseKey, 'keyid' | 'publickey'>[]

/** SHA-256 and Ed25519 of the place where it is verified: Web Cryptography or Node. */
export type ProofCrypto = {
  readonly sha256: (bytes: Bytes) => Promise<Bytes>
  readonly isSigned: (text: string, signature: string, publicKey: string) => Promise<boolean>
}

/** The steps in their order. */
export const proofSteps = [
  'hash',
  'key',
  'signature',
  'report',
  'leaves',
  'balances',
  'paths',
  'root',
] as const
export type ProofStep = (typeof proofSteps)[number]

/** All steps hold, or the first that does not, with what was found. */
export type ProofResult =
  | { readonly isSound: true; readonly report: Report }
  | { readonly isSound: false; readonly step: ProofStep; readonly reason: string }

/** What a verification found on its way: a step that holds, or a node it computed. */
export type ProofEvent =
  | { readonly kind: 'step'; readonly step: ProofStep }
  | {
      readonly kind: 'node'
      readonly part: number
      /** 0 is the leaf; the last one is the root. */
      readonly level: number
      /** Of this level, from the left. */
      readonly index: number
      readonly hash: string
      readonly sums: Amounts
      /** The neighbour that the proof shows; null of the leaf, and where a last odd node was carried up. */
      readonly sibling: { readonly hash: string; readonly side: 'left' | 'right' } | null
    }

class StepError extends Error {
  readonly step: ProofStep
  constructor(step: ProofStep, reason: string) {
    super(reason)
    this.step = step
  }
}

const require = (holds: boolean, step: ProofStep, reason: string): void => {
  if (!holds) throw new StepError(step, reason)
}

const vectorOf = (assets: readonly string[], amounts: Amounts, step: ProofStep): Vector => {
  require(Object.keys(amounts).length === assets.length, step, 'the assets are not those of the report')
  return assets.map((asset) => {
    const units = parseDecimal(amounts[asset] ?? '', amountScale)
    if (units === null || units >= sumLimit) throw new StepError(step, `no amount of ${asset}`)
    return units
  })
}

const hashOf = (text: string, step: ProofStep): Bytes => {
  const bytes = fromHex(text)
  if (bytes === null || bytes.length !== 32) throw new StepError(step, 'not 32 bytes in hex')
  return bytes
}

type NodeEvent = Extract<ProofEvent, { readonly kind: 'node' }>
type Verifier = { readonly crypto: ProofCrypto; readonly observe: (event: ProofEvent) => void }

const amountsOf = (assets: readonly string[], sums: Vector): Amounts =>
  Object.fromEntries(assets.map((asset, at) => [asset, formatDecimal(sums[at] ?? 0n, amountScale)]))

const isSame = (a: Vector, b: Vector): boolean => a.every((amount, at) => amount === b[at])

/** Signature and hash of a text by a listed key; without keys the hash alone. */
export const verifySignedText = async (
  crypto: ProofCrypto,
  { text, signature, keyid, hash }: SignedText,
  keys: Keys | null,
): Promise<void> => {
  require(toHex(await crypto.sha256(utf8(text))) === hash, 'hash', 'the text does not have its hash')
  if (keys === null) return
  const key = keys.find((listed) => listed.keyid === keyid)
  const publicKey = fromHex(key?.publickey ?? '')
  if (key === undefined || publicKey === null) throw new StepError('key', `the key ${keyid} is not listed`)
  const digest = toHex(await crypto.sha256(publicKey))
  require(digest.startsWith(keyid) && keyid.length === 16, 'key', `the key ${keyid} is another one`)
  require(/^[0-9a-f]{128}$/.test(signature) &&
    (await crypto.isSigned(text, signature, key.publickey)), 'signature', 'the signature is not of this text')
}

/** Climbs from one leaf to the root. */
const climb = async (
  { crypto, observe }: Verifier,
  context: Bytes,
  report: Report,
  proof: LiabilityProof,
  leaf: LiabilityProof['leaves'][number],
): Promise<TreeNode> => {
  const amounts = vectorOf(report.assets, leaf.amounts, 'leaves')
  const identity = { nonce: hashOf(leaf.nonce, 'leaves'), uid: proof.uid, part: leaf.part }
  let node: TreeNode = { hash: await crypto.sha256(leafBytes(context, identity, amounts)), sums: amounts }
  const found = (level: number, sibling: NodeEvent['sibling']): void =>
    observe({
      kind: 'node',
      part: leaf.part,
      level,
      index: Math.floor(leaf.index / 2 ** level),
      hash: toHex(node.hash),
      sums: amountsOf(report.assets, node.sums),
      sibling,
    })
  found(0, null)
  let used = 0
  for (const { level, sibling, side } of pathSteps(leaf.index, report.leaves)) {
    if (sibling === null) {
      found(level + 1, null)
      continue
    }
    const entry = leaf.path[used]
    if (entry === undefined) throw new StepError('paths', `the path of part ${leaf.part} is too short`)
    used += 1
    const other = { hash: hashOf(entry.hash, 'paths'), sums: vectorOf(report.assets, entry.sums, 'paths') }
    const [left, right] = side === 'left' ? [other, node] : [node, other]
    const sums = addVectors(left.sums, right.sums)
    if (sums === null) throw new StepError('paths', 'a sum reaches 2^127')
    node = { hash: await crypto.sha256(nodeBytes(context, left, right)), sums }
    found(level + 1, { hash: entry.hash, side })
  }
  require(used === leaf.path.length, 'paths', `the path of part ${leaf.part} is too long`)
  return node
}

const requireLeaves = ({ uid, leaves }: LiabilityProof, report: Report): void => {
  require(Number.isSafeInteger(uid) && uid >= 0, 'leaves', 'the number of the account is malformed')
  require(leaves.length === report.parts, 'leaves', `there are not ${report.parts} leaves`)
  const parts = new Set(leaves.map(({ part }) => part))
  require(leaves.every(({ part }) => Number.isInteger(part) && part >= 0 && part < report.parts) &&
    parts.size === report.parts, 'leaves', 'a part is missing or doubled')
  const places = new Set(leaves.map(({ index }) => index))
  require(leaves.every(({ index }) => Number.isInteger(index) && index >= 0 && index < report.leaves) &&
    places.size === leaves.length, 'leaves', 'a place is outside the tree or doubled')
}

const requireBalances = (proof: LiabilityProof, report: Report): void => {
  const zero: Vector = report.assets.map(() => 0n)
  const sums = proof.leaves.reduce<Vector | null>(
    (sum, { amounts }) => (sum === null ? null : addVectors(sum, vectorOf(report.assets, amounts, 'leaves'))),
    zero,
  )
  const balances = vectorOf(report.assets, proof.balances, 'balances')
  require(sums !== null && isSame(sums, balances), 'balances', 'the parts do not add up to the balances')
}

const climbAll = async (
  verifier: Verifier,
  proof: LiabilityProof,
  report: Report,
): Promise<readonly { readonly part: number; readonly root: TreeNode }[]> => {
  const context = await verifier.crypto.sha256(contextBytes(report))
  const roots: { part: number; root: TreeNode }[] = []
  for (const leaf of proof.leaves)
    roots.push({ part: leaf.part, root: await climb(verifier, context, report, proof, leaf) })
  return roots
}

const requireTotals = (
  roots: readonly { readonly part: number; readonly root: TreeNode }[],
  report: Report,
): void => {
  const totals: Vector = report.assets.map((asset) => report.totals.get(asset) ?? 0n)
  for (const { part, root } of roots) {
    require(toHex(root.hash) === report.root, 'root', `part ${part} does not lead to the root`)
    require(isSame(root.sums, totals), 'root', 'the sums of the root are not the totals of the report')
  }
}

/**
 * Verifies a proof for the customer `uid` against keys that the verifier holds.
 *
 * @param keys null where the verifier has none: then the signature is not checked, and the caller has to say so
 * @param uid own number; null takes that of the proof, for files without a known owner
 */
export const verifyProof = async (
  crypto: ProofCrypto,
  proof: LiabilityProof,
  keys: Keys | null,
  uid: number | null,
): Promise<ProofResult> => traceProof(crypto, proof, keys, uid, () => undefined)

/** `verifyProof` that tells each step that holds and each node of the tree as soon as it is computed. */
export const traceProof = async (
  crypto: ProofCrypto,
  proof: LiabilityProof,
  keys: Keys | null,
  uid: number | null,
  observe: (event: ProofEvent) => void,
): Promise<ProofResult> => {
  const hold = (...steps: readonly ProofStep[]): void => {
    for (const step of steps) observe({ kind: 'step', step })
  }
  try {
    await verifySignedText(crypto, proof.report, keys)
    hold('hash', ...(keys === null ? [] : (['key', 'signature'] as const)))
    const report = parseReport(proof.report.text)
    if (report === null || report.key !== proof.report.keyid)
      throw new StepError('report', 'the text is no report of this key')
    hold('report')
    require(uid === null || proof.uid === uid, 'leaves', 'the proof is of another account')
    requireLeaves(proof, report)
    hold('leaves')
    requireBalances(proof, report)
    hold('balances')
    const roots = await climbAll({ crypto, observe }, proof, report)
    hold('paths')
    requireTotals(roots, report)
    hold('root')
    return { isSound: true, report }
  } catch (error) {
    if (error instanceof StepError) return { isSound: false, step: error.step, reason: error.message }
    throw error
  }
}

/** What is used of Web Cryptography. */
type Subtle<Key> = {
  readonly digest: (algorithm: 'SHA-256', bytes: Bytes) => Promise<ArrayBuffer>
  readonly importKey: (
    format: 'raw',
    key: Bytes,
    algorithm: 'Ed25519',
    extractable: false,
    usages: ['verify'],
  ) => Promise<Key>
  readonly verify: (algorithm: 'Ed25519', key: Key, signature: Bytes, text: Bytes) => Promise<boolean>
}

/** SHA-256 and Ed25519 of Web Cryptography, which browsers and Node have. */
export const webCrypto = <Key>(subtle: Subtle<Key>): ProofCrypto => ({
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  isSigned: async (text, signature, publicKey) => {
    const [key, signed] = [fromHex(publicKey), fromHex(signature)]
    if (key === null || signed === null || key.length !== 32) return false
    const imported = await subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return subtle.verify('Ed25519', imported, signed, utf8(text))
  },
})
