import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { directionOf, firstDifference } from './direction.tsx'

const decimal = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

describe('directionOf', () => {
  it('agrees with the exact numbers behind the strings', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.bigInt(-(10n ** 20n), 10n ** 20n), (a, b) => {
        const expected = a === b ? 'flat' : a < b ? 'up' : 'down'
        expect(directionOf(decimal(a), decimal(b))).toBe(expected)
      }),
    )
  })
  it('ignores trailing zeros', () => {
    expect(directionOf('97000', '97000.00')).toBe('flat')
    expect(directionOf('9.9', '10')).toBe('up')
    expect(directionOf('-1.5', '-1.25')).toBe('up')
  })
})

describe('firstDifference', () => {
  it('returns the index of the first changed digit', () => {
    expect(firstDifference('66,128.73', '66,128.74')).toBe(8)
    expect(firstDifference('66,128.74', '66,127.94')).toBe(5)
    expect(firstDifference('1.00', '1.00')).toBe(4)
  })
  it('aligns figures right when the length changes', () => {
    expect(firstDifference('999.00', '1,000.00')).toBe(0)
    expect(firstDifference('1,999.00', '999.00')).toBe(6)
  })
})
