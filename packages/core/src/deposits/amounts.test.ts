import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal, type Usdt, usdt } from '../money/units.ts'
import { parseForeignDecimal, usdtFromPayment, usdtFromToken } from './amounts.ts'

it('converts a token of any decimals to USDT, rounded down', () => {
  expect(usdtFromToken(1_500_000n, 6)).toBe(usdt('1.5'))
  expect(usdtFromToken(1n, 6)).toBe(usdt('0.000001'))
  expect(usdtFromToken(19_999_999_999n, 18)).toBe(1n)
  expect(usdtFromToken(9_999_999_999n, 18)).toBe(0n)
  expect(usdtFromToken(7n, 8)).toBe(7n)
  expect(usdtFromToken(7n, 0)).toBe(usdt('7'))
})

it('values a payment at the given rates, rounded down', () => {
  expect(usdtFromPayment('0.01', '64000', usdt('1'))).toBe(usdt('640'))
  expect(usdtFromPayment('0.00999999', '64392.23', usdt('1.01'))).toBe(usdt('637.54619413'))
  expect(usdtFromPayment('100', '1.000000000', usdt('1'))).toBe(usdt('100'))
  for (const bad of ['', '-1', '1e3', 'NaN', '1.2.3', '1,5'])
    expect(usdtFromPayment(bad, '1', usdt('1'))).toBeNull()
  expect(usdtFromPayment('1', 'x', usdt('1'))).toBeNull()
})

it('parses eighteen decimals and truncates the rest', () => {
  expect(parseForeignDecimal('1.0000000000000000019')).toBe(10n ** 18n + 1n)
  expect(parseForeignDecimal('2')).toBe(2n * 10n ** 18n)
})

it('never returns more than was paid', () => {
  const text = (scale: number) =>
    fc.bigInt({ min: 0n, max: 10n ** 14n }).map((units) => formatDecimal(units, scale))
  fc.assert(
    fc.property(text(8), text(6), fc.bigInt({ min: 1n, max: 10n ** 10n }), (value, rate, perUsdt) => {
      const credited = usdtFromPayment(value, rate, perUsdt as Usdt)
      const [paid, priced] = [parseForeignDecimal(value), parseForeignDecimal(rate)]
      if (credited === null || paid === null || priced === null) throw new Error('a decimal was not read')
      const exact = paid * priced * 10n ** 16n
      expect(credited * perUsdt * 10n ** 36n <= exact).toBe(true)
      expect((credited + 1n) * perUsdt * 10n ** 36n > exact).toBe(true)
    }),
  )
})
