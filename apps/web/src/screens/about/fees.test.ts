import { expect, it } from 'vitest'
import { feeRates } from './fees.ts'

it('takes rates from the terms of all markets, and does not invent what is not told', () => {
  const markets = [
    { feeRatePpm: 500, payoutPercents: [80, 85] },
    { feeRatePpm: 400, payoutPercents: [] },
    { feeRatePpm: 700, payoutPercents: [70] },
  ]
  expect(feeRates(markets, { loan_rate_ppm: '500', copy_fee_max: '30' })).toEqual({
    contracts: { low: 400, high: 700 },
    options: { low: 70, high: 85, best: 5406n, worst: 5883n },
    withdrawal: 50_000,
    copy: 300_000,
    loan: 500,
  })
  expect(feeRates([], {})).toEqual({
    contracts: null,
    options: null,
    withdrawal: 50_000,
    copy: null,
    loan: null,
  })
})
