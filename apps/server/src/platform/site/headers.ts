import type { IncomingHttpHeaders } from 'node:http'

/**
 * Allowed connections of a page: `ws:` on the same host is listed because some browsers do not include it in 'self'.
 */
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

/** Headers of every response. No HSTS: the listener uses plain HTTP behind the proxy that ends TLS. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy(''),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** Content security policy of a page, which also permits the push stream of the requested host. */
export const pagePolicy = (host: string | undefined): string =>
  host !== undefined && /^[a-z0-9.\-[\]:]{1,255}$/i.test(host)
    ? policy(` ws://${host} wss://${host}`)
    : policy('')

/** Whether a browser sent the request from a page of another site. */
export const isCrossOrigin = ({ origin, host }: IncomingHttpHeaders): boolean => {
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
