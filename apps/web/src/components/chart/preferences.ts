import { type ChartInterval, chartIntervals } from '@glasshouse/core/markets/intervals'

/** Chart settings of this device. */
export type Preferences = {
  readonly interval: ChartInterval
  readonly line: boolean
  readonly averages: boolean
  readonly volume: boolean
  /** The drawing tools are visible. */
  readonly tools: boolean
}

/** Screens with a chart; each has its own settings. */
export type ChartLocation = 'contract' | 'options' | 'kline' | 'issue' | 'phone'

const defaults: Preferences = { interval: '15m', line: false, averages: true, volume: true, tools: true }
/** Options expire within minutes: the default is a 1-minute interval and no drawing tools. */
const defaultsOf: Readonly<Record<ChartLocation, Preferences>> = {
  contract: defaults,
  options: { ...defaults, interval: '1m', tools: false },
  kline: { ...defaults, interval: '1h' },
  issue: { ...defaults, interval: '1h', tools: false },
  phone: { ...defaults, tools: false },
}
const storageKeys: Readonly<Record<ChartLocation, string>> = {
  contract: 'glasshouse.chart',
  options: 'glasshouse.chart.options',
  kline: 'glasshouse.chart.kline',
  issue: 'glasshouse.chart.issue',
  phone: 'glasshouse.chart.phone',
}

/** Parses saved settings; unknown values fall back to the defaults of the screen. */
export const readPreferences = (text: string | null, location: ChartLocation): Preferences => {
  const defaultsHere = defaultsOf[location]
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return defaultsHere
    const stored = value as Partial<Record<keyof Preferences, unknown>>
    const flag = (name: Exclude<keyof Preferences, 'interval'>): boolean => {
      const set = stored[name]
      return typeof set === 'boolean' ? set : defaultsHere[name]
    }
    return {
      interval: chartIntervals.find((interval) => interval === stored.interval) ?? defaultsHere.interval,
      line: flag('line'),
      averages: flag('averages'),
      volume: flag('volume'),
      tools: flag('tools'),
    }
  } catch {
    return defaultsHere
  }
}

export const loadPreferences = (location: ChartLocation): Preferences =>
  readPreferences(localStorage.getItem(storageKeys[location]), location)
export const savePreferences = (location: ChartLocation, preferences: Preferences): void =>
  localStorage.setItem(storageKeys[location], JSON.stringify(preferences))

/** Storage key of a visitor's drawings on one market. Those of customers are stored on the server. */
export const visitorKey = (symbol: string): string => `glasshouse.drawings.visitor.${symbol}`
