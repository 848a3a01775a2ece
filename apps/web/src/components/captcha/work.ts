import type { DataOf } from '@glasshouse/core/calls'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Proof-of-work challenge, and its solution: a counter whose derived key has the required prefix. */
export type Challenge = DataOf<'/api/common/captcha'>['challenge']
export type Solution = { readonly counter: number; readonly derivedKey: string }
type Work = Challenge['parameters']
type Bytes = Uint8Array<ArrayBuffer>
type Derive = (password: Bytes, salt: Bytes, work: Work) => Promise<Bytes>

const algorithm = 'PBKDF2/SHA-256'
/** Keys derived in parallel; close to the number of fast cores of a phone. */
const concurrency = 4
/** Limit for a challenge without a solution; far above the difficulty the server sets. */
const maxAttempts = 20_000

const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The nonce followed by the counter as four bytes, big-endian. */
const passwordOf = (nonce: Bytes, counter: number): Bytes => {
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  new DataView(password.buffer).setUint32(nonce.length, counter)
  return password
}

const byPlatform: Derive = async (password, salt, { cost, keyLength }) => {
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: cost }
  return new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8))
}

/** PBKDF2 in JavaScript, for pages without TLS, where browsers provide no Web Crypto. Many times slower. */
const deriveInScript: Derive = async (password, salt, { cost, keyLength }) =>
  pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength })

/**
 * Solves a challenge: derives keys until one has the required prefix. Throws for algorithms other than
 * PBKDF2/SHA-256 and if no solution is found.
 */
export const solveChallenge = async ({ parameters: work }: Challenge): Promise<Solution> => {
  if (work.algorithm !== algorithm) throw new Error(`unsupported algorithm ${work.algorithm}`)
  const derive = globalThis.crypto?.subtle ? byPlatform : deriveInScript
  const [nonce, salt] = [bytesOf(work.nonce), bytesOf(work.salt)]
  for (let first = 0; first < maxAttempts; first += concurrency) {
    const counters = Array.from({ length: concurrency }, (_, index) => first + index)
    const keys = await Promise.all(counters.map((counter) => derive(passwordOf(nonce, counter), salt, work)))
    for (const [index, key] of keys.entries()) {
      const derivedKey = hexOf(key)
      if (derivedKey.startsWith(work.keyPrefix)) return { counter: first + index, derivedKey }
    }
  }
  throw new Error('challenge has no solution')
}

/**
 * Value of the field `code`: the unchanged challenge and its solution as base64 of JSON.
 *
 * @example encodeSolution(challenge, { counter: 412, derivedKey: '9f…' }) // 'eyJjaGFsbGVuZ2UiOnsi…'
 */
export const encodeSolution = (challenge: Challenge, solution: Solution): string =>
  btoa(JSON.stringify({ challenge, solution }))
