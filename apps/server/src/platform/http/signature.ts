import { createHash, createHmac } from 'node:crypto'
import { domainError } from '@glasshouse/core/errors/registry'
import { sameSecret } from '../random.ts'

/** How far the caller's clock may be off, either way. */
export const signatureWindowMs = 120_000

export type Signed = {
  /** The session token, or null for a visitor. */
  readonly token: string | null
  readonly path: string
  readonly body: Buffer
  /** The `Time` and `Sign` headers as they came. */
  readonly time: unknown
  readonly sign: unknown
}

/** The signature a request must carry: HMAC-SHA256 over time, path and the hash of the raw body. */
export const signatureOf = (token: string | null, time: string, path: string, body: Buffer): string =>
  createHmac('sha256', token ?? 'visitor')
    .update(`${time}\n${path}\n${createHash('sha256').update(body).digest('hex')}`)
    .digest('hex')

/** Checks the signature of a request and returns it; refuses 1002 for a wrong one or a clock beyond 120 s. */
export const checkSignature = ({ token, path, body, time, sign }: Signed, nowMs: number): string => {
  if (typeof time !== 'string' || typeof sign !== 'string' || !/^\d{1,15}$/.test(time))
    throw domainError('invalidSignature')
  if (Math.abs(Number.parseInt(time, 10) - nowMs) > signatureWindowMs) throw domainError('invalidSignature')
  const right = signatureOf(token, time, path, body)
  if (!sameSecret(sign.toLowerCase(), right)) throw domainError('invalidSignature')
  return right
}
