/** What is shown of the order book: both sides, one of them, or the depth as a picture. */
export const bookSides = ['both', 'bids', 'asks', 'depth'] as const
export type BookSides = (typeof bookSides)[number]

/** Settings of the order book on this device. */
export type BookPreferences = {
  readonly sides: BookSides
  /** Place of the chosen step among those of the market. */
  readonly step: number
}

const storageKey = 'glasshouse.book'
const usual: BookPreferences = { sides: 'both', step: 0 }

/** Parses saved settings; unknown values fall back to the usual ones. */
const readBookPreferences = (text: string | null): BookPreferences => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return usual
    const { sides, step } = value as Partial<Record<keyof BookPreferences, unknown>>
    return {
      sides: bookSides.find((known) => known === sides) ?? usual.sides,
      step: typeof step === 'number' && Number.isInteger(step) && step >= 0 && step < 5 ? step : usual.step,
    }
  } catch {
    return usual
  }
}

export const loadBookPreferences = (): BookPreferences =>
  readBookPreferences(localStorage.getItem(storageKey))
export const saveBookPreferences = (preferences: BookPreferences): void =>
  localStorage.setItem(storageKey, JSON.stringify(preferences))
