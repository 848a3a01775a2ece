/** What a link that introduces somebody brought along. */
export type Introduction =
  | { readonly kind: 'code'; readonly code: string }
  /** A session token in an address lands in histories and logs; whoever sent it must not get used to it. */
  | { readonly kind: 'token' }
  | { readonly kind: 'missing' }

const codeShape = /^[\w-]{8,64}$/

/** Reads the query of `/introduce`: only a one-time code signs in. */
export const readSignInLink = (query: URLSearchParams): Introduction => {
  if (query.has('token')) return { kind: 'token' }
  const code = query.get('code') ?? ''
  return codeShape.test(code) ? { kind: 'code', code } : { kind: 'missing' }
}
