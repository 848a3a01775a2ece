import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../../money/units.ts'
import { contractWallets } from '../contractWallet.ts'
import { contractCalls } from '../wire.ts'
import {
  amendOrderFromWire,
  amendOrderToWire,
  closePositionFromWire,
  closePositionToWire,
  placeOrderFromWire,
  placeOrderToWire,
  type SetStopsCommand,
  setClosingOrderFromWire,
  setClosingOrderToWire,
  setStopsFromWire,
  setStopsToWire,
} from './codec.ts'

const anyPrice = fc.bigInt({ min: 1n, max: 10n ** 18n }).map((units) => units as Price)

describe('a new order', () => {
  const command = fc.record({
    wallet: fc.constantFrom(...contractWallets),
    pid: fc.integer({ min: 1, max: 1_000_000_000 }),
    side: fc.constantFrom('long' as const, 'short' as const),
    leverage: fc.integer({ min: 1, max: 1000 }),
    lots: fc.nat(1_000_000_000),
    price: anyPrice,
    kind: fc.constantFrom('market' as const, 'limit' as const, 'stop' as const),
    takeProfit: fc.option(anyPrice),
    stopLoss: fc.option(anyPrice),
    expiresMs: fc.option(fc.integer({ min: 1 })),
    termsId: fc.constantFrom(undefined, 'abc'),
  })
  it('is the same after it was sent', () => {
    const { request } = contractCalls['/api/contract/buyContract']
    fc.assert(
      fc.property(command, (order) => {
        expect(placeOrderFromWire(request.parse(placeOrderToWire(order)))).toEqual(order)
      }),
    )
  })
})

describe('a change', () => {
  it('of stops is the same after it was sent, whatever stays, is set or is cleared', () => {
    const { request } = contractCalls['/api/contract/zhiyingzhisunContract']
    const stop = fc.option(anyPrice)
    const distance = fc.oneof(
      anyPrice.map((by) => ({ kind: 'price' as const, by })),
      fc.bigInt({ min: 1n, max: 5000n }).map((hundredths) => ({ kind: 'percent' as const, hundredths })),
    )
    const command: fc.Arbitrary<SetStopsCommand> = fc.record(
      {
        id: fc.integer({ min: 1, max: 1_000_000_000 }),
        stops: fc.record({ takeProfit: stop, stopLoss: stop }, { requiredKeys: [] }),
        trailing: fc.option(distance),
      },
      { requiredKeys: ['id', 'stops'] },
    )
    fc.assert(
      fc.property(command, (stops) => {
        expect(setStopsFromWire(request.parse(setStopsToWire(stops)))).toEqual(stops)
      }),
    )
  })

  const amendment = (fields: object) =>
    amendOrderFromWire(contractCalls['/api/contract/amendContract'].request.parse({ id: 7, ...fields }))
  const stops = (fields: object) =>
    setStopsFromWire(contractCalls['/api/contract/zhiyingzhisunContract'].request.parse({ id: 7, ...fields }))

  it('has only what the request names, and null for what it clears', () => {
    expect(amendment({})).toEqual({ id: 7, change: {}, termsId: undefined })
    expect(
      amendment({ originPrice: '64000', number: 3, expiretime: 0, stop_loss_price: '', terms: 'a' }),
    ).toEqual({
      id: 7,
      change: { price: price('64000'), lots: 3, expiresMs: null, stopLoss: null },
      termsId: 'a',
    })
    expect(amendment({ expiretime: 5 }).change).toEqual({ expiresMs: 5 })
    expect(stops({})).toEqual({ id: 7, stops: {} })
    expect(stops({ target_profit_price: '65000', stop_loss_price: '0' })).toEqual({
      id: 7,
      stops: { takeProfit: price('65000'), stopLoss: null },
    })
    const percent = { kind: 'percent', hundredths: 150n }
    expect(stops({ trailing_stop: '1.5%' })).toEqual({ id: 7, stops: {}, trailing: percent })
    for (const none of ['', '0', '0%', '0.00'])
      expect(stops({ trailing_stop: none })).toEqual({ id: 7, stops: {}, trailing: null })
    for (const wrong of ['%', '.', '1.555%', '-5', 'x'])
      expect(() => stops({ trailing_stop: wrong })).toThrow()
  })

  it('is the same after it was sent', () => {
    const { request } = contractCalls['/api/contract/amendContract']
    const part = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined })
    const change = fc
      .record({
        price: part(anyPrice),
        lots: part(fc.nat(1_000_000_000)),
        expiresMs: part(fc.option(fc.integer({ min: 1 }))),
        takeProfit: part(fc.option(anyPrice)),
        stopLoss: part(fc.option(anyPrice)),
      })
      .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))
    fc.assert(
      fc.property(change, (changed) => {
        const command = { id: 7, change: changed, termsId: 'a' }
        expect(amendOrderFromWire(request.parse(amendOrderToWire(command)))).toEqual(command)
      }),
    )
  })

  it('closes all lots of a position unless some are named', () => {
    const close = contractCalls['/api/contract/pingcangContract'].request
    for (const lots of [null, 2])
      expect(closePositionFromWire(close.parse(closePositionToWire({ id: 7, lots })))).toEqual({
        id: 7,
        lots,
      })
    const closing = contractCalls['/api/contract/closingOrder'].request
    const order = { id: 7, price: price('70000'), lots: 5 }
    expect(setClosingOrderFromWire(closing.parse(setClosingOrderToWire(order)))).toEqual(order)
  })
})
