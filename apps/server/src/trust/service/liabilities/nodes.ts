import { hash } from 'node:crypto'

/**
 * Nodes of a tree as bytes: one u128 per asset, then the hash. In this order the hash of two neighbours is that of the
 * prefix and their bytes as they lie side by side.
 */
export type NodeFormat = { readonly assets: number; readonly context: Buffer }

/** Neighbours of one row in the database, and levels between a row and the node above it. */
export const nodesPerRow = 256
export const levelsPerRow = 8

export const sumBytes = ({ assets }: Pick<NodeFormat, 'assets'>): number => 16 * assets
export const nodeLength = ({ assets }: Pick<NodeFormat, 'assets'>): number => 16 * assets + 32

const hashInto = (input: Buffer, target: Buffer, at: number): void => {
  hash('sha256', input, 'buffer').copy(target, at)
}

const wide = 1n << 64n

/** Writes a u128. */
export const writeUnits = (target: Buffer, at: number, units: bigint): void => {
  target.writeBigUInt64BE(units / wide, at)
  target.writeBigUInt64BE(units % wide, at + 8)
}

/** Reads a u128. */
export const readUnits = (source: Buffer, at: number): bigint =>
  source.readBigUInt64BE(at) * wide + source.readBigUInt64BE(at + 8)

/** Amounts of the node that begins at a byte. */
export const sumsAt = (format: NodeFormat, nodes: Buffer, at: number): readonly bigint[] =>
  Array.from({ length: format.assets }, (_, asset) => readUnits(nodes, at + 16 * asset))

/** Writes sums of two nodes; a sum that reaches 2^127 is a broken invariant. */
const addSums = (format: NodeFormat, pair: Buffer, target: Buffer, at: number): void => {
  const other = nodeLength(format)
  for (let asset = 0; asset < format.assets; asset += 1) {
    const sum = readUnits(pair, 16 * asset) + readUnits(pair, other + 16 * asset)
    if (sum >= 1n << 127n) throw new Error('a sum of liabilities reaches 2^127')
    writeUnits(target, at + 16 * asset, sum)
  }
}

/** Writes leaves; the input of the hash is kept between calls. */
export const leafWriter = (format: NodeFormat) => {
  const sums = sumBytes(format)
  const input = Buffer.alloc(1 + 32 + 32 + 8 + 1 + sums)
  format.context.copy(input, 1)
  /** Writes the leaf whose amounts stand in `nodes` from `at` on: its hash goes behind them. */
  return (nodes: Buffer, at: number, nonce: Buffer, uid: number, part: number): void => {
    nonce.copy(input, 33)
    input.writeBigUInt64BE(BigInt(uid), 65)
    input[73] = part
    nodes.copy(input, 74, at, at + sums)
    hashInto(input, nodes, at + sums)
  }
}

/** The level above some neighbours: pairs from the left, a last odd one is carried up unchanged. */
export const levelAbove = (format: NodeFormat, nodes: Buffer): Buffer => {
  const length = nodeLength(format)
  const count = nodes.length / length
  const above = Buffer.allocUnsafe(Math.ceil(count / 2) * length)
  const input = Buffer.alloc(1 + 32 + 2 * length)
  input[0] = 1
  format.context.copy(input, 1)
  const pair = input.subarray(33)
  for (let left = 0; left < count; left += 2) {
    const at = (left / 2) * length
    if (left + 1 === count) {
      nodes.copy(above, at, left * length)
      break
    }
    nodes.copy(input, 33, left * length, (left + 2) * length)
    addSums(format, pair, above, at)
    hashInto(input, above, at + sumBytes(format))
  }
  return above
}

/** The one node above the neighbours of a row. */
export const nodeAbove = (format: NodeFormat, nodes: Buffer): Buffer => {
  let level = nodes
  while (level.length > nodeLength(format)) level = levelAbove(format, level)
  return level
}
