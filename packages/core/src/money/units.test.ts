import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  divide,
  formatDecimal,
  formatPrice,
  formatQuantity,
  formatUsdt,
  multiplyDivide,
  negateUnits,
  parseDecimal,
  parseUsdt,
  price,
  priceStep,
  quantity,
  scaleUnits,
  subtractUnits,
  sumUnits,
  type Usdt,
  usdt,
  valueAt,
} from './units.ts'

describe('decimal strings', () => {
  it('survive a round trip for every amount and scale', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 22n }), fc.integer({ min: 0, max: 9 }), (units, scale) => {
        expect(parseDecimal(formatDecimal(units, scale), scale)).toBe(
          units >= 10n ** BigInt(15 + scale) ? null : units,
        )
      }),
    )
  })

  it.each([
    '',
    ' ',
    '-1',
    '+1',
    '1e5',
    '1e309',
    'NaN',
    'Infinity',
    '0x10',
    '.5',
    '5.',
    '1,000',
    '１２',
    '١٢',
    '1 ',
    '1\n',
    '0.123456789',
    '1234567890123456',
  ])('rejects %j as an amount', (text) => {
    expect(parseDecimal(text, 8)).toBeNull()
  })

  it('keeps all eight decimals and drops trailing zeros', () => {
    expect(formatUsdt(usdt('1971.06300000'))).toBe('1971.063')
    expect(formatUsdt(usdt('-0.00000001'))).toBe('-0.00000001')
    expect([formatUsdt(0n), formatDecimal(0n, 0)]).toEqual(['0', '0'])
    expect(formatQuantity(quantity('0.00000001'))).toBe('0.00000001')
    expect(formatPrice(price('0.000000001'))).toBe('0.000000001')
    expect(formatPrice(price('65850.010'))).toBe('65850.01')
  })
})

describe('divide', () => {
  it('floor and ceil enclose the exact quotient and differ by at most one', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((d) => d !== 0n),
        (n, d) => {
          const low = divide(n, d, 'floor')
          const high = divide(n, d, 'ceil')
          const sign = d < 0n ? -1n : 1n
          expect(low * d * sign <= n * sign).toBe(true)
          expect(high * d * sign >= n * sign).toBe(true)
          expect(high - low === (n % d === 0n ? 0n : 1n)).toBe(true)
          const inward = divide(n, d, 'truncate')
          const outward = divide(n, d, 'away')
          expect(n < 0n !== d < 0n ? [high, low] : [low, high]).toEqual([inward, outward])
        },
      ),
    )
  })
})

it('multiplies before it divides', () => {
  expect(multiplyDivide(10n, 3n, 4n, 'ceil')).toBe(8n)
  expect(multiplyDivide(10n, 3n, 4n, 'floor')).toBe(7n)
  expect(multiplyDivide(-10n, 3n, 4n, 'away')).toBe(-8n)
  expect(multiplyDivide(1n, 10n ** 30n, 10n ** 30n, 'truncate')).toBe(1n)
})

describe('invalid input', () => {
  it('throws with the input in the message', () => {
    for (const rounding of ['floor', 'ceil', 'truncate', 'away'] as const)
      expect(() => divide(1n, 0n, rounding)).toThrow('division by zero')
    expect(() => usdt('ten')).toThrow('not a USDT amount: ten')
    expect(() => quantity('1,5')).toThrow('not a quantity: 1,5')
    expect(() => price('')).toThrow('not a price: ')
  })
})

describe('valueAt', () => {
  it('is quantity times price', () => {
    expect(valueAt(quantity('0.011'), price('65850'), 'ceil')).toBe(usdt('724.35'))
    expect(valueAt(quantity('0.00000001'), price('0.1'), 'ceil')).toBe(1n)
    expect(valueAt(quantity('0.00000001'), price('0.1'), 'floor')).toBe(0n)
  })
})

describe('amounts of one asset', () => {
  const amount = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }) as fc.Arbitrary<Usdt>
  it('give the first again when what was taken away is added, also below zero', () => {
    fc.assert(
      fc.property(amount, amount, (from, less) => {
        expect(sumUnits([subtractUnits(from, less), less])).toBe(from)
      }),
    )
    expect(subtractUnits(usdt('1'), usdt('2.5'))).toBe(usdt('-1.5'))
  })
})

it('an amount and the same with the other sign add up to nothing', () => {
  expect(negateUnits(usdt('2.5'))).toBe(usdt('-2.5'))
  fc.assert(
    fc.property(fc.bigInt() as fc.Arbitrary<Usdt>, (amount) => {
      expect(sumUnits([amount, negateUnits(amount)])).toBe(0n)
    }),
  )
})

it('a part of an amount is rounded once, as it is said', () => {
  expect(scaleUnits(usdt('10'), 1n, 3n, 'floor')).toBe(usdt('3.33333333'))
  expect(scaleUnits(usdt('10'), 1n, 3n, 'ceil')).toBe(usdt('3.33333334'))
  expect(scaleUnits(quantity('0.5'), 3n, 1n, 'floor')).toBe(quantity('1.5'))
})

it.each([
  ['0.1', 10_000_000n],
  ['0', 0n],
  ['0.000000001', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('reads %j as an amount of USDT or as none', (text, units) => {
  expect(parseUsdt(text)).toBe(units)
})

describe('the step of a price', () => {
  it('is one of its last decimal, down to the smallest unit', () => {
    expect([0, 2, 9].map(priceStep)).toEqual([price('1'), price('0.01'), 1n])
  })
})
