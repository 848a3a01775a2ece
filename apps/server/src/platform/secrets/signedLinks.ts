import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secret.ts'

/** Payload of a link; readable by its holder, so it must not contain secrets. */
export type SignedLinkPayload = Readonly<Record<string, string | number>>

const keyPurpose = (purpose: string): string => `link:${purpose}`

const signatureOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

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
  return `${text}.${signatureOf(secrets.keyFor(keyPurpose(purpose)), text).toString('base64url')}`
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
  // A link that was signed before the secret was changed is good until it expires.
  const isSigned = [...secrets.keysFor(keyPurpose(purpose)).values()].some((key) => {
    const right = signatureOf(key, text)
    return given.length === right.length && timingSafeEqual(given, right)
  })
  if (rest.length > 0 || !isSigned) return null
  // The signature is valid, so the text has the form written by `createSignedLink`.
  const [expiresMs, payload] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [
    number,
    SignedLinkPayload,
  ]
  return nowMs < expiresMs ? payload : null
}
