import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secret.ts'

/** What a link says about itself; whoever holds the link can read it, so nothing secret belongs here. */
export type SignedLinkPayload = Readonly<Record<string, string | number>>

const signatureOf = (secrets: Secrets, purpose: string, text: string): Buffer =>
  createHmac('sha256', secrets.keyFor(`link:${purpose}`))
    .update(text)
    .digest()

/**
 * Signs a payload so that a plain GET can be trusted for a while without a session. The link is good for its
 * purpose only, by the wall clock until `expiresMs`, and as often as it is opened until then.
 *
 * @example signLink(secrets, 'statement', { uid: 10001 }, clock.now() + 300_000) // 'eyJ….q1w…'
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

/** The payload of a link that is still good; null when it was changed, is for another purpose, or ran out. */
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
  // Signed by this house, so it has the form in which `createSignedLink` wrote it.
  const [expiresMs, payload] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    number,
    SignedLinkPayload,
  ]
  return nowMs < expiresMs ? payload : null
}
