import { hash } from 'node:crypto'
import { splitAt } from '@glasshouse/core/trust/liabilities/tree'
import { leafWriter, type NodeFormat, nodeLength, sumBytes, writeUnits } from './nodes.ts'

/** Bytes of a random point: so many more than an amount has that taking the remainder is uniform. */
const pointBytes = 24

/** Everything random about a customer's leaves of one report, derived from the secret seed of the report. */
const randomOf = (seed: Buffer, uid: number, length: number): Buffer =>
  hash('shake256', Buffer.concat([seed, Buffer.from(`:${uid}`)]), {
    outputEncoding: 'buffer',
    outputLength: length,
  })

/** The nonce of each part of a customer, derived from the seed of the report. */
export const noncesOf = (seed: Buffer, uid: number, parts: number): readonly Buffer[] => {
  const random = randomOf(seed, uid, 32 * parts)
  return Array.from({ length: parts }, (_, part) => random.subarray(32 * part, 32 * part + 32))
}

const wordBits = 64n
const pointAt = (random: Buffer, at: number, amount: bigint): bigint => {
  const [high, middle, low] = [
    random.readBigUInt64BE(at),
    random.readBigUInt64BE(at + 8),
    random.readBigUInt64BE(at + 16),
  ]
  return ((((high << wordBits) | middle) << wordBits) | low) % (amount + 1n)
}

/** Leaves of a tree in the order in which customers were added, in a few large buffers instead of an object each. */
export type LeafList = {
  readonly format: NodeFormat
  readonly parts: number
  readonly add: (uid: number, amounts: readonly bigint[]) => void
  readonly uids: readonly number[]
  /** The buffer that holds a leaf, by its number in the order of adding. */
  readonly chunkOf: (leaf: number) => Buffer
  /** The byte of that buffer at which the leaf begins. */
  readonly offsetOf: (leaf: number) => number
}

/** Leaves per buffer. */
const chunkLeaves = 16_384

/** Collects the leaves of customers, each amount cut at random points into parts. */
export const createLeafList = (format: NodeFormat, parts: number, seed: Buffer): LeafList => {
  const length = nodeLength(format)
  const chunks: Buffer[] = []
  const uids: number[] = []
  const writeLeaf = leafWriter(format)
  const chunkOf = (leaf: number): Buffer => {
    const chunk = chunks[Math.floor(leaf / chunkLeaves)]
    if (chunk === undefined) throw new Error(`leaf ${leaf} does not exist`)
    return chunk
  }
  const offsetOf = (leaf: number): number => (leaf % chunkLeaves) * length
  return {
    ...{ format, parts, uids, chunkOf, offsetOf },
    add: (uid, amounts) => {
      const first = uids.length * parts
      if (first + parts > chunks.length * chunkLeaves) chunks.push(Buffer.alloc(chunkLeaves * length))
      // Only what is not zero is cut.
      const held = amounts.reduce((count, amount) => (amount === 0n ? count : count + 1), 0)
      const random = randomOf(seed, uid, 32 * parts + pointBytes * (parts - 1) * held)
      let at = 32 * parts
      for (const [asset, amount] of amounts.entries()) {
        if (amount === 0n) continue
        const points: bigint[] = []
        for (; points.length < parts - 1; at += pointBytes) points.push(pointAt(random, at, amount))
        for (const [part, piece] of splitAt(amount, points).entries())
          writeUnits(chunkOf(first + part), offsetOf(first + part) + 16 * asset, piece)
      }
      for (let part = 0; part < parts; part += 1)
        writeLeaf(chunkOf(first + part), offsetOf(first + part), random, uid, part)
      uids.push(uid)
    },
  }
}

/** Bytes of a hash that are compared as one number, and all their values. */
const keyBytes = 6
const keys = 2 ** (8 * keyBytes)

/**
 * Numbers of the leaves, ascending by hash: placed by the first bits of their hash, some four to a place, then sorted within
 * these.
 */
export const sortLeaves = (leaves: LeafList): Uint32Array => {
  const count = leaves.uids.length * leaves.parts
  const hashAt = sumBytes(leaves.format)
  const keyOf = new Float64Array(count)
  for (let leaf = 0; leaf < count; leaf += 1)
    keyOf[leaf] = leaves.chunkOf(leaf).readUIntBE(leaves.offsetOf(leaf) + hashAt, keyBytes)
  const places = 2 ** Math.max(0, Math.ceil(Math.log2(count)) - 2)
  const placeOf = (leaf: number): number => Math.floor((keyOf[leaf] ?? 0) / (keys / places))
  const starts = new Uint32Array(places + 1)
  for (let leaf = 0; leaf < count; leaf += 1) {
    const next = placeOf(leaf) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let place = 1; place <= places; place += 1)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
  const filled = starts.slice()
  const sorted = new Uint32Array(count)
  for (let leaf = 0; leaf < count; leaf += 1) {
    const place = placeOf(leaf)
    const at = filled[place] ?? 0
    sorted[at] = leaf
    filled[place] = at + 1
  }
  const hashOf = (leaf: number): Buffer => leaves.chunkOf(leaf).subarray(leaves.offsetOf(leaf) + hashAt)
  const isBelow = (a: number, b: number): boolean => {
    const [keyA, keyB] = [keyOf[a] ?? 0, keyOf[b] ?? 0]
    return keyA === keyB ? hashOf(a).subarray(0, 32).compare(hashOf(b), 0, 32) < 0 : keyA < keyB
  }
  for (let place = 0; place < places; place += 1)
    sortBetween(sorted, starts[place] ?? 0, starts[place + 1] ?? 0, isBelow)
  return sorted
}

/** Sorts a few neighbours by insertion. */
const sortBetween = (
  sorted: Uint32Array,
  first: number,
  end: number,
  isBelow: (a: number, b: number) => boolean,
): void => {
  for (let next = first + 1; next < end; next += 1) {
    const leaf = sorted[next] ?? 0
    let at = next
    for (; at > first && isBelow(leaf, sorted[at - 1] ?? 0); at -= 1) sorted[at] = sorted[at - 1] ?? 0
    sorted[at] = leaf
  }
}
