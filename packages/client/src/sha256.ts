/**
 * SHA-256 in plain JavaScript, for pages served without TLS: browsers hide `crypto.subtle` there, and requests could
 * not be signed without it.
 */

/** The first 32 bits of the fractional part of a root of each of the first primes: the constants of the standard. */
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

/** Pads to whole 64-byte blocks: a one bit, zeros, then the length in bits including the bytes processed before. */
const padded = (message: Uint8Array, before: number): DataView => {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  const length = before + message.length
  view.setUint32(bytes.length - 8, Math.floor(length / 0x2000_0000))
  view.setUint32(bytes.length - 4, length * 8)
  return view
}

/** Expands the sixteen words of a block to sixty-four. */
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

/** Compresses one block into the state. */
const compress = (state: Int32Array, words: Int32Array): void => {
  // Written out: destructuring the state by iteration costs more than the compression.
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
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
  state[0] = (at(state, 0) + a) | 0
  state[1] = (at(state, 1) + b) | 0
  state[2] = (at(state, 2) + c) | 0
  state[3] = (at(state, 3) + d) | 0
  state[4] = (at(state, 4) + e) | 0
  state[5] = (at(state, 5) + f) | 0
  state[6] = (at(state, 6) + g) | 0
  state[7] = (at(state, 7) + h) | 0
}

/** Digest of a message that follows blocks already in the state. */
const digestFrom = (start: Int32Array, before: number, message: Uint8Array): Uint8Array<ArrayBuffer> => {
  const state = start.slice()
  const words = new Int32Array(64)
  const view = padded(message, before)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    schedule(view, offset, words)
    compress(state, words)
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  for (let i = 0; i < 8; i++) out.setInt32(i * 4, at(state, i))
  return digest
}

/** SHA-256 of bytes. */
export const sha256 = (message: Uint8Array): Uint8Array<ArrayBuffer> => digestFrom(initialState, 0, message)

/** The state after one block of a key mixed with a fill byte. */
const keyed = (block: Uint8Array, fill: number): Int32Array => {
  const state = initialState.slice()
  const words = new Int32Array(64)
  schedule(new DataView(block.map((byte) => byte ^ fill).buffer), 0, words)
  compress(state, words)
  return state
}

/** Creates HMAC-SHA256 for one key; the key is processed once for all messages. */
export const createHmacSha256 = (key: Uint8Array): ((message: Uint8Array) => Uint8Array<ArrayBuffer>) => {
  const block = new Uint8Array(64)
  block.set(key.length > 64 ? sha256(key) : key)
  const inner = keyed(block, 0x36)
  const outer = keyed(block, 0x5c)
  return (message) => digestFrom(outer, 64, digestFrom(inner, 64, message))
}

/** HMAC-SHA256 of bytes under a key. */
export const hmacSha256 = (key: Uint8Array, message: Uint8Array): Uint8Array<ArrayBuffer> =>
  createHmacSha256(key)(message)
