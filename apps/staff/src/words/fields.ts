import { fieldLabels } from '../screens/products/terms.ts'
import { settingText } from './settings.ts'
import { worded } from './worded.ts'

/** Labels of fields of staff calls and audit records whose names on the wire are not words. */
const labels = new Map<string, string>([
  ...Object.entries(fieldLabels).map(([field, { name }]) => [field, name] as const),
  ['aiopen', 'AI ordering'],
  ['uid', 'Customer'],
  ['pid', 'Market'],
  ['staffid', 'Staff member'],
  ['frozen', 'Locked'],
  ['experiencefund', 'Trial funds'],
  ['kyc', 'Proof of identity'],
  ['apr', 'Yearly rate'],
  ['minprice', 'Minimum'],
  ['maxprice', 'Maximum'],
  ['adapter', 'Provider'],
])

/**
 * Label of a field.
 *
 * @example fieldText('minprice') // 'Minimum'
 * @example fieldText('earlyFee') // 'Early fee'
 */
export const fieldText = (name: string): string => labels.get(name) ?? worded(name)

const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/**
 * Text of a request that waits for a second manager. A setting is named by its label.
 *
 * @example requestText({ key: 'cash_min', value: '20' }) // 'Smallest withdrawal to a bank: 20'
 * @example requestText({ uid: 10001, flag: 'frozen' }) // 'Customer 10001, Flag frozen'
 */
export const requestText = (payload: Readonly<Record<string, unknown>>): string => {
  const { key, value, ...others } = payload
  const isSetting = typeof key === 'string' && value !== undefined && Object.keys(others).length === 0
  if (isSetting) return `${settingText(key)}: ${valueText(value)}`
  return Object.entries(payload)
    .map(([name, field]) => `${fieldText(name)} ${valueText(field)}`)
    .join(', ')
}

export type Change = { readonly field: string; readonly before: string | null; readonly after: string | null }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of a value of an audit record. A single value, such as that of a setting, is a field without a name. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value === null || value === undefined ? {} : isRecord(value) ? value : { '': value }

const shown = (value: unknown): string | null =>
  value === undefined || value === null ? null : valueText(value)

/** Fields that differ between the two values of an audit record, in their order. */
export const changesBetween = (before: unknown, after: unknown): readonly Change[] => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((field) => ({ field, before: shown(old[field]), after: shown(now[field]) }))
    .filter((change) => change.before !== change.after)
}

/**
 * Text of a change. A value that was or became absent is a dash.
 *
 * @example changeText({ field: 'fee', before: '0.002', after: '0' }) // 'Fee rate: 0.002 → 0'
 */
export const changeText = ({ field, before, after }: Change): string => {
  const values = before === null ? (after ?? '—') : `${before} → ${after ?? '—'}`
  return field === '' ? values : `${fieldText(field)}: ${values}`
}
