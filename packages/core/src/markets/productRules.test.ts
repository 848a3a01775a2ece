import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantity } from '../money/units.ts'
import { type RawProductTerms, readProductTerms } from './productRules.ts'

const good: RawProductTerms = {
  title: 'Bitcoin',
  icon: 'btc',
  lot: quantity('0.001'),
  minLots: 2,
  stepLots: 2,
  leverages: '2,5,10,100',
  feeRate: '0.0005',
  expiryMinutes: '0.1,1,15',
  payoutPercents: '70,75,75',
  scale: 2,
  isOnSale: true,
}
const problemOf = (more: Partial<RawProductTerms>) => {
  const read = readProductTerms({ ...good, ...more }, 85)
  return 'problem' in read ? read.problem : null
}

describe('product terms', () => {
  it('are parsed as written', () => {
    expect(readProductTerms(good, 85)).toEqual({
      title: 'Bitcoin',
      icon: 'btc',
      lot: 100_000n,
      minLots: 2,
      stepLots: 2,
      leverages: [2, 5, 10, 100],
      feeRatePpm: 500,
      expiryMinutes: ['0.1', '1', '15'],
      payoutPercents: [70, 75, 75],
      scale: 2,
      isOnSale: true,
    })
  })
  it.each<[string, Partial<RawProductTerms>]>([
    ['title', { title: '' }],
    ['title', { title: ' a' }],
    ['title', { title: '<b>' }],
    ['title', { title: 'a\nb' }],
    ['icon', { icon: '../x' }],
    ['icon', { icon: 'https://x' }],
    ['lot', { lot: quantity('0') }],
    ['minLots', { minLots: 3 }],
    ['leverages', { leverages: '' }],
    ['leverages', { leverages: '5,2' }],
    ['leverages', { leverages: '2,2' }],
    ['leverages', { leverages: '2,101' }],
    ['leverages', { leverages: '2, 5' }],
    ['leverages', { leverages: '1.5' }],
    ['leverages', { leverages: '1,2,3,4,5,6,7,8,9,10,11' }],
    ['feeRate', { feeRate: '' }],
    ['feeRate', { feeRate: '-0.0005' }],
    ['feeRate', { feeRate: '0.002001' }],
    ['feeRate', { feeRate: '0.0000005' }],
    ['feeRate', { feeRate: '1' }],
    ['feeRate', { feeRate: '0,0005' }],
    ['expiryMinutes', { expiryMinutes: '0,1,15' }],
    ['expiryMinutes', { expiryMinutes: '0.05,1,15' }],
    ['expiryMinutes', { expiryMinutes: '1,1,15' }],
    ['expiryMinutes', { expiryMinutes: '1,2,1441' }],
    ['expiryMinutes', { expiryMinutes: '1.0,2,3' }],
    ['payoutPercents', { payoutPercents: '70,75' }],
    ['payoutPercents', { payoutPercents: '70,75,86' }],
    ['payoutPercents', { payoutPercents: '70,75,0' }],
  ])('rejects an invalid %s under its field name', (field, more) => {
    expect(problemOf(more)).toBe(field)
  })
  it('never pay more than the maximum and have one payout per expiry', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 95 }),
        (percents, ceiling) => {
          const read = readProductTerms({ ...good, payoutPercents: percents.join(',') }, ceiling)
          if ('problem' in read) return
          expect(read.payoutPercents.length).toBe(read.expiryMinutes.length)
          for (const percent of read.payoutPercents) expect(percent).toBeLessThanOrEqual(ceiling)
        },
      ),
    )
  })
})
