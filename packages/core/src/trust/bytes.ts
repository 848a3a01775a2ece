/** Bytes of the trust texts: hex, and unsigned big-endian numbers (trust.md 1). */

/** Bytes that belong to no shared memory, as hash functions take them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Joins bytes. */
export const concatBytes = (...parts: readonly Uint8Array[]): Bytes => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Lower-case hex of bytes. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Bytes of lower-case hex; null for anything else. */
export const fromHex = (hex: string): Bytes | null => {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/.test(hex)) return null
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  )
}

/**
 * An unsigned big-endian number of `length` bytes.
 *
 * @throws RangeError the number is negative or too large
 */
export const unsigned = (value: bigint, length: number): Bytes => {
  if (value < 0n || value >= 1n << BigInt(8 * length))
    throw new RangeError(`no unsigned number of ${length} bytes`)
  const bytes = new Uint8Array(length)
  let rest = value
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(rest & 255n)
    rest >>= 8n
  }
  return bytes
}

/** UTF-8 bytes of a text. */
export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
