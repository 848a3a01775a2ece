import { useSyncExternalStore } from 'react'

export type Theme = 'day' | 'night'

const page = document.documentElement
const readers = new Set<() => void>()
const subscribe = (reader: () => void) => {
  readers.add(reader)
  return () => {
    readers.delete(reader)
  }
}
const theme = (): Theme => (page.dataset.theme === 'night' ? 'night' : 'day')

/** Sets the day or night theme and saves it on this device. */
export const setTheme = (next: Theme): void => {
  page.dataset.theme = next
  localStorage.setItem('glasshouse.theme', next)
  for (const reader of readers) reader()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)
