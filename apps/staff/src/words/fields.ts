import { activation, activationStates } from '@glasshouse/core/ai/rules'
import { productFields, productFieldToWire } from '@glasshouse/core/markets/staff/codec'
import { reviewState } from '@glasshouse/core/reviews/codec'
import { instantText } from '../formatters.ts'
import { fieldLabels } from '../screens/products/terms.ts'
import { reasonText } from './reviewReasons.ts'
import { settingText } from './settings.ts'
import { worded } from './worded.ts'

/**
 * Labels of fields of staff calls and audit records whose names on the wire are not words. The names are those of the
 * wire, because stored records and requests that wait keep them permanently.
 */
const labels = new Map<string, string>([
  ...productFields.map((field) => [productFieldToWire(field), fieldLabels[field].name] as const),
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
  ['activecodestatus', 'AI code'],
  ['id', 'Number'],
  ['position', 'Place'],
  ['picurl', 'Picture'],
  ['ishot', 'Featured'],
  ['quota', 'Sale limit'],
  ['redeemdays', 'Redeemable after midnights'],
  ['redeemfee', 'Redemption fee'],
  ['freezedate', 'Days'],
  ['rete', 'Rate'],
  ['interesttype', 'Interest'],
  ['minbuymoney', 'Smallest order'],
  ['maxbuymoney', 'Largest order'],
  ['leadid', 'Lead'],
  ['leaduid', 'Customer who leads'],
  ['leadfee', 'Fee of the lead'],
  ['copystop', 'Copying ends after a fall of'],
  ['exitlevy', 'Levy of leaving at once'],
  ['maxmultiple', 'Largest leverage'],
  ['number', 'Coins offered'],
  ['maxnumber', 'Largest order'],
  ['opentime', 'Opens'],
  ['closetime', 'Closes'],
  ['finaltime', 'Last day to pay'],
  ['risksheet', 'Risk sheet'],
  ['ids', 'Withdrawals'],
  ['txhash', 'Transaction hash'],
])

/**
 * Label of a field.
 *
 * @example fieldText('minprice') // 'Minimum'
 * @example fieldText('earlyFee') // 'Early fee'
 */
export const fieldText = (name: string): string => labels.get(name) ?? worded(name)

/** Numbers of states by the field of the audit record that keeps them, in words; null for a number that is none. */
const stateNames = new Map<string, (state: number) => string | null>([
  ['activecodestatus', (state) => activationStates.find((known) => activation[known] === state) ?? null],
  [
    'reviewStatus',
    (state) => (state === 0 || state === 1 || state === 2 ? reviewState({ status: state }) : null),
  ],
])

/** Instants of this century, in epoch milliseconds: no other number of a record is as large. */
const isInstant = (value: number): boolean => Number.isInteger(value) && value >= 1e12 && value < 4.1e12

const valueText = (value: unknown, name = ''): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return stateNames.get(name)?.(value) ?? (isInstant(value) ? instantText(value) : String(value))
  if (typeof value === 'string' && name === 'reason') return reasonText(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

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

/** A field that differs; the field of a nested value is its path, joined by dots. */
export type Change = { readonly field: string; readonly before: string | null; readonly after: string | null }

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Fields of a value of an audit record by path. A single value, such as that of a setting, has the empty path. */
const fieldsOf = (value: unknown, path = '', kind = ''): readonly (readonly [string, string])[] => {
  if (value === null || value === undefined) return []
  if (!isRecord(value)) return [[path, valueText(value, kind)]]
  if (Array.isArray(value) && !value.some(isRecord)) return [[path, value.join(', ') || 'none']]
  // Entries of a list are counted from one.
  const first = Array.isArray(value) ? 1 : 0
  return Object.entries(value).flatMap(([name, field]) => {
    const part = first === 0 ? name : String(Number(name) + first)
    const isReview = name === 'status' && 'approvals' in value
    return fieldsOf(field, path === '' ? part : `${path}.${part}`, isReview ? 'reviewStatus' : name)
  })
}

/** Fields that differ between the two values of an audit record, in their order; also those of nested values. */
export const changesBetween = (before: unknown, after: unknown): readonly Change[] => {
  const [old, now] = [new Map(fieldsOf(before)), new Map(fieldsOf(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
}

/**
 * Label of the path of a field.
 *
 * @example pathText('texts.en') // 'Texts › En'
 */
export const pathText = (path: string): string => path.split('.').map(fieldText).join(' › ')

/**
 * Text of a change. A value that was or became absent is a dash.
 *
 * @example changeText({ field: 'fee', before: '0.002', after: '0' }) // 'Fee rate: 0.002 → 0'
 */
export const changeText = ({ field, before, after }: Change): string => {
  const values = before === null ? (after ?? '—') : `${before} → ${after ?? '—'}`
  return field === '' ? values : `${pathText(field)}: ${values}`
}
