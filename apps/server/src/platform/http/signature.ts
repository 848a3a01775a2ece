import { createHash, createHmac } from 'node:crypto'
import { domainError } from '@glasshouse/core/errors/registry'
import { sameSecret } from '../secrets/index.ts'

/** Maximum deviation of the caller's clock in either direction; milliseconds. */
const signatureWindowMs = 120_000

export type Signed = {
  /** The session token or the secret of an API key; null for a visitor. */
  readonly token: string | null
  readonly path: string
  readonly body: Buffer
  /** The `Time` and `Sign` headers as received. */
  readonly time: unknown
  readonly sign: unknown
}

/** Expected signature of a request: HMAC-SHA256 over time, path and the hash of the raw body. */
export const signatureOf = (token: string | null, time: string, path: string, body: Buffer): string =>
  createHmac('sha256', token ?? 'visitor')
    .update(`${time}\n${path}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex')

/**
 * Checks the signature of a request and returns it.
 *
 * @throws invalidSignature (1002) wrong signature, or a clock deviation above 120 s
 */
export const checkSignature = ({ token, path, body, time, sign }: Signed, nowMs: number): string => {
  if (typeof time !== 'string' || typeof sign !== 'string' || !/^\d{1,15}$/.test(time))
    throw domainError('invalidSignature')
  if (Math.abs(Number.parseInt(time, 10) - nowMs) > signatureWindowMs) throw domainError('invalidSignature')
  const right = signatureOf(token, time, path, body)
  if (!sameSecret(sign.toLowerCase(), right)) throw domainError('invalidSignature')
  return right
}
