import type { Usdt } from '../money/units.ts'
import { type SettingKey, settingKeyOf, settingSpecs } from './settings.ts'

/** Figures about the platform that a text can name; computed from its own books, never typed. */
export const metricNames = ['customers', 'since', 'volume30', 'loserate'] as const
export type MetricName = (typeof metricNames)[number]

/** A figure or a public setting that a text names. */
export type Placeholder =
  | { readonly kind: 'metric'; readonly name: MetricName }
  | { readonly kind: 'setting'; readonly name: SettingKey }

/** Written as `{metric:customers}` or `{setting:cash_min}`. */
const pattern = /\{\s*(metric|setting)\s*:\s*([^{}]*?)\s*\}/gi

const placeholderOf = (kind: string, name: string): Placeholder | null => {
  if (kind.toLowerCase() === 'metric') {
    const metric = metricNames.find((known) => known === name)
    return metric === undefined ? null : { kind: 'metric', name: metric }
  }
  const key = settingKeyOf(name)
  return key === null || !settingSpecs[key].isPublic ? null : { kind: 'setting', name: key }
}

/** Whether every placeholder of a text names a known figure or a public setting. */
export const arePlaceholdersKnown = (text: string): boolean =>
  [...text.matchAll(pattern)].every(([, kind = '', name = '']) => placeholderOf(kind, name) !== null)

/** The placeholders of a text, each time it occurs; unknown ones are left out. */
export const placeholdersIn = (text: string): readonly Placeholder[] =>
  [...text.matchAll(pattern)].flatMap(([, kind = '', name = '']) => placeholderOf(kind, name) ?? [])

/**
 * A text with its placeholders replaced; an unknown one shows as not known.
 *
 * @example fillPlaceholders('At least {setting:cash_min} USDT', () => '50') // 'At least 50 USDT'
 */
export const fillPlaceholders = (text: string, valueFor: (placeholder: Placeholder) => string): string =>
  text.replace(pattern, (_, kind: string, name: string) => {
    const placeholder = placeholderOf(kind, name)
    return placeholder === null ? '—' : valueFor(placeholder)
  })

/** Below so many customers no figure about them is shown. */
export const minCustomersShown = 10

/** Figures at an instant; a share and a sum are null where there is nothing to compute them from. */
export type PlatformMetrics = {
  readonly atMs: number
  readonly customers: number
  /** When the first customer registered. */
  readonly sinceMs: number | null
  /** Margins and option stakes that customers put in within 30 days, in USDT units. */
  readonly volume30: Usdt | null
  /** Share of customers who lost on contracts and options in twelve months, in basis points. */
  readonly loseBasisPoints: number | null
}
