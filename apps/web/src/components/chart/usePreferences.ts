import { useState } from 'react'
import { type ChartLocation, loadPreferences, type Preferences, savePreferences } from './preferences.ts'

/** Chart settings of a screen, and a function that changes and saves them. */
export const usePreferences = (location: ChartLocation) => {
  const [preferences, setPreferences] = useState(() => loadPreferences(location))
  const change = (part: Partial<Preferences>): void => {
    const next = { ...preferences, ...part }
    savePreferences(location, next)
    setPreferences(next)
  }
  return [preferences, change] as const
}
