import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { price, quantity, usdt } from '../money/units.ts'
import {
  listedTermsToWire,
  type Market,
  marketFromWire,
  marketToWire,
  termsVersionFromWire,
  termsVersionToWire,
} from './codec.ts'
import type { TermsVersion } from './terms.ts'

const market: Market = {
  pid: 1,
  symbol: 'BTCUSDT',
  title: 'BTC',
  icon: 'btc',
  price: price('66128.74'),
  open24h: price('66535'),
  high: price('67000.5'),
  low: price('65000'),
  volume: quantity('1234.5678'),
  turnover: usdt('81640000.12'),
  lot: quantity('0.001'),
  minLots: 1,
  stepLots: 1,
  leverages: [2, 5, 10],
  feeRatePpm: 500,
  expiryMinutes: ['0.5', '1'],
  payoutPercents: [70, 85],
  kind: 'crypto',
  scale: 2,
  isOnSale: true,
  termsId: 'a'.repeat(64),
  announced: null,
}

describe('a market on the wire', () => {
  it('has the names and the decimal texts of the specification', () => {
    expect(marketToWire(market)).toMatchObject({
      procode: 'BTCUSDT',
      ptitle: 'BTC',
      price: '66128.74',
      color: 'red',
      multiples: '2,5,10',
      fee: '0.0005',
      protime: '0.5,1',
      proscale: '70,85',
      minnumber: 1,
      step: 1,
      terms: market.termsId,
    })
    expect(marketToWire(market)).not.toHaveProperty('offsale')
    expect(marketToWire(market)).not.toHaveProperty('announced')
    expect(marketToWire({ ...market, isOnSale: false })).toHaveProperty('offsale', true)
  })

  it('is parsed to the market it was formatted from', () => {
    const units = fc.bigInt(0n, 10n ** 18n)
    const arbitrary = fc.record({
      price: units,
      open24h: units,
      volume: units,
      isOnSale: fc.boolean(),
      leverages: fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1 }),
      feeRatePpm: fc.integer({ min: 0, max: 2000 }),
      expiryMinutes: fc.array(fc.constantFrom('0.5', '1', '3')),
      isAnnounced: fc.boolean(),
    })
    fc.assert(
      fc.property(arbitrary, ({ isAnnounced, ...changed }) => {
        const { lot, leverages, feeRatePpm, expiryMinutes, payoutPercents } = market
        const terms = { lot, leverages, feeRatePpm, expiryMinutes, payoutPercents }
        const announced = isAnnounced ? { ...terms, fromMs: 1_800_000_000_000 } : null
        const expected = {
          ...market,
          ...changed,
          payoutPercents: changed.expiryMinutes.map(() => 80),
          announced,
        } as unknown as Market
        expect(marketFromWire(marketToWire(expected))).toEqual(expected)
      }),
    )
  })

  it('without options lists no expiry', () => {
    const parsed = marketFromWire({ ...marketToWire(market), protime: '', proscale: '' })
    expect(parsed).toMatchObject({ expiryMinutes: [], payoutPercents: [] })
  })
})

describe('a version of terms on the wire', () => {
  const version: TermsVersion = {
    ...{ n: 7, symbol: 'BTCUSDT', termsId: 'a', fromMs: 5, previous: 'b', hash: 'c' },
    // Texts written by hand stay as they are: the hash is of them.
    ...{
      lot: '0.001',
      leverages: '2, 5',
      feeRate: '0.0005',
      expiryMinutes: '0.5,1',
      payoutPercents: '70,75',
    },
  }

  it('has the published fields in their order, and returns as it was', () => {
    const row = {
      ...{ n: 7, symbol: 'BTCUSDT', terms: 'a', from: 5, lot: '0.001', multiples: '2, 5', fee: '0.0005' },
      ...{ protime: '0.5,1', proscale: '70,75', previous: 'b', hash: 'c' },
    }
    expect(JSON.stringify(termsVersionToWire(version))).toBe(JSON.stringify(row))
    expect(termsVersionFromWire(row)).toEqual(version)
  })

  it('is listed without its place in the chain', () => {
    expect(JSON.stringify(listedTermsToWire(version))).toBe(
      '{"terms":"a","from":5,"lot":"0.001","multiples":"2, 5","fee":"0.0005","protime":"0.5,1","proscale":"70,75"}',
    )
  })
})
