import { createHmacSha256 } from '@glasshouse/client/sha256'
import type { DataOf } from '@glasshouse/core/calls'

/** The work the server asks for, and what it is worth: the counter whose key begins as wanted. */
export type Challenge = DataOf<'/api/common/captcha'>['challenge']
export type Solution = { readonly counter: number; readonly derivedKey: string }
type Work = Challenge['parameters']
type Bytes = Uint8Array<ArrayBuffer>
type Derive = (password: Bytes, salt: Bytes, work: Work) => Promise<Bytes>

const algorithm = 'PBKDF2/SHA-256'
/** Keys derived side by side: about as many fast cores as a phone has. */
const sideBySide = 4
/** Far beyond what the server asks for; a challenge without a solution must not keep a device busy for ever. */
const mostAttempts = 20_000

const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The nonce with the counter behind it in four bytes, the highest first. */
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

/** PBKDF2 by hand, for pages served without TLS, where browsers hide their cryptography; many times slower. */
const byHand: Derive = async (password, salt, { cost, keyLength }) => {
  if (keyLength > 32) throw new Error('a key by hand has one block')
  const mac = createHmacSha256(password)
  let block = mac(new Uint8Array([...salt, 0, 0, 0, 1]))
  const key = block.slice()
  for (let round = 1; round < cost; round += 1) {
    block = mac(block)
    for (let place = 0; place < 32; place += 1) key[place] = (key[place] ?? 0) ^ (block[place] ?? 0)
  }
  return key.slice(0, keyLength)
}

/**
 * Does the work of a challenge: derives one key after another until one begins with the wanted digits. Throws
 * for another algorithm than PBKDF2/SHA-256 and where there is no solution.
 */
export const solveChallenge = async ({ parameters: work }: Challenge): Promise<Solution> => {
  if (work.algorithm !== algorithm) throw new Error(`cannot do ${work.algorithm}`)
  const derive = globalThis.crypto?.subtle ? byPlatform : byHand
  const [nonce, salt] = [bytesOf(work.nonce), bytesOf(work.salt)]
  for (let first = 0; first < mostAttempts; first += sideBySide) {
    const counters = Array.from({ length: sideBySide }, (_, place) => first + place)
    const keys = await Promise.all(counters.map((counter) => derive(passwordOf(nonce, counter), salt, work)))
    for (const [place, key] of keys.entries()) {
      const derivedKey = hexOf(key)
      if (derivedKey.startsWith(work.keyPrefix)) return { counter: first + place, derivedKey }
    }
  }
  throw new Error('the challenge has no solution')
}

/**
 * What goes into the field `code`: the challenge as it came, with its solution, in base64 of JSON.
 *
 * @example writeAnswer(challenge, { counter: 412, derivedKey: '9f…' }) // 'eyJjaGFsbGVuZ2UiOnsi…'
 */
export const encodeSolution = (challenge: Challenge, solution: Solution): string =>
  btoa(JSON.stringify({ challenge, solution }))
