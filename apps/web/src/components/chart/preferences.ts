import type { Interval } from '@glasshouse/core/markets/wire'

/** How this machine's reader last looked at charts. */
export type Preferences = {
  readonly interval: Interval
  readonly line: boolean
  readonly averages: boolean
  readonly volume: boolean
  /** The drawing tools stand beside the chart. */
  readonly tools: boolean
}

/** The screens with a chart; each remembers how it was looked at. */
export type ChartLocation = 'contract' | 'options' | 'kline' | 'phone'

/** The tabs, shortest first; the wire's own list would bring its validator into the page. */
export const chartIntervals = ['1m', '5m', '15m', '30m', '1h', '1d'] as const satisfies readonly Interval[]

const usual: Preferences = { interval: '15m', line: false, averages: true, volume: true, tools: true }
/** Options end within minutes, so their chart begins with minutes and leaves all its width to them. */
const usualOf: Readonly<Record<ChartLocation, Preferences>> = {
  contract: usual,
  options: { ...usual, interval: '1m', tools: false },
  kline: { ...usual, interval: '1h' },
  phone: { ...usual, tools: false },
}
const storageKeys: Readonly<Record<ChartLocation, string>> = {
  contract: 'glasshouse.chart',
  options: 'glasshouse.chart.options',
  kline: 'glasshouse.chart.kline',
  phone: 'glasshouse.chart.phone',
}

/** Reads what was chosen before; anything unknown falls back to the usual of the place. */
export const readPreferences = (text: string | null, place: ChartLocation): Preferences => {
  const begun = usualOf[place]
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return begun
    const kept = value as Partial<Record<keyof Preferences, unknown>>
    const flag = (name: Exclude<keyof Preferences, 'interval'>): boolean => {
      const set = kept[name]
      return typeof set === 'boolean' ? set : begun[name]
    }
    return {
      interval: chartIntervals.find((one) => one === kept.interval) ?? begun.interval,
      line: flag('line'),
      averages: flag('averages'),
      volume: flag('volume'),
      tools: flag('tools'),
    }
  } catch {
    return begun
  }
}

export const loadPreferences = (place: ChartLocation): Preferences =>
  readPreferences(localStorage.getItem(storageKeys[place]), place)
export const savePreferences = (place: ChartLocation, preferences: Preferences): void =>
  localStorage.setItem(storageKeys[place], JSON.stringify(preferences))
