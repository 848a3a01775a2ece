import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../../../calls.ts'
import { type Units, usdt } from '../../../money/units.ts'
import { poolStates } from '../../copy/wire.ts'
import { poolUnitsFromWire, unitPriceFromWire } from '../../orders/codec.ts'
import { type Rate, rate } from '../../rules.ts'
import { productKinds } from '../../wire.ts'
import {
  copyTermsToWire,
  type StaffCopy,
  type StaffProduct,
  savedProductFromWire,
  staffProductsFromWire,
  staffProductToAudit,
  staffProductToWire,
} from './codec.ts'

const copy: StaffCopy = {
  ...{ leadId: 3, leadUid: 10_002, account: 1001, periodDays: 30, min: usdt('100'), max: usdt('5000') },
  ...{ leadFeePpm: 105_000, maxMultiple: 12, copyStopPercent: 55, exitLevyPpm: 1500, state: 'waiting' },
  ...{ waiting: usdt('800'), units: poolUnitsFromWire('4570.57542334') },
  unitPrice: unitPriceFromWire('1.037991549'),
}
const product: StaffProduct = {
  ...{ id: 7, kind: 'yield', name: 'Seven days', pictureUrl: '/a.png', remark: 'sample', position: 2 },
  ...{ isOnSale: true, isFeatured: true, isBuyable: true, quota: usdt('50000'), redeemDays: 1 },
  cycles: [
    { id: 5, method: 'fixed', rate: rate('0.0011'), days: 7, min: usdt('100'), max: usdt('100000') },
    { id: 6, method: 'compound', rate: rate('0.0054'), days: 30, min: usdt('100'), max: usdt('100000') },
  ],
  redeemFee: rate('0.4'),
  texts: { en: { source: 'Own capital.' } },
  claims: { agency: { text: 'Audited', source: 'https://example.com' } },
  ...{ sold: usdt('2700'), promised: usdt('2.97'), reserve: usdt('20000'), free: usdt('19997.03') },
  ...{ createdMs: 1_700_000_000_000, changedMs: 1_700_000_000_001, isProposed: false, copy: null },
}

describe('an investment product of staff', () => {
  it('has the fields of the wire, which the schemas of both calls accept', () => {
    const wire = staffProductToWire(product)
    expect(wire).toEqual({
      ...{ id: 7, kind: 'yield', name: 'Seven days', picurl: '/a.png', remark: 'sample', position: 2 },
      ...{ onsale: 1, ishot: 1, status: 1, quota: '50000', redeemdays: 1, redeemfee: '0.4' },
      cycles: [
        {
          ...{ id: 5, interesttype: 1, rete: '0.0011', freezedate: 7 },
          ...{ minbuymoney: '100', maxbuymoney: '100000' },
        },
        {
          ...{ id: 6, interesttype: 2, rete: '0.0054', freezedate: 30 },
          ...{ minbuymoney: '100', maxbuymoney: '100000' },
        },
      ],
      texts: { en: { source: 'Own capital.' } },
      claims: { agency: { text: 'Audited', source: 'https://example.com' } },
      ...{ sold: '2700', promised: '2.97', reserve: '20000', free: '19997.03' },
      ...{ createtime: 1_700_000_000_000, changed: 1_700_000_000_001, approvals: 0 },
    })
    expect(calls['/staff/api/productList'].data.parse([wire])).toEqual([wire])
    expect(calls['/staff/api/productSave'].data.parse(wire)).toEqual(wire)
  })

  it('that copies has its lead, its terms and its pool beside them', () => {
    const wire = staffProductToWire({ ...product, kind: 'copy', cycles: [], copy })
    expect(wire.copy).toEqual({
      ...{ leadid: 3, leaduid: 10_002, account: 1001, freezedate: 30, minbuymoney: '100' },
      ...{ maxbuymoney: '5000', leadfee: '10.5', maxmultiple: 12, copystop: '55', exitlevy: '0.15' },
      ...{ state: 'waiting', waiting: '800', units: '4570.57542334', unitprice: '1.037991549' },
    })
    expect(calls['/staff/api/productList'].data.parse([wire])).toEqual([wire])
    expect(copyTermsToWire(copy)).toEqual({
      ...{ freezedate: 30, minbuymoney: '100', maxbuymoney: '5000', leadfee: '10.5', maxmultiple: 12 },
      ...{ copystop: '55', exitlevy: '0.15' },
    })
  })

  it('says apart that it is offered, that it can be bought, that it is featured and that it waits for a manager', () => {
    const flags = ['isOnSale', 'isBuyable', 'isFeatured', 'isProposed'] as const
    for (const flag of flags)
      for (const value of [true, false]) {
        const one = { ...product, [flag]: value }
        const { onsale, status, ishot, approvals } = staffProductToWire(one)
        expect([onsale === 1, status === 1, ishot === 1, approvals === 1]).toEqual(
          flags.map((name) => one[name]),
        )
        expect(staffProductsFromWire([staffProductToWire(one)])).toEqual([one])
      }
    expect(staffProductToWire({ ...product, isBuyable: false }).status).toBe(2)
  })

  it('is one among those of a list; markets and issues are left to their own codecs', () => {
    const market = { pid: 1, symbol: 'BTCUSDT', running: true } as never
    const wire = staffProductToWire(product)
    expect(staffProductsFromWire([market, wire])).toEqual([product])
    expect(staffProductsFromWire([])).toEqual([])
    expect(savedProductFromWire(wire)).toEqual(product)
    expect(savedProductFromWire(market)).toBeNull()
  })

  it.each([
    ['quota', ''],
    ['redeemfee', 'half'],
    ['redeemfee', '0.123456789'],
    ['sold', '1,000'],
    ['promised', '2.97 USDT'],
    ['reserve', 'x'],
    ['free', '1e4'],
  ])('with the %s %j is refused', (name, value) => {
    expect(() => staffProductsFromWire([{ ...staffProductToWire(product), [name]: value }])).toThrow(
      RangeError,
    )
  })

  it.each([
    ['rete', '0.11 %'],
    ['minbuymoney', ''],
    ['maxbuymoney', '-'],
  ])('with the %s %j of a cycle is refused', (name, value) => {
    const wire = staffProductToWire(product)
    const cycles = wire.cycles.map((cycle) => ({ ...cycle, [name]: value }))
    expect(() => staffProductsFromWire([{ ...wire, cycles }])).toThrow(RangeError)
  })

  it.each([
    ['leadfee', 'ten'],
    ['leadfee', '10.00001'],
    ['exitlevy', ''],
    ['copystop', '50.5'],
    ['copystop', '-50'],
    ['copystop', 'half'],
    ['minbuymoney', '1 00'],
    ['maxbuymoney', 'none'],
    ['waiting', 'yes'],
    ['units', '0.000000001'],
    ['unitprice', 'one'],
  ])('with the %s %j of a pool is refused', (name, value) => {
    const wire = staffProductToWire({ ...product, kind: 'copy', copy })
    const changed = { ...wire, copy: { ...staffProductToWire({ ...product, copy }).copy, [name]: value } }
    expect(() => staffProductsFromWire([changed as typeof wire])).toThrow(RangeError)
  })
})

describe('what the audit log keeps of a product', () => {
  it('is everything it offers, and nothing that sales or the time change', () => {
    expect(Object.keys(staffProductToAudit(product)).toSorted()).toEqual(
      [
        ...['claims', 'cycles', 'id', 'ishot', 'kind', 'name', 'onsale', 'picurl', 'position', 'quota'],
        ...['redeemdays', 'redeemfee', 'remark', 'texts'],
      ].toSorted(),
    )
    const later: StaffProduct = {
      ...product,
      ...{ sold: usdt('9'), promised: usdt('8'), reserve: usdt('7'), free: usdt('6'), isBuyable: false },
      ...{ createdMs: 5, changedMs: 6, isProposed: true },
    }
    expect(staffProductToAudit(later)).toEqual(staffProductToAudit(product))
    for (const changed of [
      { ...product, name: 'Nine days' },
      { ...product, isOnSale: false },
      { ...product, quota: usdt('1') },
      { ...product, cycles: product.cycles.slice(1) },
    ])
      expect(staffProductToAudit(changed)).not.toEqual(staffProductToAudit(product))
  })

  it('has of a copy product lead and terms, not the figures of its pool', () => {
    const copies: StaffProduct = { ...product, kind: 'copy', cycles: [], copy }
    expect(staffProductToAudit(copies)).toMatchObject({
      copy: {
        ...{ leadid: 3, leaduid: 10_002, account: 1001, freezedate: 30, minbuymoney: '100' },
        ...{ maxbuymoney: '5000', leadfee: '10.5', maxmultiple: 12, copystop: '55', exitlevy: '0.15' },
      },
    })
    const dealt: StaffProduct = {
      ...copies,
      copy: { ...copy, state: 'stopped', waiting: usdt('0'), unitPrice: unitPriceFromWire('2') },
    }
    expect(staffProductToAudit(dealt)).toEqual(staffProductToAudit(copies))
    const dearer = { ...copies, copy: { ...copy, leadFeePpm: 110_000 } }
    expect(staffProductToAudit(dearer)).not.toEqual(staffProductToAudit(copies))
  })
})

const units = <U extends Units>() => fc.bigInt({ min: 0n, max: 10n ** 20n }).map((amount) => amount as U)
const instant = fc.integer({ min: 1, max: 2_000_000_000_000 })
const days = fc.integer({ min: 1, max: 1095 })
const anyProduct = fc.record({
  ...{ id: instant, kind: fc.constantFrom(...productKinds), name: fc.string(), pictureUrl: fc.string() },
  ...{ remark: fc.string(), position: fc.nat(1_000_000), isOnSale: fc.boolean(), isFeatured: fc.boolean() },
  ...{ isBuyable: fc.boolean(), quota: units(), redeemDays: fc.nat(10_000), redeemFee: units<Rate>() },
  cycles: fc.array(
    fc.record({
      ...{ id: instant, method: fc.constantFrom('fixed', 'compound'), rate: units<Rate>(), days },
      ...{ min: units(), max: units() },
    }),
    { maxLength: 4 },
  ),
  texts: fc.dictionary(
    fc.constantFrom('en', 'ja'),
    fc.dictionary(fc.constantFrom('source', 'remark'), fc.string(), { noNullPrototype: true }),
    { noNullPrototype: true },
  ),
  claims: fc.dictionary(
    fc.constantFrom('agency', 'security'),
    fc.record({ text: fc.string(), source: fc.string() }),
    { noNullPrototype: true },
  ),
  ...{ sold: units(), promised: units(), reserve: units(), free: units(), createdMs: instant },
  ...{ changedMs: instant, isProposed: fc.boolean() },
  copy: fc.option(
    fc.record({
      ...{ leadId: instant, leadUid: instant, account: instant, periodDays: days, min: units() },
      ...{ max: units(), leadFeePpm: fc.nat(1_000_000), maxMultiple: fc.nat(20) },
      ...{ copyStopPercent: fc.integer({ min: 5, max: 95 }), exitLevyPpm: fc.nat(20_000) },
      ...{ state: fc.constantFrom(...poolStates), waiting: units(), units: units(), unitPrice: units() },
    }),
  ),
}) as fc.Arbitrary<StaffProduct>

it('products of staff return from the wire as they were sent, to the last unit', () => {
  fc.assert(
    fc.property(fc.array(anyProduct, { maxLength: 3 }), (products) => {
      expect(staffProductsFromWire(JSON.parse(JSON.stringify(products.map(staffProductToWire))))).toEqual(
        products,
      )
    }),
    { numRuns: 200 },
  )
})
