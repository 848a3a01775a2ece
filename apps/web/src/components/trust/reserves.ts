import { usdt } from '@glasshouse/core/money/units'

const named = [
  'trading',
  'interest',
  'optionEscrow',
  'referral',
  'marketing',
  'insurance',
  'loans',
  'subscription',
  'fees',
  'other',
] as const
type ReserveName = (typeof named)[number]

/** Reserves of one kind, USDT in units of 1e-8; `missing` adds up what each of them is below its own floor. */
export type ReserveGroup = {
  readonly name: ReserveName
  readonly balance: bigint
  readonly floor: bigint
  readonly missing: bigint
}

const nameOf = (reserve: string): ReserveName => {
  const [kind = ''] = reserve.split(':')
  return named.find((name) => name === kind) ?? 'other'
}

/**
 * Adds up the reserves of all products, of all issues, and those without a name of their own, so that the groups sum to
 * all reserves. What one product is below its floor is not set off against another.
 *
 * @example groupReserves([{ reserve: 'interest:1', balance: '5', floor: '2' }]) // one group `interest`
 */
export const groupReserves = (
  reserves: readonly { readonly reserve: string; readonly balance: string; readonly floor: string }[],
): readonly ReserveGroup[] =>
  named.flatMap((name) => {
    const own = reserves.filter(({ reserve }) => nameOf(reserve) === name)
    if (own.length === 0) return []
    const sum = (of: 'balance' | 'floor'): bigint => own.reduce((total, row) => total + usdt(row[of]), 0n)
    const missing = own
      .map(({ balance, floor }) => usdt(floor) - usdt(balance))
      .reduce((total, short) => (short > 0n ? total + short : total), 0n)
    return [{ name, balance: sum('balance'), floor: sum('floor'), missing }]
  })
