import { useSyncExternalStore } from 'react'

export type Theme = 'day' | 'night'
/** Colours of rises and falls: green up, red up, or blue up and orange down. */
export type DirectionColours = 'standard' | 'swap' | 'cvd'

const page = document.documentElement
const readers = new Set<() => void>()
const notify = () => {
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

/** Sets the day or night theme and saves it on this device. */
export const setTheme = (next: Theme): void => {
  page.dataset.theme = next
  localStorage.setItem('glasshouse.theme', next)
  notify()
}

/** Sets the direction colours and saves them on this device. */
export const setDirectionColours = (next: DirectionColours): void => {
  if (next === 'standard') {
    delete page.dataset.direction
    localStorage.removeItem('glasshouse.direction')
  } else {
    page.dataset.direction = next
    localStorage.setItem('glasshouse.direction', next)
  }
  notify()
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)
export const useDirectionColours = (): DirectionColours => useSyncExternalStore(subscribe, colours)
