import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Usdt, usdt } from '../../money/units.ts'
import { isReached, orderCondition } from '../engine/triggers.ts'
import type { OrderRequest } from '../judge.ts'
import { evolveAll, type TradingState } from '../tradingState.ts'
import { decideAmendOrder, decidePlaceOrder } from './order.ts'
import { emptyState, hugeLimits, marketsAt, placing } from './trading.fixture.ts'
import { decideTrigger } from './trigger.ts'

/** The market is at 100 bid and 100.01 ask. */
const calm = marketsAt(['100', '50'])
const stop: OrderRequest = {
  side: 'long',
  leverage: 10,
  lots: 10,
  kind: 'stop',
  price: price('110'),
  takeProfit: null,
  stopLoss: null,
  expiresMs: null,
}
const start = emptyState('5', '0', '100000', '10')
const place = (change: Partial<OrderRequest>, state = start) =>
  decidePlaceOrder(state, placing(1, { ...stop, ...change }), { at: calm, nowMs: 5 })
const resting = (change: Partial<OrderRequest>, state = start): TradingState =>
  evolveAll(state, place(change, state).result ?? [])
const fire = (state: TradingState, bid: string, limits = hugeLimits) =>
  decideTrigger(
    state,
    { kind: 'limit', orderId: 1 },
    { blocked: null, limits },
    {
      at: marketsAt([bid, '50'], [], 9),
      nowMs: 9,
    },
  ).events

it('rests on either side of the market with the hold of a limit order, and opens exactly where it is reached', () => {
  const somePrice = fc
    .integer({ min: 2_000, max: 20_000 })
    .map((cents) => (BigInt(cents) * 10_000_000n) as Price)
  const side = fc.constantFrom('long' as const, 'short' as const)
  fc.assert(
    fc.property(somePrice, somePrice, side, (trigger, next, direction) => {
      const now = price(direction === 'long' ? '100.01' : '100')
      const { result, refusal } = place({ side: direction, price: trigger })
      if (trigger === now) {
        expect(refusal).toMatchObject({ code: 'invalidState', data: { reason: 'atTrigger' } })
        return
      }
      const [event] = result ?? []
      if (event === undefined) throw new Error('it rests')
      expect(event).toMatchObject({
        kind: 'orderPlaced',
        order: { trigger: trigger > now ? 'rises' : 'falls' },
      })
      const margin = (trigger * 10n * 100_000n) / 1_000_000_000n / 10n
      expect(event.order.hold >= margin && event.order.hold <= (margin * 1_006n) / 1_000n + 2n).toBe(true)
      const { order } = event
      const best = { bid: next, ask: (next + 10_000_000n) as Price }
      const fill = direction === 'long' ? best.ask : best.bid
      const isThere = trigger > now ? fill >= trigger : fill <= trigger
      expect(isReached({ ...orderCondition(order, 'limit'), price: trigger }, best)).toBe(isThere)
      const events = fire(
        evolveAll(start, [event]),
        `${next / 1_000_000_000n}.${String(next % 1_000_000_000n).padStart(9, '0')}`,
      )
      expect(events.length).toBe(isThere ? 1 : 0)
      if (events[0]?.kind === 'positionOpened')
        expect(events[0]).toMatchObject({ cause: 'trigger', order: { openPrice: fill, trigger: null } })
    }),
    { numRuns: 300, seed: 5, examples: [[price('100.01'), price('100'), 'long']] },
  )
})

describe('a gap beyond the trigger price', () => {
  it('opens at the price after it, and takes what that needs beyond the hold', () => {
    const [opened] = fire(resting({}), '120')
    expect(opened).toMatchObject({ kind: 'positionOpened', order: { openPrice: price('120.01'), hold: 0n } })
    const poor = resting({}, emptyState('0.1106', '0', '100000', '10'))
    expect(fire(poor, '110')).toMatchObject([{ kind: 'positionOpened' }])
    expect(fire(poor, '120')).toMatchObject([{ kind: 'orderCancelled', reason: 'revokedNoMargin' }])
  })

  it('cancels where its stops or a cap would have been refused at the door', () => {
    const profit = resting({ takeProfit: price('115') })
    expect(fire(profit, '112')).toMatchObject([{ kind: 'positionOpened' }])
    expect(fire(profit, '114.99')).toMatchObject([{ kind: 'orderCancelled', reason: 'revokedStops' }])
    const limits = { ...hugeLimits, position: usdt('1.15') as Usdt }
    expect(fire(resting({}), '112', limits)).toMatchObject([{ kind: 'positionOpened' }])
    expect(fire(resting({}), '120', limits)).toMatchObject([
      { kind: 'orderCancelled', reason: 'revokedTooLarge' },
    ])
  })
})

it('turns to the other side with another trigger price', () => {
  const { request: _, ai: __, ...given } = placing(9, stop)
  const amend = (to: string) =>
    decideAmendOrder(resting({}), { ...given, id: 1, change: { price: price(to) } }, { at: calm, nowMs: 6 })
  expect(amend('90').result).toMatchObject([{ order: { trigger: 'falls', acceptance: 9 } }])
  expect(amend('100.01').refusal).toMatchObject({ data: { reason: 'atTrigger' } })
})
