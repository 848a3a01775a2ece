import { setImmediate as breathe } from 'node:timers/promises'
import { type LeafList, sortLeaves } from './leaves.ts'
import { levelAbove, levelsPerRow, nodeAbove, nodeLength, nodesPerRow, sumBytes, sumsAt } from './nodes.ts'

/** One row of neighbours, as it is stored. */
export type NodeRow = { readonly height: number; readonly place: number; readonly nodes: Buffer }
/** Some customers with balances and places of their leaves, as they are stored. */
export type CustomerRow = { readonly firstUid: number; readonly customers: Buffer }

/** Where a built tree is written; each call is awaited, so that memory stays bounded. */
export type TreeSink = {
  readonly nodes: (row: NodeRow) => Promise<void>
  readonly customers: (row: CustomerRow) => Promise<void>
}

/** The root of a tree: its hash as hex, and the totals per asset. */
export type TreeRoot = { readonly hash: string; readonly sums: readonly bigint[] }

/** Writes one height in rows and returns the nodes above them. */
const writeHeight = async (
  { format }: LeafList,
  height: number,
  count: number,
  nodeAt: (place: number) => Buffer,
  sink: TreeSink,
): Promise<Buffer[]> => {
  const length = nodeLength(format)
  const above: Buffer[] = []
  for (let first = 0; first < count; first += nodesPerRow) {
    const size = Math.min(nodesPerRow, count - first)
    const nodes = Buffer.allocUnsafe(size * length)
    for (let at = 0; at < size; at += 1) nodeAt(first + at).copy(nodes, at * length)
    await sink.nodes({ height, place: first / nodesPerRow, nodes })
    above.push(nodeAbove(format, nodes))
    // Others run in between: a row takes about a millisecond.
    await breathe()
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
      customers.writeBigUInt64BE(BigInt(uid), at * length)
      for (let part = 0; part < parts; part += 1)
        customers.writeUInt32BE(indexOf[(first + at) * parts + part] ?? 0, at * length + 8 + 4 * part)
      for (let asset = 0; asset < format.assets; asset += 1) {
        let sum = 0n
        for (let part = 0; part < parts; part += 1)
          sum += sumsAt(format, leaves.node((first + at) * parts + part), 0)[asset] ?? 0n
        const target = at * length + 8 + 4 * parts + 16 * asset
        customers.writeBigUInt64BE(sum >> 64n, target)
        customers.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, target + 8)
      }
    })
    await sink.customers({ firstUid: uids[first] ?? 0, customers })
    await breathe()
  }
}

/** Sorts the leaves, writes the tree in rows of neighbours and every customer's places, and returns the root. */
export const buildTree = async (leaves: LeafList, sink: TreeSink): Promise<TreeRoot> => {
  const sorted = await sortLeaves(leaves)
  const indexOf = new Uint32Array(sorted.length)
  sorted.forEach((leaf, index) => {
    indexOf[leaf] = index
  })
  await writeCustomers(leaves, indexOf, sink)
  let above = await writeHeight(leaves, 0, sorted.length, (place) => leaves.node(sorted[place] ?? 0), sink)
  for (let height = levelsPerRow; above.length > 1; height += levelsPerRow) {
    const below = above
    above = await writeHeight(leaves, height, below.length, (place) => below[place] as Buffer, sink)
  }
  const [root] = above
  if (root === undefined) throw new Error('a tree has at least one leaf')
  return {
    hash: root.subarray(sumBytes(leaves.format)).toString('hex'),
    sums: sumsAt(leaves.format, root, 0),
  }
}

/** The siblings of a node on its way up, as node bytes; `rowOf` reads one stored row. */
export const siblingsOf = async (
  format: LeafList['format'],
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
