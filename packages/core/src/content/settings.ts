import { amountScale, formatUsdt, parseDecimal } from '../money/units.ts'

/** What a setting may hold, with its safe range. */
export type SettingKind =
  | { readonly kind: 'whole'; readonly min: number; readonly max: number }
  | { readonly kind: 'amount'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'text'; readonly longest: number }

export type SettingSpec = SettingKind & {
  /** As the wire writes it. */
  readonly fallback: string
  /** Anybody may read it with `getKeys`. */
  readonly isPublic: boolean
  /** One plain sentence for whoever changes it. */
  readonly meaning: string
}

const spec = <const S extends SettingSpec>(of: S): S => of

/**
 * Everything staff can change while the house is open, once. A setting is listed here only when something
 * reads it.
 */
export const settingSpecs = {
  risk_gate: spec({
    kind: 'whole',
    min: 0,
    max: 1,
    fallback: '0',
    isPublic: true,
    meaning: '1: the first order of a product needs its risk check; in live mode always 1',
  }),
} as const satisfies Readonly<Record<string, SettingSpec>>

export type SettingKey = keyof typeof settingSpecs
export const settingKeys = Object.keys(settingSpecs) as readonly SettingKey[]

/** Finds the key of a setting; null for anything else. */
export const settingKeyOf = (text: string): SettingKey | null =>
  settingKeys.find((key) => key === text) ?? null

type ValueOf<S extends SettingKind> = S extends { kind: 'whole' }
  ? number
  : S extends { kind: 'amount' }
    ? bigint
    : string
export type SettingValue<K extends SettingKey> = ValueOf<(typeof settingSpecs)[K]>

/**
 * Reads the value of a setting as it is written; null when it is malformed or outside its range.
 *
 * @example readSetting({ kind: 'whole', min: 0, max: 1 }, '2') // null
 * @example readSetting({ kind: 'amount', min: 0n, max: 100_000_000n }, '0.5') // 50000000n
 */
export const readSetting = (of: SettingKind, text: string): number | bigint | string | null => {
  if (of.kind === 'whole') {
    const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number.parseInt(text, 10) : null
    return value !== null && value >= of.min && value <= of.max ? value : null
  }
  if (of.kind === 'amount') {
    const value = parseDecimal(text, amountScale)
    return value !== null && value >= of.min && value <= of.max ? value : null
  }
  return text.length <= of.longest ? text : null
}

/** The range of a setting as a refusal tells it. */
export const rangeOf = (of: SettingKind): { readonly min: string; readonly max: string } => {
  if (of.kind === 'amount') return { min: formatUsdt(of.min), max: formatUsdt(of.max) }
  if (of.kind === 'whole') return { min: String(of.min), max: String(of.max) }
  return { min: '0', max: String(of.longest) }
}
