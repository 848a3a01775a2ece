import { useSyncExternalStore } from 'react'

export type Theme = 'day' | 'night'
/** How rises and falls are coloured: green up, red up, or blue up and orange down. */
export type DirectionColours = 'standard' | 'swap' | 'cvd'

const page = document.documentElement
const readers = new Set<() => void>()
const tell = () => {
  for (const reader of readers) reader()
}
const subscribe = (reader: () => void) => {
  readers.add(reader)
  return () => {
    readers.delete(reader)
  }
}

const theme = (): Theme => (page.dataset.theme === 'night' ? 'night' : 'day')
const colours = (): DirectionColours => {
  const { direction } = page.dataset
  return direction === 'swap' || direction === 'cvd' ? direction : 'standard'
}

/** Day or night, remembered on this machine. */
export const setTheme = (next: Theme): void => {
  page.dataset.theme = next
  localStorage.setItem('glasshouse.theme', next)
  tell()
}

/** The colours of rises and falls, remembered on this machine. */
export const setDirectionColours = (next: DirectionColours): void => {
  if (next === 'standard') {
    delete page.dataset.direction
    localStorage.removeItem('glasshouse.direction')
  } else {
    page.dataset.direction = next
    localStorage.setItem('glasshouse.direction', next)
  }
  tell()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)
export const useDirectionColours = (): DirectionColours => useSyncExternalStore(subscribe, colours)
