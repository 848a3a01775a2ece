import { amountScale, parseDecimal, type Usdt } from '@glasshouse/core/money/units'

/**
 * An amount as a number field hands it on: plain decimal text with at most eight decimals. `empty` (nothing, or zero) and
 * `wrong` (no number, negative, or too many decimals) are not amounts.
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
