import fc from 'fast-check'
import { expect, it } from 'vitest'
import { annualRate, aprOf, apyOf, exceedsApr, formatPercent, formatRate, parseRate } from './rates.ts'
import { type InterestMethod, type Rate, rate } from './rules.ts'

const cycle = (method: InterestMethod, of: string, days: number) => ({ method, rate: rate(of), days })
const figures = (of: ReturnType<typeof cycle>) => [annualRate(of), aprOf(of), apyOf(of)].map(formatPercent)

it('shows yearly figures in percent with two decimals, rounded down', () => {
  expect(figures(cycle('fixed', '0.0011', 7))).toEqual(['5.65', '5.73', '5.9'])
  expect(figures(cycle('compound', '0.0135', 90))).toEqual(['5.4', '5.47', '5.62'])
  expect(figures(cycle('fixed', '0.36', 365))).toEqual(['35.5', '36', '36'])
  expect(figures(cycle('fixed', '0.00000001', 1))).toEqual(['0', '0', '0'])
})

it('finds the yield exactly: one hundredth of a percent more would be too much', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 7n }) as fc.Arbitrary<Rate>,
      fc.integer({ min: 1, max: 400 }),
      (of, days) => {
        const found = apyOf({ method: 'fixed', rate: of, days })
        const fits = (x: bigint) =>
          (10_000n + x) ** BigInt(days) * 10n ** (8n * 365n) <=
          (10n ** 8n + of) ** 365n * 10_000n ** BigInt(days)
        expect([fits(found), fits(found + 1n)]).toEqual([true, false])
      },
    ),
    { numRuns: 30 },
  )
})

it('is rounded down also where the root is closest below a whole hundredth', () => {
  expect(formatPercent(apyOf(cycle('fixed', '0.0011', 2)))).toBe('22.21')
  expect(formatPercent(apyOf(cycle('fixed', '0.001', 7)))).toBe('5.34')
  expect(formatPercent(apyOf(cycle('fixed', '0.0012', 30)))).toBe('1.46')
})

it('of interest on interest is exact, and no yearly figure falls with the rate', () => {
  const cycles = fc.record({
    method: fc.constantFrom<InterestMethod>('fixed', 'compound'),
    rate: fc.bigInt({ min: 1n, max: 10n ** 7n }) as fc.Arbitrary<Rate>,
    days: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(cycles, (of) => {
      const whole = BigInt(of.days) * 10n ** 8n
      const found = apyOf({ ...of, method: 'compound' }) + 10_000n
      const fits = (x: bigint) => x * whole ** 365n <= (whole + of.rate) ** 365n * 10_000n
      expect([fits(found), fits(found + 1n)]).toEqual([true, false])
      const more = { ...of, rate: (of.rate + 1n) as Rate }
      for (const figure of [annualRate, aprOf, apyOf]) expect(figure(more) >= figure(of)).toBe(true)
      // Interest on interest earns no less than without, and 365 days no less than 360.
      expect(apyOf(of) >= aprOf(of) - 1n || of.days > 365).toBe(true)
      expect(aprOf(of) >= annualRate(of)).toBe(true)
      expect(exceedsApr(of, Number(aprOf(of) / 100n) + 1)).toBe(false)
      if (aprOf(of) >= 100n) expect(exceedsApr(of, Number(aprOf(of) / 100n) - 1)).toBe(true)
    }),
    { numRuns: 40 },
  )
})

it('of a year of one rate is that rate, and of nothing next to nothing', () => {
  expect(apyOf(cycle('fixed', '1', 1)) > 10n ** 100n).toBe(true)
  expect(figures(cycle('fixed', '1', 365))).toEqual(['98.63', '100', '100'])
  expect(figures(cycle('compound', '1', 365))).toEqual(['98.63', '100', '171.45'])
  expect(figures(cycle('compound', '0.00000001', 1095))).toEqual(['0', '0', '0'])
})

it('is above the largest simple rate only when it really exceeds it', () => {
  expect(exceedsApr(cycle('fixed', '0.36', 365), 36)).toBe(false)
  expect(exceedsApr(cycle('fixed', '0.36000001', 365), 36)).toBe(true)
  expect(exceedsApr(cycle('compound', '0.0011', 7), 5)).toBe(true)
  expect(exceedsApr(cycle('compound', '0.0011', 7), 6)).toBe(false)
})

it('reads rates with at most eight decimals', () => {
  expect(parseRate('0.0011')).toBe(110_000n)
  expect([parseRate('0.000000001'), parseRate('-1'), parseRate('1e3'), parseRate('')]).toEqual(
    Array(4).fill(null),
  )
  expect(formatRate(rate('0.0011'))).toBe('0.0011')
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 10n }), (units) => {
      expect(parseRate(formatRate(units as Rate))).toBe(units)
    }),
  )
  expect(() => rate('0.000000001')).toThrow('not a rate: 0.000000001')
})
