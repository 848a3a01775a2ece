import { useSyncExternalStore } from 'react'

const storageKey = 'glasshouse.favourites'
/** Maximum number of favourites; protects the page against large stored text. */
const maxFavourites = 200

export type Favourites = ReadonlySet<string>
const none: Favourites = new Set()

/**
 * Parses stored favourites: a list of symbols. Other text gives an empty set.
 *
 * @example readFavourites('["BTCUSDT"]') // Set { 'BTCUSDT' }
 */
export const readFavourites = (text: string | null): Favourites => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    const symbols = Array.isArray(stored)
      ? stored.filter((item) => typeof item === 'string' && item !== '')
      : []
    return symbols.length === 0 ? none : new Set<string>(symbols.slice(0, maxFavourites))
  } catch {
    return none
  }
}

/** Favourites with one symbol added, or removed if it was present. */
export const toggled = (favourites: Favourites, symbol: string): Favourites => {
  const next = new Set(favourites)
  if (!next.delete(symbol)) next.add(symbol)
  return next
}

/** Favourites before other markets; each part keeps its order. */
export const favouritesFirst = <M extends { readonly symbol: string }>(
  markets: readonly M[],
  favourites: Favourites,
): readonly M[] =>
  favourites.size === 0
    ? markets
    : [
        ...markets.filter(({ symbol }) => favourites.has(symbol)),
        ...markets.filter(({ symbol }) => !favourites.has(symbol)),
      ]

const readers = new Set<() => void>()
let text: string | null = null
let current = none

/** Returns the same set while the stored text is unchanged, to avoid re-renders. */
const read = (): Favourites => {
  const stored = localStorage.getItem(storageKey)
  if (stored !== text) {
    text = stored
    current = readFavourites(stored)
  }
  return current
}
const subscribe = (reader: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === storageKey) reader()
  }
  readers.add(reader)
  addEventListener('storage', onStorage)
  return () => {
    readers.delete(reader)
    removeEventListener('storage', onStorage)
  }
}

/** Adds or removes a favourite. Stored in this browser for both sites and synchronized between tabs. */
export const toggleFavourite = (symbol: string): void => {
  localStorage.setItem(storageKey, JSON.stringify([...toggled(read(), symbol)]))
  for (const reader of readers) reader()
}

/** Symbols of the user's favourites. */
export const useFavourites = (): Favourites => useSyncExternalStore(subscribe, read)
