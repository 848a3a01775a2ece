import { type LeafList, sortLeaves } from './leaves.ts'
import {
  addUnits,
  levelAbove,
  levelsPerRow,
  type NodeFormat,
  nodeLength,
  nodesPerRow,
  rowSummary,
  sumBytes,
  sumsAt,
} from './nodes.ts'

/** One row of neighbours, as it is stored. */
export type NodeRow = { readonly height: number; readonly place: number; readonly nodes: Buffer<ArrayBuffer> }
/** Some customers with balances and places of their leaves, as they are stored. */
export type CustomerRow = { readonly firstUid: number; readonly customers: Buffer<ArrayBuffer> }

/** Where a built tree is written; each call is awaited, so that memory stays bounded. */
export type TreeSink = {
  readonly nodes: (row: NodeRow) => Promise<void>
  readonly customers: (row: CustomerRow) => Promise<void>
}

/** The root of a tree: its hash as hex, and the totals per asset. */
export type TreeRoot = { readonly hash: string; readonly sums: readonly bigint[] }

/** A node in a buffer, and the byte at which it begins. */
type NodePlace = readonly [Buffer, number]

/** Writes one height in rows and returns the nodes above them. */
const writeHeight = async (
  format: NodeFormat,
  height: number,
  count: number,
  nodeAt: (place: number) => NodePlace,
  sink: TreeSink,
): Promise<Buffer[]> => {
  const length = nodeLength(format)
  const nodeAbove = rowSummary(format)
  const above: Buffer[] = []
  for (let first = 0; first < count; first += nodesPerRow) {
    const size = Math.min(nodesPerRow, count - first)
    const nodes = Buffer.allocUnsafeSlow(size * length)
    for (let at = 0; at < size; at += 1) {
      const [source, start] = nodeAt(first + at)
      source.copy(nodes, at * length, start, start + length)
    }
    above.push(nodeAbove(nodes))
    // The sink may hand the bytes to another thread: they are gone then.
    await sink.nodes({ height, place: first / nodesPerRow, nodes })
  }
  return above
}

/** Bytes of one customer in a stored row. */
export const customerLength = (assets: number, parts: number): number => 8 + 4 * parts + 16 * assets

const writeCustomers = async (leaves: LeafList, indexOf: Uint32Array, sink: TreeSink): Promise<void> => {
  const { format, parts, uids } = leaves
  const length = customerLength(format.assets, parts)
  for (let first = 0; first < uids.length; first += nodesPerRow) {
    const own = uids.slice(first, first + nodesPerRow)
    const customers = Buffer.alloc(own.length * length)
    own.forEach((uid, at) => {
      const start = at * length
      const balances = start + 8 + 4 * parts
      customers.writeBigUInt64BE(BigInt(uid), start)
      for (let part = 0; part < parts; part += 1) {
        const leaf = (first + at) * parts + part
        customers.writeUInt32BE(indexOf[leaf] ?? 0, start + 8 + 4 * part)
        const [node, from] = [leaves.chunkOf(leaf), leaves.offsetOf(leaf)]
        for (let asset = 0; asset < sumBytes(format); asset += 16)
          addUnits([node, from + asset], [customers, balances + asset], customers, balances + asset)
      }
    })
    await sink.customers({ firstUid: uids[first] ?? 0, customers })
  }
}

/** Sorts the leaves, writes the tree in rows of neighbours and every customer's places, and returns the root. */
export const buildTree = async (leaves: LeafList, sink: TreeSink): Promise<TreeRoot> => {
  const { format } = leaves
  const sorted = sortLeaves(leaves)
  const indexOf = new Uint32Array(sorted.length)
  for (const [index, leaf] of sorted.entries()) indexOf[leaf] = index
  await writeCustomers(leaves, indexOf, sink)
  const leafAt = (place: number): NodePlace => {
    const leaf = sorted[place] ?? 0
    return [leaves.chunkOf(leaf), leaves.offsetOf(leaf)]
  }
  let above = await writeHeight(format, 0, sorted.length, leafAt, sink)
  for (let height = levelsPerRow; above.length > 1; height += levelsPerRow) {
    const below = above
    above = await writeHeight(format, height, below.length, (place) => [below[place] as Buffer, 0], sink)
  }
  const [root] = above
  if (root === undefined) throw new Error('a tree has at least one leaf')
  return { hash: root.subarray(sumBytes(format)).toString('hex'), sums: sumsAt(format, root, 0) }
}

/** The siblings of a node on its way up, as node bytes; `rowOf` reads one stored row. */
export const siblingsOf = async (
  format: NodeFormat,
  leaves: number,
  index: number,
  rowOf: (height: number, place: number) => Promise<Buffer>,
): Promise<Buffer[]> => {
  const length = nodeLength(format)
  const path: Buffer[] = []
  let [place, count] = [index, leaves]
  for (let height = 0; count > 1; height += levelsPerRow) {
    const row = Math.floor(place / nodesPerRow)
    let level = await rowOf(height, row)
    for (let local = place % nodesPerRow; level.length > length; local = Math.floor(local / 2)) {
      const sibling = local % 2 === 1 ? local - 1 : local + 1
      if (sibling * length < level.length) path.push(level.subarray(sibling * length, (sibling + 1) * length))
      level = levelAbove(format, level)
    }
    place = row
    count = Math.ceil(count / nodesPerRow)
  }
  return path
}
