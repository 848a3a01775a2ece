import { readSetting, type SettingKind } from '@glasshouse/core/content/settings'
import { amountScale, parseDecimal } from '@glasshouse/core/money/units'

type Range = { readonly kind: 'whole' | 'amount' | 'text'; readonly min: string; readonly max: string }

const kindOf = ({ kind, min, max }: Range): SettingKind | null => {
  if (kind === 'text') return { kind, longest: Number.parseInt(max, 10) }
  if (kind === 'whole') return { kind, min: Number.parseInt(min, 10), max: Number.parseInt(max, 10) }
  const [minimum, maximum] = [parseDecimal(min, amountScale), parseDecimal(max, amountScale)]
  return minimum === null || maximum === null ? null : { kind, min: minimum, max: maximum }
}

/** Why a value is invalid, by the rule of the server; null if valid. */
export const validateSetting = (range: Range, text: string): string | null => {
  const kind = kindOf(range)
  if (kind === null || readSetting(kind, text) !== null) return null
  if (kind.kind === 'text') return `At most ${range.max} letters.`
  const what = kind.kind === 'whole' ? 'A whole number' : 'An amount'
  return `${what} from ${range.min} to ${range.max}.`
}
