import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calls } from '../../calls.ts'
import { type Units, usdt } from '../../money/units.ts'
import { orderStates } from '../checks.ts'
import {
  buyBaseFromWire,
  buyBaseToWire,
  buyExperienceFromWire,
  buyExperienceToWire,
  buyFurtherFromWire,
  buyFurtherToWire,
} from '../purchases/codec.ts'
import type { Rate } from '../rules.ts'
import {
  type InvestOrder,
  type InvestSummary,
  investOrderFromWire,
  investOrderToWire,
  investSummaryFromWire,
  investSummaryToWire,
  listAttributionFromWire,
  listAttributionToWire,
  listInvestOrdersFromWire,
  listInvestOrdersToWire,
  listOrderDaysFromWire,
  listOrderDaysToWire,
  orderDaysFromWire,
  orderDayToWire,
} from './codec.ts'

const units = <U extends Units>() => fc.bigInt({ min: 0n, max: 10n ** 20n }).map((amount) => amount as U)
const instant = fc.integer({ min: 1, max: 2_000_000_000_000 })
const copy = fc.record({
  units: units(),
  unitPrice: units(),
  value: units(),
  highWaterMark: units(),
  leavesMs: fc.option(instant),
  stopLossPercent: fc.integer({ min: 5, max: 95 }),
  leadFeePpm: fc.integer({ min: 0, max: 1_000_000 }),
  exitLevyPpm: fc.integer({ min: 0, max: 20_000 }),
})
const anyOrder = fc
  .record({
    ...{ id: instant, createdMs: instant, productId: instant, productName: fc.string() },
    ...{ kind: fc.constantFrom('yield', 'experience', 'copy'), state: fc.constantFrom(...orderStates) },
    ...{ method: fc.constantFrom('fixed', 'compound', 'copy') },
    ...{ principal: units(), credit: units(), accrued: units(), yesterday: units(), promised: units() },
    ...{ days: fc.integer({ min: 1, max: 1095 }), rate: units<Rate>(), redeemFee: units<Rate>() },
    ...{ redeemableMs: instant, endsMs: instant, nextMs: fc.option(instant), accrualsLeft: fc.nat(1095) },
    ...{ payout: units(), fee: units(), loanId: fc.option(instant), copy: fc.option(copy) },
  })
  // A copy order has no rate, and only it has units.
  .map((order) =>
    order.method === 'copy' ? { ...order, rate: 0n as Rate } : { ...order, copy: null },
  ) as fc.Arbitrary<InvestOrder>

describe('an order', () => {
  it('returns from the wire as it was sent', () => {
    fc.assert(
      fc.property(anyOrder, (order) => {
        expect(investOrderFromWire(investOrderToWire(order))).toEqual(order)
      }),
      { numRuns: 200 },
    )
  })
  it('has the numbers of the wire', () => {
    const [order] = fc.sample(anyOrder, { numRuns: 1, seed: 7 })
    if (order === undefined) throw new Error('no order was made')
    const running = { ...order, method: 'compound', state: 'redeeming', rate: 540_000n as Rate } as const
    expect(investOrderToWire({ ...running, copy: null })).toMatchObject({
      ...{ interesttype: 2, typerete: '0', typerete2: '0.0054' },
      ...{ status: 0, nextstep: 1, canover: 1, overself: 1 },
    })
    expect(investOrderToWire({ ...running, state: 'redeemed' })).toMatchObject({ status: 1, nextstep: 0 })
  })
})

it('a day of an order returns from the wire with its order and number', () => {
  const day = { orderId: 17, number: 1095, day: '20270110', accrued: usdt('0.42428571'), dealt: null }
  expect(orderDaysFromWire([orderDayToWire(day)])).toEqual([day])
  const dealt = { unitPrice: 1n, units: 2n, value: usdt('3'), fee: usdt('0') } as never
  expect(orderDaysFromWire([orderDayToWire({ ...day, dealt })])).toEqual([{ ...day, dealt }])
})

describe('sums over orders', () => {
  const sums: InvestSummary = {
    ...{ principal: usdt('1200'), copyValue: usdt('803.12345678'), accrued: usdt('2.5') },
    ...{ yesterday: usdt('-0.1'), total: usdt('-7'), running: 3, nextMs: 1_700_000_000_000 },
  }
  it('have the fields of the wire, which its schema accepts', () => {
    const wire = investSummaryToWire(sums)
    expect(wire).toEqual({
      ...{ principal: '1200', copyvalue: '803.12345678', accrued: '2.5', yesterday: '-0.1', total: '-7' },
      ...{ running: 3, next: 1_700_000_000_000 },
    })
    expect(calls['/api/invest/summary'].data.parse(wire)).toEqual(wire)
    expect(investSummaryToWire({ ...sums, running: 0, nextMs: null })).toMatchObject({
      running: 0,
      next: null,
    })
  })
  it('return from the wire as they were sent', () => {
    const gain = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map((amount) => amount as never)
    const any = fc.record({
      ...{ principal: units(), copyValue: units(), accrued: gain, yesterday: gain, total: gain },
      ...{ running: fc.nat(), nextMs: fc.option(instant) },
    }) as fc.Arbitrary<InvestSummary>
    fc.assert(
      fc.property(any, (one) => {
        expect(investSummaryFromWire(investSummaryToWire(one))).toEqual(one)
      }),
    )
  })
  it.each(['principal', 'copyvalue', 'accrued', 'yesterday', 'total'])(
    'with an unreadable %s are refused',
    (name) => {
      for (const text of ['', '1,5', 'none', '0.000000001'])
        expect(() => investSummaryFromWire({ ...investSummaryToWire(sums), [name]: text }), text).toThrow(
          RangeError,
        )
    },
  )
})

describe('requests', () => {
  it('for orders, days and trades name what is listed and a page', () => {
    for (const processing of [null, true, false]) {
      const request = listInvestOrdersToWire({ processing, page: 2, pageSize: 20 })
      expect(listInvestOrdersFromWire(calls['/api/invest/myFinancial'].request.parse(request))).toEqual({
        ...{ processing, orderBy: 'created', offset: 20, limit: 20, direction: 'desc' },
      })
    }
    const days = calls['/api/invest/financialDetail'].request.parse(listOrderDaysToWire(17, 3, 10))
    expect(listOrderDaysFromWire(days)).toMatchObject({ orderId: 17, offset: 20, limit: 10 })
    const trades = listAttributionToWire({ orderId: 17, number: 1095 }, 1, 10)
    expect(listAttributionFromWire(calls['/api/invest/buyDetail'].request.parse(trades))).toMatchObject({
      ...{ orderId: 17, number: 1095, offset: 0, limit: 10 },
    })
  })
  it('to buy return as the commands that they were', () => {
    const cycle = { productId: 3, method: 'compound', amount: usdt('2700'), withdrawPassword: 'x' } as const
    for (const stopLossPercent of [null, 40]) {
      const base = { ...cycle, stopLossPercent }
      expect(buyBaseFromWire(calls['/api/invest/buy'].request.parse(buyBaseToWire(base)))).toEqual(base)
    }
    const further = { ...cycle, cycleId: 9 }
    const request = calls['/api/invest/buy2'].request.parse(buyFurtherToWire(further))
    expect(buyFurtherFromWire(request)).toEqual(further)
    expect(buyExperienceFromWire(calls['/api/invest/freebuy'].request.parse(buyExperienceToWire(3)))).toBe(3)
  })
})
