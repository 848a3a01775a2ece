/** The Merkle sum tree of a liabilities report (trust.md 4): what is hashed, and the shape of the tree. */
import { type Bytes, concatBytes, unsigned, utf8 } from '../bytes.ts'
import { signedLines } from '../signedTexts.ts'

/** Amounts of one leaf or node in units of 1e-8, one for every asset of the report in its order. */
export type Vector = readonly bigint[]
/** A node of the tree: its hash and what is below it. */
export type TreeNode = { readonly hash: Bytes; readonly sums: Vector }

/** A sum from here on is invalid, so that no sum wraps around. */
export const sumLimit = 1n << 127n

/** What binds every hash of a tree to its report. */
export type TreeContext = {
  readonly number: number
  readonly day: string
  readonly assets: readonly string[]
  readonly parts: number
}

/** The text whose SHA-256 stands in every hash of a report's tree. */
export const contextText = ({ number, day, assets, parts }: TreeContext): string =>
  signedLines('glasshouse.liabilities.v1', [
    ['number', String(number)],
    ['day', day],
    ['assets', assets.join(',')],
    ['parts', String(parts)],
  ])

/** One u128 per asset. */
export const vectorBytes = (sums: Vector): Bytes => concatBytes(...sums.map((sum) => unsigned(sum, 16)))

/** What identifies one leaf: a random nonce of 32 bytes, the customer's number and the part. */
export type LeafIdentity = { readonly nonce: Uint8Array; readonly uid: number; readonly part: number }

/** The bytes whose SHA-256 is a leaf. */
export const leafBytes = (context: Uint8Array, { nonce, uid, part }: LeafIdentity, amounts: Vector): Bytes =>
  concatBytes(
    Uint8Array.of(0),
    context,
    nonce,
    unsigned(BigInt(uid), 8),
    Uint8Array.of(part),
    vectorBytes(amounts),
  )

/** The bytes whose SHA-256 is the node above two others; both child sums are in it. */
export const nodeBytes = (context: Uint8Array, left: TreeNode, right: TreeNode): Bytes =>
  concatBytes(
    Uint8Array.of(1),
    context,
    vectorBytes(left.sums),
    left.hash,
    vectorBytes(right.sums),
    right.hash,
  )

/** The sum of two vectors; null when a sum reaches 2^127. */
export const addVectors = (a: Vector, b: Vector): Vector | null => {
  const sums = a.map((amount, at) => amount + (b[at] ?? 0n))
  return sums.every((sum) => sum < sumLimit) ? sums : null
}

/** One step of a path: the sibling's place on its level and the side it stands on, or nothing where the node is carried. */
export type PathStep = {
  readonly level: number
  readonly sibling: number | null
  readonly side: 'left' | 'right'
}

/**
 * The steps from a leaf to the root: with m nodes on a level, an even last one has no sibling and is carried up.
 *
 * @example pathSteps(4, 6) // leaf 5 on the right, carried, node 0 on the left
 */
export const pathSteps = (index: number, leaves: number): readonly PathStep[] => {
  const steps: PathStep[] = []
  let [place, count] = [index, leaves]
  for (let level = 0; count > 1; level += 1) {
    if (place % 2 === 1) steps.push({ level, sibling: place - 1, side: 'left' })
    else steps.push({ level, sibling: place + 1 === count ? null : place + 1, side: 'right' })
    place = Math.floor(place / 2)
    count = Math.ceil(count / 2)
  }
  return steps
}

/**
 * Cuts an amount into parts at the given points, each from 0 to the amount; the points need no order.
 *
 * @example splitAt(10n, [7n, 2n]) // [2n, 5n, 3n]
 */
export const splitAt = (amount: bigint, points: readonly bigint[]): readonly bigint[] => {
  const sorted = [...points, amount].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  return sorted.map((point, at) => point - (sorted[at - 1] ?? 0n))
}

/** UTF-8 bytes of the context text, to be hashed. */
export const contextBytes = (context: TreeContext): Bytes => utf8(contextText(context))
