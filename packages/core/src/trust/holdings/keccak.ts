/** Keccak-256, which addresses and messages of both networks use; not SHA3-256, whose padding differs. */
import type { Bytes } from '../bytes.ts'

const wordBits = 64n
const wordMask = (1n << wordBits) - 1n
/** Bytes taken in between two permutations. */
const blockBytes = 136
const rounds = 24

const rotate = (word: bigint, by: number): bigint => {
  const left = BigInt(by % 64)
  return ((word << left) | (word >> (wordBits - left))) & wordMask
}

/** The constant of each round, from the linear feedback register of the specification. */
const roundConstants: readonly bigint[] = (() => {
  let register = 1
  return Array.from({ length: rounds }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      register = (register << 1) ^ (register >> 7 === 1 ? 0x171 : 0)
      if ((register & 2) !== 0) constant |= 1n << BigInt(2 ** bit - 1)
    }
    return constant
  })
})()

const wordAt = (words: readonly bigint[], x: number, y: number): bigint => words[(x % 5) + 5 * (y % 5)] ?? 0n

/** One permutation of the 25 words, in place. */
const permute = (words: bigint[]): void => {
  for (const constant of roundConstants) {
    const columns = [0, 1, 2, 3, 4].map((x) =>
      [0, 1, 2, 3, 4].reduce((sum, y) => sum ^ wordAt(words, x, y), 0n),
    )
    for (let at = 0; at < 25; at += 1)
      words[at] = (words[at] ?? 0n) ^ (columns[(at + 4) % 5] ?? 0n) ^ rotate(columns[(at + 1) % 5] ?? 0n, 1)
    // Every word moves to the next place and is rotated by a triangular number.
    let [x, y, moving] = [1, 0, wordAt(words, 1, 0)]
    for (let step = 0; step < 24; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const held = wordAt(words, x, y)
      words[x + 5 * y] = rotate(moving, ((step + 1) * (step + 2)) / 2)
      moving = held
    }
    const before = [...words]
    for (let row = 0; row < 5; row += 1)
      for (let column = 0; column < 5; column += 1)
        words[column + 5 * row] =
          wordAt(before, column, row) ^
          ((wordAt(before, column + 1, row) ^ wordMask) & wordAt(before, column + 2, row))
    words[0] = (words[0] ?? 0n) ^ constant
  }
}

/**
 * Keccak-256 of bytes.
 *
 * @example toHex(keccak256(utf8(''))) // 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'
 */
export const keccak256 = (bytes: Uint8Array): Bytes => {
  const padded = new Uint8Array(Math.floor(bytes.length / blockBytes + 1) * blockBytes)
  padded.set(bytes)
  padded[bytes.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80
  const words = Array.from({ length: 25 }, () => 0n)
  for (let block = 0; block < padded.length; block += blockBytes) {
    for (let at = 0; at < blockBytes; at += 1)
      words[at >> 3] = (words[at >> 3] ?? 0n) ^ (BigInt(padded[block + at] ?? 0) << BigInt(8 * (at % 8)))
    permute(words)
  }
  return Uint8Array.from({ length: 32 }, (_, at) =>
    Number(((words[at >> 3] ?? 0n) >> BigInt(8 * (at % 8))) & 255n),
  )
}
