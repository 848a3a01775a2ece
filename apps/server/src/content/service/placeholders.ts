import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import {
  fillPlaceholders,
  type MetricName,
  minCustomersShown,
  type Placeholder,
  type PlatformMetrics,
  placeholdersIn,
} from '@glasshouse/core/content/placeholders'
import { formatUsdt } from '@glasshouse/core/money/units'
import { formatsOf } from '@glasshouse/core/notifications/formats'
import type { Language } from '@glasshouse/core/wire/languages'
import { countCustomers } from '../../customers/records/index.ts'
import { countLosersSince, sumStakesSince } from '../../ledger/totals/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { getPublicSettings } from './settings.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** Figures are computed at most once in so many milliseconds, however many read. */
const metricsTtlMs = 10 * 60_000

const computeMetrics = async ({ clock, database: { db } }: Deps): Promise<PlatformMetrics> => {
  const atMs = clock.business()
  const { customers, sinceMs } = await countCustomers(db)
  const { traders, losers } = await countLosersSince(db, atMs - 365 * dayMs)
  return {
    atMs,
    customers,
    sinceMs,
    volume30: await sumStakesSince(db, atMs - 30 * dayMs),
    loseBasisPoints: traders < minCustomersShown ? null : Math.round((losers * 10_000) / traders),
  }
}

/** Replaces the placeholders of texts in a language; the figures are computed only for a text that names one. */
export type TextFiller = (lang: Language, texts: readonly string[]) => Promise<(text: string) => string>

/** Creates the filler of all public texts; concurrent readers share one computation of the figures. */
export const createTextFiller = (deps: Deps): TextFiller => {
  let known: { readonly atMs: number; readonly metrics: Promise<PlatformMetrics> } | null = null
  const readMetrics = (): Promise<PlatformMetrics> => {
    const atMs = deps.clock.now()
    if (known === null || atMs - known.atMs >= metricsTtlMs) {
      const metrics = computeMetrics(deps)
      known = { atMs, metrics }
      metrics.catch(() => {
        known = null
      })
    }
    return known.metrics
  }
  return async (lang, texts) => {
    const found = texts.flatMap(placeholdersIn)
    if (found.length === 0) return (text) => fillPlaceholders(text, () => '—')
    const metrics = found.some(({ kind }) => kind === 'metric') ? await readMetrics() : null
    const keys = found.flatMap((one) => (one.kind === 'setting' ? [one.name] : []))
    const settings = await getPublicSettings(deps.database.db, deps.settings.MODE, keys.join(','))
    return (text) => fillPlaceholders(text, (one) => placeholderValue(lang, one, metrics, settings))
  }
}

const placeholderValue = (
  lang: Language,
  { kind, name }: Placeholder,
  metrics: PlatformMetrics | null,
  settings: Readonly<Record<string, string>>,
): string => {
  if (kind === 'metric') return metrics === null ? '—' : metricText(lang, name, metrics)
  const value = settings[name] ?? '—'
  return /^\d+(?:\.\d+)?$/.test(value) ? formatsOf(lang).decimal(value) : value
}

/**
 * A figure with the day it is of; not known below ten customers.
 *
 * @example metricText('en', 'customers', { customers: 1234, … }) // '1,234 (23 Nov 2026)'
 */
const metricText = (lang: Language, name: MetricName, metrics: PlatformMetrics): string => {
  const { atMs, customers, sinceMs, volume30, loseBasisPoints } = metrics
  if (customers < minCustomersShown) return '—'
  const { decimal, day } = formatsOf(lang)
  const dated = (text: string): string => `${text} (${day(dayOf(atMs))})`
  if (name === 'customers') return dated(decimal(String(customers)))
  if (name === 'since') return sinceMs === null ? '—' : day(dayOf(sinceMs))
  if (name === 'volume30') return volume30 === null ? '—' : dated(`${decimal(formatUsdt(volume30))} USDT`)
  return loseBasisPoints === null ? '—' : dated(`${decimal((loseBasisPoints / 100).toFixed(1))} %`)
}
