import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BodyOf, calls, type RequestOf } from '../../calls.ts'
import { type Quantity, quantity } from '../../money/units.ts'
import { termsToWire } from '../codec.ts'
import { readProductTerms } from '../productRules.ts'
import {
  announcedTermsToAudit,
  productFieldFromWire,
  productFields,
  productFieldToWire,
  productToAudit,
  type SaveMarketCommand,
  type StaffMarket,
  savedMarketFromWire,
  saveMarketFromWire,
  saveMarketToDetails,
  staffMarketsFromWire,
  staffMarketToWire,
  termsToAudit,
  typedMarketToWire,
} from './codec.ts'

const { request } = calls['/staff/api/productSave']
const bitcoin = {
  ...{ pid: 1, ptitle: 'Bitcoin', icon: 'btc', lot: quantity('0.001'), minnumber: 1, step: 1 },
  ...{ multiples: '2,5,10,20', protime: '0.5,1,3', proscale: '70,75,80', scale: 2, onsale: 1 },
} as const
const command: SaveMarketCommand = {
  ...{ pid: 1, title: 'Bitcoin', icon: 'btc', lot: quantity('0.001'), minLots: 1, stepLots: 1 },
  ...{ leverages: '2,5,10,20', feeRate: null, expiryMinutes: '0.5,1,3', payoutPercents: '70,75,80' },
  ...{ scale: 2, isOnSale: true },
}

describe('the request to save a market', () => {
  const required = Object.keys(bitcoin) as (keyof typeof bitcoin)[]

  it('is complete without a fee rate alone; otherwise the first field that is missing is named', () => {
    fc.assert(
      fc.property(fc.subarray(required), fc.boolean(), (present, hasFee) => {
        const some = Object.fromEntries(present.map((name) => [name, bitcoin[name]]))
        const fee = hasFee ? { fee: '0.0005' } : {}
        const body = { kind: 'market', ...some, ...fee } as BodyOf<'/staff/api/productSave'>
        const missing = required.find((name) => !present.includes(name))
        expect(saveMarketFromWire(body)).toEqual(
          missing === undefined
            ? { command: { ...command, feeRate: hasFee ? '0.0005' : null } }
            : { missing },
        )
      }),
    )
  })

  it('may have fields that are 0 or empty: they are values to judge, not left out', () => {
    const empty = { ptitle: '', icon: '', lot: 0n as Quantity, multiples: '', protime: '', proscale: '' }
    expect(saveMarketFromWire({ kind: 'market', ...bitcoin, ...empty, scale: 0, onsale: 0 })).toEqual({
      command: {
        ...{ pid: 1, title: '', icon: '', lot: 0n, minLots: 1, stepLots: 1, leverages: '' },
        ...{ feeRate: null, expiryMinutes: '', payoutPercents: '', scale: 0, isOnSale: false },
      },
    })
  })

  it('is judged by the rules of terms, with the fee rate that holds', () => {
    expect(readProductTerms({ ...command, feeRate: '0.0005' }, 85)).toEqual({
      ...{ title: 'Bitcoin', icon: 'btc', lot: 100_000n, minLots: 1, stepLots: 1 },
      ...{ leverages: [2, 5, 10, 20], feeRatePpm: 500, expiryMinutes: ['0.5', '1', '3'] },
      ...{ payoutPercents: [70, 75, 80], scale: 2, isOnSale: true },
    })
  })

  it('has the names under which an error tells them, there and back', () => {
    expect(productFields.map(productFieldToWire)).toEqual([
      ...['ptitle', 'icon', 'lot', 'minnumber', 'step', 'multiples', 'fee', 'protime', 'proscale', 'scale'],
      'onsale',
    ])
    for (const field of productFields) expect(productFieldFromWire(productFieldToWire(field))).toBe(field)
    for (const other of [undefined, 'redeemfee', 'title']) expect(productFieldFromWire(other)).toBeUndefined()
  })

  it('is compared by a second manager as it was made, with the fee rate that holds', () => {
    expect(saveMarketToDetails({ ...command, feeRate: '0.0005' })).toEqual({
      ...{ kind: 'market', pid: 1, ptitle: 'Bitcoin', icon: 'btc', lot: '0.001', minnumber: 1, step: 1 },
      ...{ multiples: '2,5,10,20', fee: '0.0005', protime: '0.5,1,3', proscale: '70,75,80', scale: 2 },
      onsale: 1,
    })
  })

  it('arrives as the console sends it', () => {
    const text = (max: number) => fc.string({ maxLength: max })
    const drawn = fc.record({
      ...{ title: text(40), icon: text(32), leverages: text(60), expiryMinutes: text(100) },
      ...{ feeRate: fc.option(text(9)), payoutPercents: text(60), lot: fc.bigInt(0n, 10n ** 23n - 1n) },
      ...{ pid: fc.integer({ min: 1, max: 10 ** 9 }), minLots: fc.integer({ min: 1, max: 10 ** 6 }) },
      ...{ stepLots: fc.integer({ min: 1, max: 10 ** 6 }), scale: fc.integer({ min: 0, max: 9 }) },
      isOnSale: fc.boolean(),
    })
    fc.assert(
      fc.property(drawn, ({ lot, ...terms }) => {
        const digits = lot.toString().padStart(9, '0')
        const body: RequestOf<'/staff/api/productSave'> = typedMarketToWire({
          ...terms,
          lot: `${digits.slice(0, -8)}.${digits.slice(-8)}`,
        })
        expect(saveMarketFromWire(request.parse(body))).toEqual({ command: { ...terms, lot } })
      }),
    )
  })
})

describe('a market as staff set it up', () => {
  const terms = {
    ...{ lot: quantity('0.001'), leverages: [2, 5], feeRatePpm: 500 },
    ...{ expiryMinutes: ['0.5', '1'], payoutPercents: [70, 85] },
  }
  const market: StaffMarket = {
    ...{ pid: 1, symbol: 'BTCUSDT', title: 'Bitcoin', icon: 'btc', ...terms, minLots: 2, stepLots: 1 },
    ...{ kind: 'crypto', scale: 2, isOnSale: true, isRunning: true, changedMs: null },
    ...{ announced: [{ ...terms, feeRatePpm: 1000, fromMs: 7 }], isProposed: false },
  }
  const offered = {
    ...{ pid: 1, procode: 'BTCUSDT', ptitle: 'Bitcoin', icon: 'btc', lot: '0.001', minnumber: 2, step: 1 },
    ...{ multiples: '2,5', fee: '0.0005', protime: '0.5,1', proscale: '70,85', kind: 'crypto', scale: 2 },
    onsale: 1,
  }

  it('has the fields of the wire in their order', () => {
    const row = {
      ...{ ...offered, running: true, changed: null },
      announced: [
        ...[{ from: 7, lot: '0.001', multiples: '2,5', fee: '0.001', protime: '0.5,1', proscale: '70,85' }],
      ],
    }
    expect(JSON.stringify(staffMarketToWire(market))).toBe(JSON.stringify(row))
    const proposed = { ...market, isOnSale: false, isRunning: false, changedMs: 9, isProposed: true }
    expect(staffMarketToWire(proposed)).toEqual({
      ...row,
      ...{ onsale: 0, running: false, changed: 9, approvals: 1 },
    })
    expect(calls['/staff/api/productList'].data.parse([staffMarketToWire(proposed)])).toHaveLength(1)
  })

  it('returns from the wire as it was sent', () => {
    fc.assert(
      fc.property(
        fc.record({ isOnSale: fc.boolean(), isRunning: fc.boolean(), isProposed: fc.boolean() }),
        fc.option(fc.nat()),
        fc.bigInt(1n, 10n ** 20n),
        (flags, changedMs, lot) => {
          const one = { ...market, ...flags, changedMs, lot: lot as Quantity }
          expect(staffMarketsFromWire([staffMarketToWire(one)])).toEqual([one])
          expect(savedMarketFromWire(staffMarketToWire(one))).toEqual(one)
        },
      ),
    )
    for (const odd of [{ lot: 'none' }, { fee: '1,5' }])
      expect(() => staffMarketsFromWire([{ ...staffMarketToWire(market), ...odd }])).toThrow(RangeError)
  })

  it('is audited under the names of the wire', () => {
    expect(productToAudit(market)).toEqual(offered)
    expect(termsToAudit(market)).toEqual(termsToWire(market))
    expect(announcedTermsToAudit({ ...terms, fromMs: 7 })).toEqual({ ...termsToWire(terms), from: 7 })
  })
})
