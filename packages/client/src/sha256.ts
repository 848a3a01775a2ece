/**
 * SHA-256 in plain JavaScript, for pages served without TLS: browsers hide `crypto.subtle` there, and a
 * request that cannot be signed would be a page that cannot trade.
 */

/** The first 32 bits of the fractional part of a root of each of the first primes, as the standard defines its constants. */
const primes = (count: number): number[] => {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}
const fraction = (root: number): number => ((root - Math.floor(root)) * 0x1_0000_0000) | 0
const roundConstants = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)))
const initialState = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)))

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))
const at = (words: Int32Array, index: number): number => words[index] ?? 0

/** Pads to whole 64-byte blocks: a one bit, zeros, then the length in bits. */
const padded = (message: Uint8Array): DataView => {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n)
  return view
}

/** Spreads the sixteen words of a block over sixty-four. */
const schedule = (view: DataView, offset: number, words: Int32Array): void => {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const early = at(words, i - 15)
    const late = at(words, i - 2)
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    words[i] = (at(words, i - 16) + low + at(words, i - 7) + high) | 0
  }
}

/** Mixes one block into the state. */
const compress = (state: Int32Array, words: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + upper + ((e & f) ^ (~e & g)) + at(roundConstants, i) + at(words, i)) | 0
    const lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (at(state, i) + word) | 0
}

/** SHA-256 of bytes. */
export const sha256 = (message: Uint8Array): Uint8Array<ArrayBuffer> => {
  const state = initialState.slice()
  const words = new Int32Array(64)
  const view = padded(message)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    schedule(view, offset, words)
    compress(state, words)
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  for (const [i, word] of state.entries()) out.setInt32(i * 4, word)
  return digest
}

/** HMAC-SHA256 of bytes under a key. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> => {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = new Uint8Array(64 + message.length)
  const outer = new Uint8Array(64 + 32)
  for (const [i, byte] of block.entries()) {
    inner[i] = byte ^ 0x36
    outer[i] = byte ^ 0x5c
  }
  inner.set(message, 64)
  outer.set(sha256(inner), 64)
  return sha256(outer)
}
