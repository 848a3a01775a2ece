import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../../../calls.ts'
import { closeReasonFromWire, orderStates, stateToWire } from '../../../contracts/codec.ts'
import { closeReasons } from '../../../contracts/wire.ts'
import { type Price, price, quantity, type Units, usdt } from '../../../money/units.ts'
import { unitPriceFromWire } from '../../orders/codec.ts'
import {
  type AttributedTrade,
  attributedTradesFromWire,
  attributedTradeToWire,
  type PoolDealing,
  type PoolOrderView,
  poolDealingsFromWire,
  poolDealingToWire,
  poolOrdersFromWire,
  poolOrderToWire,
} from './codec.ts'
import { skipReasons } from './wire.ts'

const units = <U extends Units>() => fc.bigInt({ min: 0n, max: 10n ** 20n }).map((amount) => amount as U)
const gain = <U extends Units>() =>
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((amount) => amount as U)
const instant = fc.integer({ min: 1, max: 2_000_000_000_000 })

describe('an order of a pool', () => {
  const placed: PoolOrderView = {
    ...{ id: 5, orderId: 7, atMs: 1000, pid: 3, title: 'BTC', side: 'short', leverage: 10, lots: 20 },
    ...{ leadPrice: price('64000.5'), price: price('64001'), difference: price('0.5') },
    ...{
      takeProfit: price('63000'),
      stopLoss: price('65000'),
      closePrice: price('63999'),
      closeReason: 'takeProfit',
    },
    ...{ parentId: 4, state: 'closed', skipped: null, isReduced: true, lot: quantity('0.001') },
    ...{ feeRatePpm: 500, receipt: [] },
  }

  it('states every figure of a copied order, and of a skip only what there is', () => {
    expect(poolOrderToWire(placed)).toEqual({
      ...{ id: 5, order: 7, time: 1000, pid: 3, ptitle: 'BTC', type: 2, multiple: 10, lots: 20 },
      ...{ leadPrice: '64000.5', price: '64001', difference: '0.5', closeReason: 'profit', parentid: 4 },
      ...{ targetProfitPrice: '63000', stopLossPrice: '65000', closePrice: '63999' },
      ...{
        status: stateToWire('closed'),
        skipped: null,
        reduced: 1,
        lot: '0.001',
        feeRatePpm: 500,
        receipt: [],
      },
    })
    const skip: PoolOrderView = {
      ...placed,
      ...{ orderId: null, side: 'long', leadPrice: null, price: null, difference: null, takeProfit: null },
      ...{
        stopLoss: null,
        closePrice: null,
        closeReason: null,
        parentId: null,
        state: null,
        skipped: 'tooSmall',
        isReduced: false,
      },
      ...{ lot: null, feeRatePpm: null },
    }
    expect(poolOrderToWire(skip)).toMatchObject({
      ...{ order: null, type: 1, leadPrice: null, price: null, difference: null, status: null, lot: null },
      ...{ targetProfitPrice: '0', stopLossPrice: '0', closePrice: '0', reduced: 0, skipped: 'tooSmall' },
    })
  })

  it('returns from the wire as it was sent, in every state and for every reason', () => {
    const limit = fc.option(fc.bigInt({ min: 1n, max: 10n ** 15n }).map((one) => one as Price))
    const any = fc.record({
      ...{ id: instant, orderId: fc.option(instant), atMs: instant, pid: fc.nat(999), title: fc.string() },
      ...{ side: fc.constantFrom('long', 'short'), leverage: fc.nat(200), lots: fc.nat() },
      ...{ leadPrice: fc.option(units()), price: fc.option(units()), difference: fc.option(gain()) },
      ...{ takeProfit: limit, stopLoss: limit, closePrice: limit, parentId: fc.option(instant) },
      closeReason: fc.option(
        fc.constantFrom(...[...closeReasons, 'dealing' as const].map(closeReasonFromWire)),
      ),
      state: fc.option(fc.constantFrom(...orderStates)),
      skipped: fc.option(fc.constantFrom(...skipReasons)),
      ...{ isReduced: fc.boolean(), lot: fc.option(units()), feeRatePpm: fc.option(fc.nat(1_000_000)) },
      receipt: fc.constant([]),
    }) as fc.Arbitrary<PoolOrderView>
    fc.assert(
      fc.property(fc.array(any, { maxLength: 3 }), (orders) => {
        const wire = orders.map(poolOrderToWire)
        expect(calls['/api/invest/poolOrders'].data.parse(wire)).toEqual(wire)
        expect(poolOrdersFromWire(wire)).toEqual(orders)
      }),
      { numRuns: 200 },
    )
  })

  it('without a limit or a close has no price there, not the price 0', () => {
    const open = { ...placed, takeProfit: null, stopLoss: null, closePrice: null }
    expect(poolOrderToWire(open)).toMatchObject({
      ...{ targetProfitPrice: '0', stopLossPrice: '0', closePrice: '0' },
    })
    expect(poolOrdersFromWire([poolOrderToWire(open)])).toEqual([open])
  })

  it.each([
    ['price', '64,000'],
    ['leadPrice', ''],
    ['difference', 'more'],
    ['targetProfitPrice', '1e5'],
    ['stopLossPrice', '0.0000000001'],
    ['closePrice', 'open'],
    ['lot', '0,001'],
    ['status', 5],
    ['status', -1],
  ])('with the %s %j is refused', (name, value) => {
    expect(() => poolOrdersFromWire([{ ...poolOrderToWire(placed), [name]: value }])).toThrow(RangeError)
  })
})

describe('a dealing of a pool', () => {
  const dealing: PoolDealing = {
    ...{ atMs: 1_700_000_000_000, entryPrice: unitPriceFromWire('1.0381852') },
    ...{ exitPrice: unitPriceFromWire('1.037991549'), putIn: usdt('800'), paidOut: usdt('1239.78984203') },
    fee: usdt('4.55898588'),
  }

  it('has the fields of the wire, which its schema accepts', () => {
    const wire = poolDealingToWire(dealing)
    expect(wire).toEqual({
      ...{ time: 1_700_000_000_000, entryprice: '1.0381852', exitprice: '1.037991549', putin: '800' },
      ...{ paidout: '1239.78984203', fee: '4.55898588' },
    })
    expect(calls['/api/invest/poolDealings'].data.parse([wire])).toEqual([wire])
  })

  it('returns from the wire as it was sent, to the last unit', () => {
    const any = fc.record({
      ...{ atMs: instant, entryPrice: units(), exitPrice: units(), putIn: units(), paidOut: units() },
      fee: units(),
    }) as fc.Arbitrary<PoolDealing>
    fc.assert(
      fc.property(fc.array(any, { maxLength: 4 }), (dealings) => {
        expect(poolDealingsFromWire(dealings.map(poolDealingToWire))).toEqual(dealings)
      }),
    )
  })

  it.each(['entryprice', 'exitprice', 'putin', 'paidout', 'fee'])(
    'with an unreadable %s is refused',
    (name) => {
      for (const text of ['', 'x', '1,5', '0.0000000001'])
        expect(() => poolDealingsFromWire([{ ...poolDealingToWire(dealing), [name]: text }]), text).toThrow(
          RangeError,
        )
    },
  )
})

describe('a row behind a day', () => {
  const open: AttributedTrade = {
    ...{ kind: 'open', profit: usdt('2.29032'), title: 'BTC', side: 'long', openPrice: price('64000') },
    ...{ closePrice: null, orderId: 7, atMs: 1_700_000_000_000 },
  }
  const fee: AttributedTrade = {
    ...{ kind: 'fee', profit: usdt('-4.55898588'), title: '', side: null, openPrice: null },
    ...{ closePrice: null, orderId: null, atMs: 1_700_000_000_001 },
  }

  it('names its order, or is of the day alone', () => {
    const wire = [
      open,
      { ...open, kind: 'closed', side: 'short', closePrice: price('63999.5') } as const,
      fee,
    ]
    expect(wire.map(attributedTradeToWire)).toEqual([
      {
        ...{ ptitle: 'BTC', direct: 1, kind: 'open', profit: '2.29032', openPrice: '64000' },
        ...{ closePrice: null, time: 1_700_000_000_000, order: 7 },
      },
      {
        ...{ ptitle: 'BTC', direct: 2, kind: 'closed', profit: '2.29032', openPrice: '64000' },
        ...{ closePrice: '63999.5', time: 1_700_000_000_000, order: 7 },
      },
      {
        ...{ ptitle: '', direct: null, kind: 'fee', profit: '-4.55898588', openPrice: null },
        ...{ closePrice: null, time: 1_700_000_000_001, order: null },
      },
    ])
  })

  it('returns from the wire as it was sent, and is what its schema accepts', () => {
    const any = fc.record({
      ...{ kind: fc.constantFrom('closed', 'open', 'fee', 'rest'), profit: gain(), title: fc.string() },
      ...{ side: fc.constantFrom('long', 'short', null), openPrice: fc.option(units()) },
      ...{ closePrice: fc.option(units()), orderId: fc.option(instant), atMs: instant },
    }) as fc.Arbitrary<AttributedTrade>
    fc.assert(
      fc.property(fc.array(any, { maxLength: 5 }), (rows) => {
        const wire = rows.map(attributedTradeToWire)
        expect(calls['/api/invest/buyDetail'].data.parse(wire)).toEqual(wire)
        const read = attributedTradesFromWire(wire)
        expect(read).toEqual(rows)
        // The rows of a day add up to the same profit on both sides.
        expect(read.reduce((sum, { profit }) => sum + profit, 0n)).toBe(
          rows.reduce((sum, { profit }) => sum + profit, 0n),
        )
      }),
    )
  })

  it.each([
    ['profit', 'none'],
    ['openPrice', ''],
    ['closePrice', '6e4'],
  ])('with the %s %j is refused', (name, value) => {
    expect(() => attributedTradesFromWire([{ ...attributedTradeToWire(open), [name]: value }])).toThrow(
      RangeError,
    )
  })
})
