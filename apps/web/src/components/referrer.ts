const storageKey = 'glasshouse.referrer'

/**
 * Who sent this visitor: the `uid` of the address, or the one an earlier visit brought; null when nobody did.
 *
 * @example referrerOf('?uid=10000') // '10000'
 */
export const referrerOf = (search: string): string | null => {
  const named = new URLSearchParams(search).get('uid')?.trim()
  if (named) return named
  return localStorage.getItem(storageKey)
}

/** Keeps the `uid` of the address for the day the visitor registers. */
export const keepReferrer = (search: string): void => {
  const named = new URLSearchParams(search).get('uid')?.trim()
  if (named) localStorage.setItem(storageKey, named)
}
