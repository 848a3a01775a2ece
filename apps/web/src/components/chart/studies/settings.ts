/** Indicators that can be added to a chart: those of the chart library, and the volume-weighted average price. */
export const studyNames = ['EMA', 'BOLL', 'SAR', 'VWAP', 'MACD', 'RSI', 'KDJ', 'OBV'] as const
export type StudyName = (typeof studyNames)[number]

type StudyKind = {
  /** Drawn over the candles, or in a pane of its own below them. */
  readonly place: 'price' | 'pane'
  /** Usual parameters; all are positive integers. */
  readonly params: readonly number[]
}

export const studyKinds: Readonly<Record<StudyName, StudyKind>> = {
  EMA: { place: 'price', params: [9, 21, 55] },
  BOLL: { place: 'price', params: [20, 2] },
  SAR: { place: 'price', params: [2, 2, 20] },
  VWAP: { place: 'price', params: [60] },
  MACD: { place: 'pane', params: [12, 26, 9] },
  RSI: { place: 'pane', params: [6, 12, 24] },
  KDJ: { place: 'pane', params: [9, 3, 3] },
  OBV: { place: 'pane', params: [30] },
}

/** Largest parameter: more candles than a page of them has no indicator. */
export const maxParam = 500

export const priceScales = ['normal', 'logarithm', 'percentage'] as const
type PriceScale = (typeof priceScales)[number]

export type Study = { readonly name: StudyName; readonly params: readonly number[] }

/** Indicators and scale of all charts of this device. */
export type StudySettings = {
  readonly studies: readonly Study[]
  readonly scale: PriceScale
  /** Symbol of the market that is drawn beside the own one; null for none. */
  readonly compare: string | null
}

export const noStudies: StudySettings = { studies: [], scale: 'normal', compare: null }

const storageKey = 'glasshouse.chart.studies'

export const isParam = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxParam

const studyOf = (value: unknown): readonly Study[] => {
  if (typeof value !== 'object' || value === null) return []
  const { name, params } = value as Partial<Record<keyof Study, unknown>>
  const known = studyNames.find((candidate) => candidate === name)
  if (known === undefined) return []
  const usual = studyKinds[known].params
  const isSound = Array.isArray(params) && params.length === usual.length && params.every(isParam)
  return [{ name: known, params: isSound ? params : usual }]
}

/** Parses saved settings; what is unknown or invalid is left out, and each indicator occurs once. */
export const readStudies = (text: string | null): StudySettings => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return noStudies
    const saved = value as Partial<Record<keyof StudySettings, unknown>>
    const studies = (Array.isArray(saved.studies) ? saved.studies : []).flatMap(studyOf)
    return {
      studies: studies.filter(
        ({ name }, index) => studies.findIndex((other) => other.name === name) === index,
      ),
      scale: priceScales.find((scale) => scale === saved.scale) ?? 'normal',
      compare:
        typeof saved.compare === 'string' && /^[A-Z0-9]{2,20}$/.test(saved.compare) ? saved.compare : null,
    }
  } catch {
    return noStudies
  }
}

export const loadStudies = (): StudySettings => readStudies(localStorage.getItem(storageKey))
export const saveStudies = (settings: StudySettings): void =>
  localStorage.setItem(storageKey, JSON.stringify(settings))
