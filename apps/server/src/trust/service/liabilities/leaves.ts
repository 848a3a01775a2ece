import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { splitAt } from '@glasshouse/core/trust/liabilities/tree'
import { leafWriter, type NodeFormat, nodeLength, sumBytes, writeUnits } from './nodes.ts'

/** Bytes of a random point: so many more than an amount has that taking the remainder is uniform. */
const pointBytes = 24

/** Everything random about a customer's leaves of one report, derived from the secret seed of the report. */
const randomOf = (seed: Buffer, uid: number, length: number): Buffer =>
  createHash('shake256', { outputLength: length }).update(seed).update(`:${uid}`).digest()

/** The nonce of each part of a customer, derived from the seed of the report. */
export const noncesOf = (seed: Buffer, uid: number, parts: number): readonly Buffer[] => {
  const random = randomOf(seed, uid, 32 * parts)
  return Array.from({ length: parts }, (_, part) => random.subarray(32 * part, 32 * part + 32))
}

const pointAt = (random: Buffer, at: number, amount: bigint): bigint =>
  BigInt(`0x${random.toString('hex', at, at + pointBytes)}`) % (amount + 1n)

/** Leaves of a tree in the order in which customers were added; every chunk but the last is full. */
export type LeafList = {
  readonly format: NodeFormat
  readonly parts: number
  readonly add: (uid: number, amounts: readonly bigint[]) => void
  readonly uids: readonly number[]
  /** The node of a leaf, by its number in the order of adding. */
  readonly node: (leaf: number) => Buffer
}

/** Customers per chunk of memory. */
const chunkCustomers = 4096

/** Collects the leaves of customers, each amount cut at random points into parts. */
export const createLeafList = (format: NodeFormat, parts: number, seed: Buffer): LeafList => {
  const length = nodeLength(format)
  const chunkBytes = chunkCustomers * parts * length
  const chunks: Buffer[] = []
  const uids: number[] = []
  const writeLeaf = leafWriter(format)
  const randomBytes = 32 * parts + pointBytes * (parts - 1) * format.assets
  return {
    format,
    parts,
    uids,
    node: (leaf) => {
      const start = leaf * length
      const chunk = chunks[Math.floor(start / chunkBytes)]
      if (chunk === undefined) throw new Error(`leaf ${leaf} does not exist`)
      return chunk.subarray(start % chunkBytes, (start % chunkBytes) + length)
    },
    add: (uid, amounts) => {
      const place = uids.length % chunkCustomers
      if (place === 0) chunks.push(Buffer.alloc(chunkBytes))
      const chunk = chunks.at(-1) as Buffer
      const random = randomOf(seed, uid, randomBytes)
      const first = place * parts * length
      amounts.forEach((amount, asset) => {
        if (amount === 0n) return
        const points = Array.from({ length: parts - 1 }, (_, cut) =>
          pointAt(random, 32 * parts + pointBytes * (asset * (parts - 1) + cut), amount),
        )
        splitAt(amount, points).forEach((piece, part) => {
          writeUnits(chunk, first + part * length + 16 * asset, piece)
        })
      })
      for (let part = 0; part < parts; part += 1)
        writeLeaf(chunk, first + part * length, random.subarray(32 * part, 32 * part + 32), uid, part)
      uids.push(uid)
    },
  }
}

/** Leaves looked at before others may run. */
const sliceLeaves = 16_384
/** Prefixes whose leaves are sorted before others may run. */
const slicePrefixes = 256

/** Numbers of the leaves, ascending by hash: placed by their first two bytes, then sorted within these. */
export const sortLeaves = async (leaves: LeafList): Promise<Uint32Array> => {
  const count = leaves.uids.length * leaves.parts
  const hashAt = sumBytes(leaves.format)
  const prefixOf = (leaf: number): number => leaves.node(leaf).readUInt16BE(hashAt)
  const starts = new Uint32Array(65_537)
  for (let leaf = 0; leaf < count; leaf += 1) {
    const next = prefixOf(leaf) + 1
    starts[next] = (starts[next] ?? 0) + 1
    if (leaf % sliceLeaves === 0) await breathe()
  }
  for (let prefix = 1; prefix <= 65_536; prefix += 1)
    starts[prefix] = (starts[prefix] ?? 0) + (starts[prefix - 1] ?? 0)
  const filled = starts.slice()
  const sorted = new Uint32Array(count)
  for (let leaf = 0; leaf < count; leaf += 1) {
    const prefix = prefixOf(leaf)
    const place = filled[prefix] ?? 0
    sorted[place] = leaf
    filled[prefix] = place + 1
    if (leaf % sliceLeaves === 0) await breathe()
  }
  const byHash = (a: number, b: number): number =>
    leaves.node(a).subarray(hashAt).compare(leaves.node(b).subarray(hashAt))
  for (let prefix = 0; prefix < 65_536; prefix += 1) {
    const same = sorted.subarray(starts[prefix], starts[prefix + 1])
    if (same.length > 1) same.sort(byHash)
    if (prefix % slicePrefixes === 0 && count > sliceLeaves) await breathe()
  }
  return sorted
}
