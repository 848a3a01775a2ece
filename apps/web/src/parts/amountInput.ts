import { amountScale, parseDecimal, type Usdt } from '@glasshouse/core/money/units'

/**
 * What somebody typed into an amount: grouping blanks and a decimal comma are forgiven, nothing else is
 * guessed. `empty` and `wrong` are not zero.
 *
 * @example readAmount('1 000,5') // { kind: 'amount', amount: 100050000000n, text: '1000.5' }
 */
export const readAmount = (
  typed: string,
): { kind: 'empty' } | { kind: 'wrong' } | { kind: 'amount'; amount: Usdt; text: string } => {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '').replace(/^([^.,]*),([^.,]*)$/, '$1.$2')
  if (text === '') return { kind: 'empty' }
  const amount = parseDecimal(text, amountScale)
  if (amount === null) return { kind: 'wrong' }
  return amount === 0n ? { kind: 'empty' } : { kind: 'amount', amount: amount as Usdt, text }
}
