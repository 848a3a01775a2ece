import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secret.ts'

/** Payload of a link; readable by its holder, so it must not contain secrets. */
export type SignedLinkPayload = Readonly<Record<string, string | number>>

const signatureOf = (secrets: Secrets, purpose: string, text: string): Buffer =>
  createHmac('sha256', secrets.keyFor(`link:${purpose}`))
    .update(text)
    .digest()

/**
 * Signs a payload that authorizes a plain GET without a session. The link is valid for its purpose only, by the wall
 * clock until `expiresMs`, any number of times.
 *
 * @example createSignedLink(secrets, 'statement', { uid: 10001 }, clock.now() + 300_000) // 'eyJ….q1w…'
 */
export const createSignedLink = (
  secrets: Secrets,
  purpose: string,
  payload: SignedLinkPayload,
  expiresMs: number,
): string => {
  const text = Buffer.from(JSON.stringify([expiresMs, payload])).toString('base64url')
  return `${text}.${signatureOf(secrets, purpose, text).toString('base64url')}`
}

/** Payload of a valid link; null if it was changed, has another purpose, or expired. */
export const verifySignedLink = (
  secrets: Secrets,
  purpose: string,
  link: string,
  nowMs: number,
): SignedLinkPayload | null => {
  const [text = '', signature = '', ...rest] = link.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(secrets, purpose, text)
  if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null
  // The signature is valid, so the text has the form written by `createSignedLink`.
  const [expiresMs, payload] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    number,
    SignedLinkPayload,
  ]
  return nowMs < expiresMs ? payload : null
}
