import { type MarketProduct, saveMarketToWire } from '@glasshouse/core/console/codec'
import { expect, it } from 'vitest'
import { announcedText, changesIn, draftOf, latestTerms, requestOf } from './terms.ts'

const product: MarketProduct = {
  pid: 1,
  symbol: 'BTCUSDT',
  title: 'Bitcoin',
  icon: 'btc',
  lot: '0.001',
  minnumber: 1,
  step: 1,
  multiples: '2,5',
  fee: '0.0005',
  protime: '1,3',
  proscale: '70,75',
  kind: 'crypto',
  scale: 2,
  onsale: 1,
  running: true,
  changed: null,
  announced: [],
}

it('sends the stored terms if nothing changed', () => {
  const draft = draftOf(product)
  expect(changesIn(draft, draft)).toEqual([])
  expect(requestOf(1, draft)).toEqual(
    saveMarketToWire({
      ...{ pid: 1, title: 'Bitcoin', icon: 'btc', lot: '0.001', minnumber: 1, step: 1, scale: 2 },
      ...{ multiples: '2,5', fee: '0.0005', protime: '1,3', proscale: '70,75', onsale: 1 },
    }),
  )
})

it('lists each change and removes spaces from lists', () => {
  const draft = draftOf(product)
  const after = { ...draft, multiples: '2, 5, 10', onsale: '0' }
  expect(changesIn(draft, after)).toEqual(['Leverages: 2,5 → 2, 5, 10', 'On sale: 1 → 0'])
  expect(requestOf(1, after)).toMatchObject({ multiples: '2,5,10', onsale: 0 })
})

it('returns the name of a field with an unreadable number', () => {
  expect(requestOf(1, { ...draftOf(product), step: 'one' })).toBe('step')
})

it('continues from the terms that were announced last, and says what changes', () => {
  const { lot, multiples, fee, protime } = product
  const announced = { from: 1_700_000_000_000, lot, multiples, fee, protime, proscale: '60,65' }
  const upcoming = { ...product, announced: [{ ...announced, proscale: '1,1' }, announced] }
  expect(draftOf(latestTerms(upcoming)).proscale).toBe('60,65')
  expect(draftOf(latestTerms(product))).toEqual(draftOf(product))
  expect(announcedText(product, announced)).toBe('Payouts: 70,75 → 60,65')
})
