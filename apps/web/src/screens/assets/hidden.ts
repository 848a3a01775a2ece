import { useSyncExternalStore } from 'react'

const storageKey = 'glasshouse.amountsHidden'
const readers = new Set<() => void>()
const isHidden = (): boolean => localStorage.getItem(storageKey) === '1'
const tell = (): void => {
  for (const reader of readers) reader()
}
addEventListener('storage', (event) => {
  if (event.key === storageKey) tell()
})

/** Hides or shows the amounts on this machine; other tabs follow. */
export const hideAmounts = (hide: boolean): void => {
  localStorage.setItem(storageKey, hide ? '1' : '0')
  tell()
}

/** Whether amounts are hidden from whoever looks over a shoulder. */
export const useHidden = (): boolean =>
  useSyncExternalStore((reader) => {
    readers.add(reader)
    return () => readers.delete(reader)
  }, isHidden)
