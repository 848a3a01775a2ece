const storageKey = 'glasshouse.referrer'

/**
 * Referrer of a visitor: `uid` in the address, or the stored one of an earlier visit; null without one.
 *
 * @example referrerOf('?uid=10000') // '10000'
 */
export const referrerOf = (search: string): string | null => {
  const named = new URLSearchParams(search).get('uid')?.trim()
  if (named) return named
  return localStorage.getItem(storageKey)
}

/** Stores the `uid` of the address until the visitor registers. */
export const keepReferrer = (search: string): void => {
  const named = new URLSearchParams(search).get('uid')?.trim()
  if (named) localStorage.setItem(storageKey, named)
}
