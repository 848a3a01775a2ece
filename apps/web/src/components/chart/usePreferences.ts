import { useState } from 'react'
import { type ChartLocation, loadPreferences, type Preferences, savePreferences } from './preferences.ts'

/** How a screen's chart is looked at, and how to change and keep it. */
export const usePreferences = (place: ChartLocation) => {
  const [preferences, setPreferences] = useState(() => loadPreferences(place))
  const change = (part: Partial<Preferences>): void => {
    const next = { ...preferences, ...part }
    savePreferences(place, next)
    setPreferences(next)
  }
  return [preferences, change] as const
}
