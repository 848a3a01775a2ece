import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal, type Usdt, usdt } from '../money/units.ts'
import { readForeign, usdtOfPayment, usdtOfToken } from './amounts.ts'

it('turns a token of any decimals into USDT, rounded down', () => {
  expect(usdtOfToken(1_500_000n, 6)).toBe(usdt('1.5'))
  expect(usdtOfToken(1n, 6)).toBe(usdt('0.000001'))
  expect(usdtOfToken(19_999_999_999n, 18)).toBe(1n)
  expect(usdtOfToken(9_999_999_999n, 18)).toBe(0n)
  expect(usdtOfToken(7n, 8)).toBe(7n)
  expect(usdtOfToken(7n, 0)).toBe(usdt('7'))
})

it('values a payment at the rates given, rounded down', () => {
  expect(usdtOfPayment('0.01', '64000', usdt('1'))).toBe(usdt('640'))
  expect(usdtOfPayment('0.00999999', '64392.23', usdt('1.01'))).toBe(usdt('637.54619413'))
  expect(usdtOfPayment('100', '1.000000000', usdt('1'))).toBe(usdt('100'))
  for (const bad of ['', '-1', '1e3', 'NaN', '1.2.3', '1,5'])
    expect(usdtOfPayment(bad, '1', usdt('1'))).toBeNull()
  expect(usdtOfPayment('1', 'x', usdt('1'))).toBeNull()
})

it('reads eighteen decimals and cuts what is beyond', () => {
  expect(readForeign('1.0000000000000000019')).toBe(10n ** 18n + 1n)
  expect(readForeign('2')).toBe(2n * 10n ** 18n)
})

it('never gives more than was paid', () => {
  const text = (scale: number) =>
    fc.bigInt({ min: 0n, max: 10n ** 14n }).map((units) => formatDecimal(units, scale))
  fc.assert(
    fc.property(text(8), text(6), fc.bigInt({ min: 1n, max: 10n ** 10n }), (value, rate, perUsdt) => {
      const got = usdtOfPayment(value, rate, perUsdt as Usdt)
      const [paid, priced] = [readForeign(value), readForeign(rate)]
      if (got === null || paid === null || priced === null) throw new Error('a decimal was not read')
      const exact = paid * priced * 10n ** 16n
      expect(got * perUsdt * 10n ** 36n <= exact).toBe(true)
      expect((got + 1n) * perUsdt * 10n ** 36n > exact).toBe(true)
    }),
  )
})
