import fc from 'fast-check'
import { amountScale, formatDecimal } from '../../money/units.ts'
import { toHex } from '../bytes.ts'
import { keyid, sha256, signText } from './example.fixture.ts'
import type { Amounts, LiabilityProof } from './proof.ts'
import { noHash, noneProven, type Report, reportText } from './report.ts'
import {
  addVectors,
  contextBytes,
  leafBytes,
  nodeBytes,
  pathSteps,
  type TreeNode,
  type Vector,
} from './tree.ts'

// Reports about random customers, built by their own few lines, with the proof of every customer.

/** Customers of a report by what each is owed, an amount per asset and part. */
export type Customers = {
  readonly number: number
  readonly assets: readonly string[]
  readonly parts: number
  readonly owed: readonly (readonly Vector[])[]
}

/** Customers with some assets and parts; amounts up to 2^70 units, many of them zero. */
export const customers: fc.Arbitrary<Customers> = fc
  .record({
    number: fc.integer({ min: 1, max: 1000 }),
    assets: fc.constantFrom(['USDT'], ['BTC', 'USDT'], ['BTC', 'ETH', 'USDT']),
    parts: fc.integer({ min: 2, max: 4 }),
    count: fc.integer({ min: 1, max: 9 }),
  })
  .chain(({ count, ...rest }) => {
    const amount = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1n << 70n }))
    const vector = fc.array(amount, { minLength: rest.assets.length, maxLength: rest.assets.length })
    const parts = fc.array(vector, { minLength: rest.parts, maxLength: rest.parts })
    return fc.array(parts, { minLength: count, maxLength: count }).map((owed) => ({ ...rest, owed }))
  })

/** Number of the first customer; the others follow. */
export const firstUid = 10_001

const levelsAbove = (context: Uint8Array, leaves: readonly TreeNode[]): readonly (readonly TreeNode[])[] => {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; level = levels.at(-1) ?? []) {
    const above: TreeNode[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at] as TreeNode, level[at + 1]]
      if (right === undefined) above.push(left)
      else {
        const sums = addVectors(left.sums, right.sums) ?? []
        above.push({ hash: sha256(nodeBytes(context, left, right)), sums })
      }
    }
    levels.push(above)
  }
  return levels
}

/** Signs a text as the operator does. */
export const asSigned = (text: string): LiabilityProof['report'] => ({
  ...{ text, signature: signText(text), keyid, hash: toHex(sha256(text)) },
})

/** The report about customers, and the proof of each. */
export const makeReport = ({
  number,
  assets,
  parts,
  owed,
}: Customers): { readonly report: Report; readonly proofs: readonly LiabilityProof[] } => {
  const base = { number, day: '20270115', assets, parts }
  const context = sha256(contextBytes(base))
  const leaves = owed
    .flatMap((vectors, customer) =>
      vectors.map((sums, part) => {
        const uid = firstUid + customer
        const nonce = sha256(`nonce ${number} ${uid} ${part}`)
        return { uid, part, nonce, sums, hash: sha256(leafBytes(context, { nonce, uid, part }, sums)) }
      }),
    )
    .sort((a, b) => (toHex(a.hash) < toHex(b.hash) ? -1 : 1))
  const levels = levelsAbove(context, leaves)
  const root = levels.at(-1)?.[0] as TreeNode
  const named = (sums: Vector): Amounts =>
    Object.fromEntries(assets.map((asset, at) => [asset, formatDecimal(sums[at] ?? 0n, amountScale)]))
  const report: Report = {
    ...{ ...base, key: keyid, time: 1, previous: noHash, customers: owed.length, leaves: leaves.length },
    ...{ root: toHex(root.hash), totals: new Map(assets.map((asset, at) => [asset, root.sums[at] ?? 0n])) },
    ...{ book: new Map(), transaction: 1, heads: [], holdings: noneProven },
  }
  const signed = asSigned(reportText(report))
  const proofs = owed.map((vectors, customer): LiabilityProof => {
    const own = leaves.filter(({ uid }) => uid === firstUid + customer)
    return {
      report: signed,
      uid: firstUid + customer,
      balances: named(assets.map((_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0n), 0n))),
      leaves: own.map((leaf) => ({
        ...{ part: leaf.part, nonce: toHex(leaf.nonce), amounts: named(leaf.sums) },
        index: leaves.indexOf(leaf),
        path: pathSteps(leaves.indexOf(leaf), leaves.length).flatMap(({ level, sibling }) => {
          const node = sibling === null ? undefined : levels[level]?.[sibling]
          return node === undefined ? [] : [{ hash: toHex(node.hash), sums: named(node.sums) }]
        }),
      })),
    }
  })
  return { report, proofs }
}
