import { createSignedLink, type Secrets, verifySignedLink } from '../platform/secrets/index.ts'

/** Lifetime of a link that shows a picture without a session; milliseconds. */
const linkTtlMs = 5 * 60_000

const purpose = 'picture'
export const picturePath = '/api/uploads/'

type Signer = { readonly secrets: Secrets; readonly nowMs: number; readonly whom: string }

/**
 * URL of a picture. Without a signer it only identifies the picture; with a signer it also authorizes viewing it for
 * five minutes.
 *
 * @example pictureUrl('Vt0…') // '/api/uploads/Vt0…'
 */
export const pictureUrl = (name: string, signer?: Signer): string => {
  if (signer === undefined) return `${picturePath}${name}`
  const { secrets, nowMs, whom } = signer
  return `${picturePath}${name}?link=${createSignedLink(secrets, purpose, { name, whom }, nowMs + linkTtlMs)}`
}

/** Picture name in a URL of this product, with or without origin and link; null for anything else. */
export const parsePictureUrl = (url: string): string | null =>
  /^(?:https?:\/\/[^/?#]{1,255})?\/api\/uploads\/([A-Za-z0-9_-]{32})(?:\?link=[\w.-]{0,1000})?$/.exec(
    url.trim(),
  )?.[1] ?? null

/** Whether a link currently authorizes viewing this picture. */
export const isLinkValid = (secrets: Secrets, name: string, link: unknown, nowMs: number): boolean =>
  typeof link === 'string' && verifySignedLink(secrets, purpose, link, nowMs)?.name === name
