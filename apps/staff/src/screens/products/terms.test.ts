import { type StaffMarket, typedMarketToWire } from '@glasshouse/core/markets/staff/codec'
import { quantity } from '@glasshouse/core/money/units'
import { expect, it } from 'vitest'
import { announcedText, changesIn, draftOf, latestTerms, requestOf } from './terms.ts'

const product: StaffMarket = {
  pid: 1,
  symbol: 'BTCUSDT',
  title: 'Bitcoin',
  icon: 'btc',
  lot: quantity('0.001'),
  minLots: 1,
  stepLots: 1,
  leverages: [2, 5],
  feeRatePpm: 500,
  expiryMinutes: ['1', '3'],
  payoutPercents: [70, 75],
  kind: 'crypto',
  scale: 2,
  isOnSale: true,
  isRunning: true,
  changedMs: null,
  announced: [],
  isProposed: false,
}

it('sends the stored terms if nothing changed', () => {
  const draft = draftOf(product)
  expect(changesIn(draft, draft)).toEqual([])
  expect(requestOf(1, draft)).toEqual(
    typedMarketToWire({
      ...{ pid: 1, title: 'Bitcoin', icon: 'btc', lot: '0.001', minLots: 1, stepLots: 1, scale: 2 },
      ...{
        leverages: '2,5',
        feeRate: '0.0005',
        expiryMinutes: '1,3',
        payoutPercents: '70,75',
        isOnSale: true,
      },
    }),
  )
})

it('lists each change and removes spaces from lists', () => {
  const draft = draftOf(product)
  const after = { ...draft, leverages: '2, 5, 10', isOnSale: '0' }
  expect(changesIn(draft, after)).toEqual(['Leverages: 2,5 → 2, 5, 10', 'On sale: 1 → 0'])
  expect(requestOf(1, after)).toMatchObject({ multiples: '2,5,10', onsale: 0 })
})

it('returns the name of a field with an unreadable number', () => {
  expect(requestOf(1, { ...draftOf(product), stepLots: 'one' })).toBe('stepLots')
})

it('continues from the terms that were announced last, and says what changes', () => {
  const { lot, leverages, feeRatePpm, expiryMinutes } = product
  const terms = { lot, leverages, feeRatePpm, expiryMinutes, payoutPercents: [60, 65] }
  const announced = { fromMs: 1_700_000_000_000, ...terms }
  const upcoming = { ...product, announced: [{ ...announced, payoutPercents: [1, 1] }, announced] }
  expect(draftOf(latestTerms(upcoming)).payoutPercents).toBe('60,65')
  expect(draftOf(latestTerms(product))).toEqual(draftOf(product))
  expect(announcedText(product, announced)).toBe('Payouts: 70,75 → 60,65')
})
