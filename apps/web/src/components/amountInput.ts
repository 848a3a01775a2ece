import { amountScale, parseDecimal, type Usdt } from '@glasshouse/core/money/units'

/**
 * Parses the value of a number field: plain decimal text with at most eight decimals. `empty` (blank or zero) and
 * `wrong` (not a number, negative, or too many decimals) have no amount.
 *
 * @example readAmount('1000.5') // { kind: 'amount', amount: 100050000000n, text: '1000.5' }
 */
export const readAmount = (
  text: string,
): { kind: 'empty' } | { kind: 'wrong' } | { kind: 'amount'; amount: Usdt; text: string } => {
  if (text === '') return { kind: 'empty' }
  const amount = parseDecimal(text, amountScale)
  if (amount === null) return { kind: 'wrong' }
  return amount === 0n ? { kind: 'empty' } : { kind: 'amount', amount: amount as Usdt, text }
}
