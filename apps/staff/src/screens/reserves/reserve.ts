import type { DataOf } from '@glasshouse/core/calls'
import { amountScale, formatDecimal, parseDecimal } from '@glasshouse/core/money/units'
import { formatAmount } from '../../formatters.ts'

export type Reserve = DataOf<'/staff/api/reserveList'>[number]

type Label = { readonly name: string; readonly meaning: string }

const labels: ReadonlyMap<string, Label> = new Map(
  Object.entries<Label>({
    trading: { name: 'House trading', meaning: 'Pays what customers win and takes what they lose.' },
    fees: { name: 'Fees', meaning: 'What customers paid in fees.' },
    loans: { name: 'Loans', meaning: 'Is lent to customers against their running orders.' },
    marketing: { name: 'Marketing', meaning: 'Pays bonuses and rewards.' },
    insurance: { name: 'Insurance', meaning: 'Pays for what a close-out leaves open.' },
  }),
)

const issueLabel = (id: string, asset: string): Label => ({
  name: `Issue ${id}: ${asset}`,
  meaning: 'Holds the coins an issue offers or has to deliver, and what was paid for them.',
})

/** Name and meaning of a reserve; the reserve of a product or an issue is named by its number. */
export const reserveLabel = ({ reserve, asset }: Pick<Reserve, 'reserve' | 'asset'>): Label => {
  if (reserve.startsWith('subscription:')) return issueLabel(reserve.slice('subscription:'.length), asset)
  return labels.get(reserve) ?? interestLabel(reserve)
}

const interestLabel = (reserve: string): Label => ({
  name: `Interest of product ${reserve.slice('interest:'.length)}`,
  meaning: 'Holds the interest its product promised, and what it can still promise.',
})

/** Promised share of a reserve in whole percent of its balance; only for the meter. */
export const shareOf = ({ balance, promised }: Pick<Reserve, 'balance' | 'promised'>): number => {
  const [whole, part] = [parseDecimal(balance, amountScale), parseDecimal(promised, amountScale)]
  if (whole === null || part === null) return 100
  if (whole <= 0n) return part > 0n ? 100 : 0
  const share = (part * 100n) / whole
  return share > 100n ? 100 : Number.parseInt(share.toString(), 10)
}

export type Direction = 'in' | 'out'

/** Why an amount cannot be moved; null if the request can be sent. */
export const validateCapitalMove = (
  reserve: Pick<Reserve, 'asset' | 'free'>,
  direction: Direction,
  text: string,
): string | null => {
  const amount = parseDecimal(text, amountScale)
  if (amount === null || amount <= 0n) return `An amount of ${reserve.asset} above 0.`
  const free = parseDecimal(reserve.free, amountScale)
  if (direction === 'out' && free !== null && amount > free)
    return `Only ${formatAmount(reserve.free)} ${reserve.asset} are free.`
  return null
}

/** The balance over the days that are known: heights of a small chart with zero as its floor, the least and the most. */
export const balanceCurve = (days: Reserve['days']) => {
  const values = days.map(({ balance }) => parseDecimal(balance, amountScale) ?? 0n)
  const least = values.reduce((low, value) => (value < low ? value : low), values[0] ?? 0n)
  const most = values.reduce((high, value) => (value > high ? value : high), values[0] ?? 0n)
  const heightOf = (value: bigint): number =>
    most <= 0n || value <= 0n ? 0 : Number.parseInt(((value * 1000n) / most).toString(), 10) / 1000
  return {
    heights: values.map(heightOf),
    least: formatDecimal(least, amountScale),
    most: formatDecimal(most, amountScale),
  }
}
