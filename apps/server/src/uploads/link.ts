import { createSignedLink, type Secrets, verifySignedLink } from '../platform/index.ts'

/** How long a link shows a picture without a session; milliseconds. */
export const linkTtlMs = 5 * 60_000

const purpose = 'picture'
export const picturePath = '/api/uploads/'

type Signer = { readonly secrets: Secrets; readonly nowMs: number; readonly whom: string }

/**
 * The address of a picture. By itself it only names the picture; with a signer it also shows it to whoever
 * holds it, for five minutes.
 *
 * @example linkTo('Vt0…') // '/api/uploads/Vt0…'
 */
export const pictureUrl = (name: string, signer?: Signer): string => {
  if (signer === undefined) return `${picturePath}${name}`
  const { secrets, nowMs, whom } = signer
  return `${picturePath}${name}?link=${createSignedLink(secrets, purpose, { name, whom }, nowMs + linkTtlMs)}`
}

/** The name in an address as this house writes it, with or without origin and link; null for anything else. */
export const parsePictureUrl = (url: string): string | null =>
  /^(?:https?:\/\/[^/?#]{1,255})?\/api\/uploads\/([A-Za-z0-9_-]{32})(?:\?link=[\w.-]{0,1000})?$/.exec(
    url.trim(),
  )?.[1] ?? null

/** Whether a link shows this picture now. */
export const isLinkValid = (secrets: Secrets, name: string, link: unknown, nowMs: number): boolean =>
  typeof link === 'string' && verifySignedLink(secrets, purpose, link, nowMs)?.name === name
