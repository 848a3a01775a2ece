import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, parseDecimal } from '@glasshouse/core/money/units'
import { formatAmount } from '../../formatters.ts'

export type Reserve = DataOf<'/staff/api/reserveList'>[number]

type Label = { readonly name: string; readonly meaning: string }

const labels: ReadonlyMap<string, Label> = new Map(
  Object.entries<Label>({
    trading: { name: 'House trading', meaning: 'Pays what customers win and takes what they lose.' },
    fees: { name: 'Fees', meaning: 'What customers paid in fees.' },
    marketing: { name: 'Marketing', meaning: 'Pays bonuses and rewards.' },
    insurance: { name: 'Insurance', meaning: 'Pays for what a close-out leaves open.' },
  }),
)

/** Name and meaning of a reserve; the interest reserve of a product is named by its number. */
export const reserveLabel = (reserve: Reserve['reserve']): Label =>
  labels.get(reserve) ?? {
    name: `Interest of product ${reserve.slice('interest:'.length)}`,
    meaning: 'Holds the interest its product promised, and what it can still promise.',
  }

/** Promised share of a reserve in whole percent of its balance; only for the meter. */
export const shareOf = ({ balance, promised }: Reserve): number => {
  const [whole, part] = [parseDecimal(balance, amountScale), parseDecimal(promised, amountScale)]
  if (whole === null || part === null) return 100
  if (whole <= 0n) return part > 0n ? 100 : 0
  const share = (part * 100n) / whole
  return share > 100n ? 100 : Number.parseInt(share.toString(), 10)
}

export type Direction = 'in' | 'out'

/** Why an amount cannot be moved; null if the request can be sent. */
export const validateCapitalMove = (reserve: Reserve, direction: Direction, text: string): string | null => {
  const amount = parseDecimal(text, amountScale)
  if (amount === null || amount <= 0n) return 'An amount of USDT above 0.'
  const free = parseDecimal(reserve.free, amountScale)
  if (direction === 'out' && free !== null && amount > free)
    return `Only ${formatAmount(reserve.free)} USDT are free.`
  return null
}
