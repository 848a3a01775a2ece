import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { feeExample, stopLossLimit, stopLossOf } from './terms.ts'

it('computes the example by the rules of a dealing, with sums that add up', () => {
  const { value, profit, fee, keep, levy, paid } = feeExample(usdt('1000'), 100_000, 1_000)
  expect([value, profit].map(formatUsdt)).toEqual(['1100', '100'])
  expect(fee + keep).toBe(value)
  expect(levy + paid).toBe(keep)
  expect(formatUsdt(keep).slice(0, 4)).toBe('1089')
})

it('never takes a fee or levy above the profit or the value', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 100_000n),
      fc.integer({ min: 0, max: 300_000 }),
      fc.integer({ min: 0, max: 20_000 }),
      (hundreds, feePpm, levyPpm) => {
        const money = usdt(String(hundreds * 100n))
        const { profit, fee, keep, levy } = feeExample(money, feePpm, levyPpm)
        return fee >= 0n && fee <= profit && keep >= money && levy >= 0n && levy <= keep
      },
    ),
  )
})

it('accepts whole stop-losses from 5 to 95 percent and names the value at which an order leaves', () => {
  expect(['4', '5', '40', '95', '96', '4.5', '', '-5'].map(stopLossOf)).toEqual([
    ...[null, 5, 40, 95, null, null, null, null],
  ])
  expect(formatUsdt(stopLossLimit(usdt('800'), 40))).toBe('480')
})
