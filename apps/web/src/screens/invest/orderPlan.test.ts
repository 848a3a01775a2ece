import { dayMs } from '@glasshouse/core/calendar/durations'
import type { InvestOrder } from '@glasshouse/core/invest/orders/codec'
import { rate } from '@glasshouse/core/invest/rules'
import { formatUsdt, usdt } from '@glasshouse/core/money/units'
import { describe, expect, it } from 'vitest'
import { investedSteps } from './invested.ts'
import { dueItems, planOf, redemptionObstacle, redemptionView, sumOf } from './orderPlan.ts'
import { drawnDays } from './PreviewChart.tsx'
import { boughtOrder } from './products.fixture.ts'

const compound: InvestOrder = {
  ...boughtOrder,
  id: 2,
  method: 'compound',
  principal: usdt('3300'),
  accrued: usdt('0.99007425'),
  promised: usdt('44.84868351'),
  days: 90,
  rate: rate('0.0135'),
  endsMs: boughtOrder.createdMs + 90 * dayMs,
}
const nowMs = Date.UTC(2027, 0, 12, 11)

describe('plan of an order', () => {
  it('adds booked and planned days up to what was promised', () => {
    for (const order of [boughtOrder, compound]) {
      const plan = planOf(order, 2)
      expect(plan).toHaveLength(order.days)
      expect(sumOf(plan)).toBe(order.promised)
      expect(sumOf(plan.filter(({ state }) => state === 'booked'))).toBe(order.accrued)
      expect(plan.at(-1)?.total).toBe(order.promised)
    }
  })
  it('names the day that ends with each accrual', () => {
    const [first, second] = planOf(boughtOrder, 0)
    expect(first).toMatchObject({ day: '20270110', atMs: Date.UTC(2027, 0, 10, 23) })
    expect(second).toMatchObject({ day: '20270111', state: 'planned' })
  })
  it('marks the days that a redemption gives up', () => {
    const states = planOf({ ...boughtOrder, state: 'redeeming' }, 2).map(({ state }) => state)
    expect(states).toEqual(['booked', 'booked', ...Array(5).fill('givenUp')])
  })
  it('promises nothing for a copy order', () => {
    expect(planOf({ ...boughtOrder, kind: 'copy', method: 'copy' }, 0)).toEqual([])
    expect(redemptionView({ ...boughtOrder, method: 'copy' }, nowMs)).toBeNull()
  })
})

describe('redemption of an order', () => {
  it('takes the fee of a fixed order from the principal, never from more than was earned', () => {
    const view = redemptionView(boughtOrder, nowMs)
    expect(view).toMatchObject({
      fee: usdt('0.84857142'),
      payout: usdt('2699.15142858'),
      paid: usdt('0.84857142'),
      total: usdt('2700'),
      givenUp: usdt('2.12142858'),
      settledMs: Date.UTC(2027, 0, 12, 23),
    })
  })
  it('pays the interest of a compound order less the fee', () => {
    const view = redemptionView({ ...compound, redeemFee: rate('0.5') }, nowMs)
    expect(view?.fee).toBe(usdt('0.49503713'))
    expect(view?.payout).toBe(usdt('3300.49503712'))
    expect(view?.paid).toBe(0n)
  })
  it('names the first obstacle', () => {
    expect(redemptionObstacle(boughtOrder, nowMs)).toBeNull()
    expect(redemptionObstacle(boughtOrder, boughtOrder.createdMs)).toBe('until')
    expect(redemptionObstacle({ ...boughtOrder, state: 'redeeming' }, nowMs)).toBe('redeeming')
    expect(redemptionObstacle({ ...boughtOrder, redeemableMs: boughtOrder.endsMs }, nowMs)).toBe('never')
    expect(redemptionObstacle({ ...boughtOrder, loanId: 4 }, nowMs)).toBe('pledged')
  })
})

describe('what falls due', () => {
  it('lists ends and settlements of 14 days with the money that arrives, earliest first', () => {
    const leaving = { ...boughtOrder, id: 3, state: 'redeeming' as const }
    const trial = {
      ...boughtOrder,
      id: 4,
      kind: 'experience' as const,
      principal: usdt('0'),
      credit: usdt('2700'),
    }
    const later = { ...boughtOrder, id: 5, endsMs: boughtOrder.endsMs + 20 * dayMs }
    const items = dueItems([boughtOrder, later, trial, leaving], nowMs)
    expect(items.map(({ order, kind, amount }) => [order.id, kind, formatUsdt(amount)])).toEqual([
      [3, 'redeemed', '2699.15142858'],
      [1, 'ends', '2700.42428574'],
      [4, 'ends', '0.42428574'],
    ])
  })
  it('pays all interest of a compound order at its end', () => {
    const ending = { ...compound, endsMs: nowMs + dayMs }
    expect(dueItems([ending], nowMs)[0]?.amount).toBe(usdt('3344.84868351'))
  })
})

describe('invested over time', () => {
  it('rises with an order and falls at its end', () => {
    const ended = {
      ...boughtOrder,
      id: 6,
      state: 'ended' as const,
      createdMs: 1,
      endsMs: 5,
    }
    expect(investedSteps([boughtOrder, ended])?.map(({ amount }) => formatUsdt(amount))).toEqual([
      '2700',
      '0',
      '2700',
    ])
  })
  it('is not drawn where an end is unknown', () => {
    expect(investedSteps([{ ...boughtOrder, state: 'redeemed' }])).toBeNull()
  })
})

it('a chart draws every day of a short cycle and always the last of a long one', () => {
  expect(drawnDays(7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(drawnDays(90)).toHaveLength(45)
  expect(drawnDays(1095).at(-1)).toBe(1095)
  expect(drawnDays(46).at(-1)).toBe(46)
})
