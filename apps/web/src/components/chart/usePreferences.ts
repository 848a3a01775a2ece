import { useState } from 'react'
import { type ChartPlace, keepPreferences, keptPreferences, type Preferences } from './preferences.ts'

/** How a screen's chart is looked at, and how to change and keep it. */
export const usePreferences = (place: ChartPlace) => {
  const [preferences, setPreferences] = useState(() => keptPreferences(place))
  const change = (part: Partial<Preferences>): void => {
    const next = { ...preferences, ...part }
    keepPreferences(place, next)
    setPreferences(next)
  }
  return [preferences, change] as const
}
