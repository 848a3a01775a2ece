import type { Interval } from '@glasshouse/core/markets/wire'

/** How this machine's reader last looked at charts. */
export type Preferences = {
  readonly interval: Interval
  readonly line: boolean
  readonly averages: boolean
  readonly volume: boolean
}

/** The tabs, shortest first; the wire's own list would bring its validator into the page. */
export const chartIntervals = ['1m', '5m', '15m', '30m', '1h', '1d'] as const satisfies readonly Interval[]

const storageKey = 'glasshouse.chart'
const usual: Preferences = { interval: '15m', line: false, averages: true, volume: true }

/** Reads what was chosen before; anything unknown falls back to the usual. */
export const readPreferences = (text: string | null): Preferences => {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return usual
    const { interval, line, averages, volume } = value as Partial<Record<keyof Preferences, unknown>>
    return {
      interval: chartIntervals.find((one) => one === interval) ?? usual.interval,
      line: typeof line === 'boolean' ? line : usual.line,
      averages: typeof averages === 'boolean' ? averages : usual.averages,
      volume: typeof volume === 'boolean' ? volume : usual.volume,
    }
  } catch {
    return usual
  }
}

export const keptPreferences = (): Preferences => readPreferences(localStorage.getItem(storageKey))
export const keepPreferences = (preferences: Preferences): void =>
  localStorage.setItem(storageKey, JSON.stringify(preferences))
