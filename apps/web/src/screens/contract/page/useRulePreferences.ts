import { useState } from 'react'
import type { Preferences } from '../../../components/chart/preferences.ts'

type Change = (part: Partial<Preferences>) => void

/** What the rule judges: closed minutes, and their means of 7 and 30. */
const rulePreferences: Partial<Preferences> = { interval: '1m', averages: true }

/**
 * Chart settings while the panel of AI trading is open: it begins with what the rule judges. Changes made meanwhile
 * last as long as the panel, and the saved settings return when it closes.
 */
export const useRulePreferences = (
  isOpen: boolean,
  preferences: Preferences,
  change: Change,
): readonly [Preferences, Change] => {
  const [shown, setShown] = useState(rulePreferences)
  if (!isOpen) {
    if (shown !== rulePreferences) setShown(rulePreferences)
    return [preferences, change]
  }
  return [{ ...preferences, ...shown }, (part) => setShown((before) => ({ ...before, ...part }))]
}
