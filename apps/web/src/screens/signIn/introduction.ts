/** What a sign-in link carries. */
export type Introduction =
  | { readonly kind: 'code'; readonly code: string }
  /** A session token in an address ends up in histories and logs, so it is rejected. */
  | { readonly kind: 'token' }
  | { readonly kind: 'missing' }

const codeShape = /^[\w-]{8,64}$/

/** Reads the query of `/introduce`: only a one-time code signs in. */
export const readSignInLink = (query: URLSearchParams): Introduction => {
  if (query.has('token')) return { kind: 'token' }
  const code = query.get('code') ?? ''
  return codeShape.test(code) ? { kind: 'code', code } : { kind: 'missing' }
}
