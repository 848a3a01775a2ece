import { expect, it } from 'vitest'
import { formatAmount, formatDay, formatDuration, instantText, shortHash, wholeText } from './formatters.ts'

it.each([
  ['1234567.5', '1,234,567.50'],
  ['-1234.50000000', '−1,234.50'],
  ['0', '0.00'],
  ['0.00000001', '0.00000001'],
  ['not known', 'not known'],
])('writes the amount %s as %s, losing nothing', (wire, expected) => {
  expect(formatAmount(wire)).toBe(expected)
})

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [21 * 60_000, '21 m'],
  [18_120_000, '5 h 2 m'],
  [49 * 3_600_000, '2 d 1 h'],
])('writes %d ms as %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected)
})

it('formats instants at UTC+1', () => {
  const midnight = Date.UTC(2026, 5, 15, 23, 0, 0)
  expect(formatDay(midnight)).toBe('16 Jun 2026')
  expect(instantText(midnight)).toBe('16 Jun 2026, 00:00:00')
})

it('formats counts and shortens hashes', () => {
  expect([wholeText(1234), wholeText(-1234)]).toEqual(['1,234', '−1,234'])
  expect(shortHash('a'.repeat(6) + 'b'.repeat(50) + 'c'.repeat(6))).toBe('aaaaaa…cccccc')
  expect(shortHash('short')).toBe('short')
})
