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

/** Writes the SHA-256 of `input`: as a text of bytes it takes a third of the time of a buffer of its own. */
const hashInto = (input: Buffer, target: Buffer, at: number): void => {
  target.write(hash('sha256', input, 'binary'), at, 'latin1')
}

const wide = 1n << 64n

/** Writes a u128. */
export const writeUnits = (target: Buffer, at: number, units: bigint): void => {
  const isWide = units >= wide
  target.writeBigUInt64BE(isWide ? units >> 64n : 0n, at)
  target.writeBigUInt64BE(isWide ? units & (wide - 1n) : units, at + 8)
}

/** Reads a u128. */
export const readUnits = (source: Buffer, at: number): bigint => {
  const [high, low] = [source.readBigUInt64BE(at), source.readBigUInt64BE(at + 8)]
  return high === 0n ? low : high * wide + low
}

/** Writes the sum of two u128, 32 bits at a time; one that reaches 2^127 is a broken invariant. */
export const addUnits = (
  [one, oneAt]: readonly [Buffer, number],
  [other, otherAt]: readonly [Buffer, number],
  target: Buffer,
  at: number,
): void => {
  let carry = 0
  for (let word = 12; word >= 0; word -= 4) {
    const sum = one.readUInt32BE(oneAt + word) + other.readUInt32BE(otherAt + word) + carry
    target.writeUInt32BE(sum >>> 0, at + word)
    carry = sum > 0xffff_ffff ? 1 : 0
  }
  if (carry === 1 || (target[at] ?? 0) >= 128) throw new Error('a sum of liabilities reaches 2^127')
}

/** Amounts of the node that begins at a byte. */
export const sumsAt = (format: NodeFormat, nodes: Buffer, at: number): readonly bigint[] =>
  Array.from({ length: format.assets }, (_, asset) => readUnits(nodes, at + 16 * asset))

/** Writes leaves; the input of the hash is kept between calls. */
export const leafWriter = (format: NodeFormat) => {
  const sums = sumBytes(format)
  const input = Buffer.alloc(1 + 32 + 32 + 8 + 1 + sums)
  format.context.copy(input, 1)
  /** Writes the leaf whose amounts stand in `nodes` from `at` on: its hash goes behind them. `nonces` begins with one per part. */
  return (nodes: Buffer, at: number, nonces: Buffer, uid: number, part: number): void => {
    nonces.copy(input, 33, 32 * part, 32 * part + 32)
    input.writeUInt32BE(Math.floor(uid / 2 ** 32), 65)
    input.writeUInt32BE(uid % 2 ** 32, 69)
    input[73] = part
    nodes.copy(input, 74, at, at + sums)
    hashInto(input, nodes, at + sums)
  }
}

/**
 * Writes levels: pairs of `count` neighbours from the left, a last odd one is carried up unchanged. The target may be `nodes`
 * itself. The input of the hash is kept between calls.
 */
const levelWriter = (format: NodeFormat) => {
  const [length, sums] = [nodeLength(format), sumBytes(format)]
  const input = Buffer.alloc(1 + 32 + 2 * length)
  input[0] = 1
  format.context.copy(input, 1)
  /** Returns how many nodes the level has. */
  return (nodes: Buffer, count: number, target: Buffer): number => {
    for (let left = 0; left < count; left += 2) {
      const at = (left / 2) * length
      nodes.copy(input, 33, left * length, (left + 2) * length)
      if (left + 1 === count) {
        input.copy(target, at, 33, 33 + length)
        break
      }
      for (let asset = 0; asset < sums; asset += 16)
        addUnits([input, 33 + asset], [input, 33 + length + asset], target, at + asset)
      hashInto(input, target, at + sums)
    }
    return Math.ceil(count / 2)
  }
}

/** The level above some neighbours. */
export const levelAbove = (format: NodeFormat, nodes: Buffer): Buffer => {
  const count = nodes.length / nodeLength(format)
  const above = Buffer.alloc(Math.ceil(count / 2) * nodeLength(format))
  levelWriter(format)(nodes, count, above)
  return above
}

/**
 * Computes the one node above the neighbours of a row. The levels between are written into one buffer: a buffer for each of
 * the rows of four million leaves is 320 MB that nothing collects while the tree is made.
 */
export const rowSummary = (format: NodeFormat) => {
  const length = nodeLength(format)
  const level = Buffer.alloc(nodesPerRow * length)
  const writeLevel = levelWriter(format)
  return (nodes: Buffer): Buffer => {
    nodes.copy(level)
    let count = nodes.length / length
    while (count > 1) count = writeLevel(level, count, level)
    return Buffer.from(level.subarray(0, length))
  }
}
