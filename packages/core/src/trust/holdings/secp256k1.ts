/**
 * The public key that made a signature over secp256k1 (SEC 1, 4.1.6). Only public values are computed with, so the time it
 * takes tells nothing.
 */
import { type Bytes, concatBytes, unsigned } from '../bytes.ts'

const field = 2n ** 256n - 2n ** 32n - 977n
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** A point as x ÷ z², y ÷ z³; z is 0 at infinity. */
type Point = { readonly x: bigint; readonly y: bigint; readonly z: bigint }
const base: Point = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
  z: 1n,
}
const infinity: Point = { x: 1n, y: 1n, z: 0n }

const modulo = (value: bigint, by: bigint): bigint => {
  const rest = value % by
  return rest < 0n ? rest + by : rest
}

/** The inverse of a number that is not a multiple of the prime. */
const inverse = (value: bigint, prime: bigint): bigint => {
  let [a, b, x, y] = [modulo(value, prime), prime, 1n, 0n]
  while (a > 1n) {
    const quotient = b / a
    ;[a, b, x, y] = [b % a, a, y - quotient * x, x]
  }
  return modulo(x, prime)
}

const power = (value: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, value]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % field
    square = (square * square) % field
  }
  return result
}

const double = ({ x, y, z }: Point): Point => {
  const [xx, yy] = [(x * x) % field, (y * y) % field]
  const d = (4n * x * yy) % field
  const slope = 3n * xx
  const doubled = modulo(slope * slope - 2n * d, field)
  return {
    x: doubled,
    y: modulo(slope * (d - doubled) - 8n * yy * yy, field),
    z: (2n * y * z) % field,
  }
}

const add = (a: Point, b: Point): Point => {
  if (a.z === 0n) return b
  if (b.z === 0n) return a
  const [aa, bb] = [(a.z * a.z) % field, (b.z * b.z) % field]
  const [u, s] = [(a.x * bb) % field, (((a.y * b.z) % field) * bb) % field]
  const h = modulo(b.x * aa - u, field)
  const r = modulo(((b.y * a.z) % field) * aa - s, field)
  if (h === 0n) return r === 0n ? double(a) : infinity
  const [hh, v] = [(h * h) % field, (((h * h) % field) * u) % field]
  const x = modulo(r * r - hh * h - 2n * v, field)
  return {
    x,
    y: modulo(r * (v - x) - ((s * h) % field) * hh, field),
    z: (((a.z * b.z) % field) * h) % field,
  }
}

/** The sum of two multiples, bit by bit from the highest. */
const addMultiples = (a: Point, m: bigint, b: Point, n: bigint): Point => {
  const both = add(a, b)
  let sum = infinity
  for (let bit = 255n; bit >= 0n; bit -= 1n) {
    const [inM, inN] = [(m >> bit) & 1n, (n >> bit) & 1n]
    sum = double(sum)
    if (inM === 1n) sum = add(sum, inN === 1n ? both : a)
    else if (inN === 1n) sum = add(sum, b)
  }
  return sum
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)

/**
 * The 64 bytes x, y of the key that signed a hash of 32 bytes; null where no key did.
 *
 * @param signature 65 bytes: r, s, and 27 or 28 (or 0 or 1) for the parity of the point
 */
export const recoverPublicKey = (hash: Uint8Array, signature: Uint8Array): Bytes | null => {
  const parity = [0, 1, 27, 28].indexOf(signature[64] ?? -1)
  if (signature.length !== 65 || hash.length !== 32 || parity === -1) return null
  const [r, s] = [numberOf(signature.subarray(0, 32)), numberOf(signature.subarray(32, 64))]
  if (r === 0n || r >= order || s === 0n || s >= order) return null
  const square = modulo(r * r * r + 7n, field)
  const root = power(square, (field + 1n) / 4n)
  if ((root * root) % field !== square) return null
  const point = { x: r, y: Number(root & 1n) === parity % 2 ? root : field - root, z: 1n }
  const shared = inverse(r, order)
  const { x, y, z } = addMultiples(
    ...([base, modulo(-numberOf(hash) * shared, order)] as const),
    ...([point, modulo(s * shared, order)] as const),
  )
  if (z === 0n) return null
  const scale = inverse(z, field)
  const scaled = (scale * scale) % field
  return concatBytes(
    unsigned((x * scaled) % field, 32),
    unsigned((y * ((scaled * scale) % field)) % field, 32),
  )
}
