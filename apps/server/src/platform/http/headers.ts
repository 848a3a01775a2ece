import type { IncomingHttpHeaders } from 'node:http'

/** Where a page may reach: `ws:` on the same host is named because not every browser counts it as 'self'. */
const policy = (connect: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    // The dialog library sets its scroll lock as an inline style.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${connect}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every answer. There is no HSTS: the one listener speaks plain HTTP behind whoever ends TLS. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy(''),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** The policy of a page, which also opens the push stream of the host it was asked from. */
export const pagePolicy = (host: string | undefined): string =>
  host !== undefined && /^[a-z0-9.\-[\]:]{1,255}$/i.test(host)
    ? policy(` ws://${host} wss://${host}`)
    : policy('')

/** Tells whether a browser sent the request from a page of another site. */
export const isCrossOrigin = ({ origin, host }: IncomingHttpHeaders): boolean => {
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
