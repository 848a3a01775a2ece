import { useSyncExternalStore } from 'react'

const storageKey = 'glasshouse.favourites'
/** As many as anybody looks through; a text from elsewhere cannot fill the page. */
const most = 200

export type Favourites = ReadonlySet<string>
const none: Favourites = new Set()

/**
 * Reads what was kept: a list of symbols. Anything else is as good as none.
 *
 * @example readFavourites('["BTCUSDT"]') // Set { 'BTCUSDT' }
 */
export const readFavourites = (text: string | null): Favourites => {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    const symbols = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string' && one !== '') : []
    return symbols.length === 0 ? none : new Set<string>(symbols.slice(0, most))
  } catch {
    return none
  }
}

/** The favourites with one symbol more or, when it was among them, less. */
export const toggled = (favourites: Favourites, symbol: string): Favourites => {
  const next = new Set(favourites)
  if (!next.delete(symbol)) next.add(symbol)
  return next
}

/** Favourites before the others, each part in the order it had. */
export const favouritesFirst = <M extends { readonly procode: string }>(
  markets: readonly M[],
  favourites: Favourites,
): readonly M[] =>
  favourites.size === 0
    ? markets
    : [
        ...markets.filter(({ procode }) => favourites.has(procode)),
        ...markets.filter(({ procode }) => !favourites.has(procode)),
      ]

const readers = new Set<() => void>()
let text: string | null = null
let current = none

/** The same set for as long as the same text is kept, so that a reader is not drawn anew for nothing. */
const read = (): Favourites => {
  const kept = localStorage.getItem(storageKey)
  if (kept !== text) {
    text = kept
    current = readFavourites(kept)
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

/** Stars a market, or takes the star away; kept in this browser for both sites, and other tabs follow. */
export const toggleFavourite = (symbol: string): void => {
  localStorage.setItem(storageKey, JSON.stringify([...toggled(read(), symbol)]))
  for (const reader of readers) reader()
}

/** The symbols that are starred here. */
export const useFavourites = (): Favourites => useSyncExternalStore(subscribe, read)
