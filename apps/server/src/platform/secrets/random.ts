import { createHash, hash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'

/** Random bytes for a key or a nonce. */
export const freshBytes = (count: number): Buffer => randomBytes(count)

/** Buffered random bytes: many small requests cost more than the bytes themselves. */
const fetched = { bytes: Buffer.alloc(0), used: 0 }

/** A few random bytes for single, public use, such as a nonce. */
export const randomNonce = (count: number): Buffer => {
  if (fetched.used + count > fetched.bytes.length) {
    fetched.bytes = randomBytes(4096)
    fetched.used = 0
  }
  fetched.used += count
  return fetched.bytes.subarray(fetched.used - count, fetched.used)
}

/** An unguessable token of `bytes` random bytes, base64url. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url')

/** A code of `digits` decimal digits, uniformly distributed. */
export const randomDigits = (digits: number): string =>
  randomInt(0, 10 ** digits)
    .toString()
    .padStart(digits, '0')

/** An identifier that traces one request through the logs. */
export const traceId = (): string => randomUUID()

/** SHA-256 of a text as lower-case hex. */
export const sha256 = (text: string | Buffer): string => hash('sha256', text)

/** Compares two secrets in constant time. */
export const sameSecret = (a: string, b: string): boolean => {
  const left = createHash('sha256').update(a).digest()
  const right = createHash('sha256').update(b).digest()
  return timingSafeEqual(left, right)
}
