import { readSetting, type SettingKind } from '@glasshouse/core/content/settings'
import { amountScale, parseDecimal } from '@glasshouse/core/money/units'

type Range = { readonly kind: 'whole' | 'amount' | 'text'; readonly min: string; readonly max: string }

const kindOf = ({ kind, min, max }: Range): SettingKind | null => {
  if (kind === 'text') return { kind, longest: Number.parseInt(max, 10) }
  if (kind === 'whole') return { kind, min: Number.parseInt(min, 10), max: Number.parseInt(max, 10) }
  const [least, most] = [parseDecimal(min, amountScale), parseDecimal(max, amountScale)]
  return least === null || most === null ? null : { kind, min: least, max: most }
}

/** Why a setting cannot have a value, by the rule the server reads it with; null when it can. */
export const validateSetting = (range: Range, text: string): string | null => {
  const kind = kindOf(range)
  if (kind === null || readSetting(kind, text) !== null) return null
  if (kind.kind === 'text') return `At most ${range.max} letters.`
  const what = kind.kind === 'whole' ? 'A whole number' : 'An amount'
  return `${what} from ${range.min} to ${range.max}.`
}
