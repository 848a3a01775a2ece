import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Price, price } from '../money/units.ts'
import { closingLotsOf, closingRowsInForce, isClosingReached, withClosingOrder } from './closingOrders.ts'
import { decideSetClosingOrder } from './decide/closingOrder.ts'
import { decidePlaceOrder } from './decide/order.ts'
import { decideClosePosition } from './decide/position.ts'
import { emptyState, hugeLimits, marketsAt, placing, terms } from './decide/trading.fixture.ts'
import { decideTrigger } from './decide/trigger.ts'
import { evolveAll, type TradingState } from './tradingState.ts'

const cents = (at: number) => (BigInt(at) * 10_000_000n) as Price
const text = (at: number) => (at / 100).toFixed(2)
const lotsOpen = 10
const opened = (side: 'long' | 'short'): TradingState => {
  const start = emptyState('100', '0', '100000', '1000')
  const request = {
    ...{
      side,
      leverage: 10,
      lots: lotsOpen,
      kind: 'market' as const,
      takeProfit: null,
      stopLoss: null,
    },
    ...{ price: price(side === 'long' ? '100.01' : '100'), expiresMs: null },
  }
  const at = marketsAt(['100', '50'])
  return evolveAll(start, decidePlaceOrder(start, placing(1, request), { at, nowMs: 1 }).result ?? [])
}
const set = (state: TradingState, at: Price, lots: number, bid = '100') =>
  decideSetClosingOrder(
    state,
    { id: 1, terms, price: at, lots },
    { at: marketsAt([bid, '50'], [], 2), nowMs: 2 },
  )
const fire = (state: TradingState, bid: string) => {
  const rules = { blocked: null, limits: hugeLimits }
  const moment = { at: marketsAt([bid, '50'], [], 3), nowMs: 3 }
  return decideTrigger(state, { kind: 'closing', orderId: 1 }, rules, moment).events
}
const ordersOf = (state: TradingState) => state.account.orders.get(1)?.closingOrders ?? []

const someOrders = fc.array(
  fc.record({ cents: fc.integer({ min: 9_500, max: 10_500 }), lots: fc.integer({ min: 0, max: 6 }) }),
  { minLength: 1, maxLength: 14 },
)

it('accepts what lies beyond the market within the lots, and each tick fills exactly what it reaches', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('long' as const, 'short' as const),
      someOrders,
      fc.array(fc.integer({ min: 9_600, max: 10_400 }), { maxLength: 6 }),
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
      (side, asked, bids, part) => {
        let state = opened(side)
        const model = new Map<Price, number>()
        const sum = () => [...model.values()].reduce((all, lots) => all + lots, 0)
        for (const one of asked) {
          const at = cents(one.cents)
          const isBeyond = side === 'long' ? one.cents > 10_000 : one.cents < 10_001
          const others = sum() - (model.get(at) ?? 0)
          const isRoom = model.has(at) || model.size < 10
          const isAccepted =
            one.lots === 0 ? model.has(at) : isBeyond && others + one.lots <= lotsOpen && isRoom
          const { result } = set(state, at, one.lots)
          expect(result !== null).toBe(isAccepted)
          if (result === null) continue
          if (one.lots === 0) model.delete(at)
          else model.set(at, one.lots)
          state = evolveAll(state, result)
        }
        const near = (a: Price, b: Price) => (a < b === (side === 'long') ? -1 : 1)
        const sorted = () =>
          [...model].sort(([a], [b]) => near(a, b)).map(([at, lots]) => ({ price: at, lots }))
        expect(ordersOf(state)).toEqual(sorted())
        let open = lotsOpen
        if (part !== null) {
          const cause = { reason: 'user', rule: 'market' } as const
          const moment = { at: marketsAt(['100', '50'], [], 2), nowMs: 2 }
          const close = { id: 1, lots: part, terms, cause, ai: null }
          state = evolveAll(state, decideClosePosition(state, close, moment).result ?? [])
          open -= part
          // What is too much goes from the farthest.
          for (const { price: at, lots } of sorted().reverse()) {
            const cut = Math.min(lots, Math.max(0, sum() - open))
            if (cut === lots) model.delete(at)
            else model.set(at, lots - cut)
          }
          expect(ordersOf(state)).toEqual(sorted())
        }
        for (const bid of bids) {
          const closing = side === 'long' ? bid : bid + 1
          const reached = [...model].filter(([at]) =>
            side === 'long' ? cents(closing) >= at : cents(closing) <= at,
          )
          const lots = reached.reduce((all, [, one]) => all + one, 0)
          const events = fire(state, text(bid))
          expect(events).toHaveLength(lots === 0 ? 0 : 1)
          if (lots > 0)
            expect(events[0]).toMatchObject({
              ...{ kind: 'positionClosed', cause: { reason: 'limit', rule: 'closingOrder' } },
              ...{ closed: { lots }, closing: { price: cents(closing) } },
            })
          for (const [at] of reached) model.delete(at)
          open -= lots
          state = evolveAll(state, events)
          expect(state.account.orders.get(1)?.lots ?? 0).toBe(open)
          expect(ordersOf(state)).toEqual(sorted())
        }
      },
    ),
    { numRuns: 300, seed: 5 },
  )
})

it('names what is wrong, cancels in a silent market and waits in one to fill', () => {
  const state = opened('long')
  expect(set(state, price('100'), 1).refusal).toMatchObject({ data: { reason: 'priceReached' } })
  expect(set(state, price('101'), 11).refusal).toEqual({
    code: 'outOfRange',
    data: { min: 1, step: 1, max: 10 },
  })
  expect(set(state, price('101'), 0).refusal).toMatchObject({ data: { reason: 'noClosingOrder' } })
  const armed = evolveAll(state, set(state, price('101'), 4).result ?? [])
  const silent = { at: marketsAt(['102', '50'], [1], 3), nowMs: 3 }
  const due = { kind: 'closing', orderId: 1 } as const
  const waiting = decideTrigger(armed, due, { blocked: null, limits: null }, silent)
  expect(waiting).toEqual({ events: [], waits: true })
  const asked = { id: 1, terms, price: price('101') }
  expect(decideSetClosingOrder(armed, { ...asked, lots: 0 }, silent).result).toHaveLength(1)
  expect(decideSetClosingOrder(armed, { ...asked, lots: 3 }, silent).refusal).toEqual({
    code: 'priceChanged',
  })
})

it('orders by distance and counts lots', () => {
  const two = withClosingOrder([{ price: price('70000'), lots: 5 }], 'short', {
    price: price('71000'),
    lots: 2,
  })
  expect(two.map(({ lots }) => lots)).toEqual([2, 5])
  expect(closingLotsOf(two)).toBe(7)
  expect(isClosingReached('short', price('70000'), { bid: price('69999'), ask: price('70001') })).toBe(false)
})

it('finds the rows of a receipt whose closing orders are in force: not cleared, not reached, the newest of a price', () => {
  const row = (rule: string, at: string, lots = 1) => ({ rule, price: price(at), lots })
  const set = (at: string, lots = 1) => row('closingOrderSet', at, lots)
  const rows = [
    set('70000'),
    row('stopLossSet', '60000'),
    set('71000'),
    set('72000'),
    set('73000'),
    row('closingOrderCleared', '72000'),
    row('closingOrderSellAtBid', '70500'),
    set('71000', 5),
  ]
  expect(closingRowsInForce('long', rows)).toEqual([set('73000'), set('71000', 5)])
  expect(closingRowsInForce('short', [set('70000'), row('closingOrderBuyAtAsk', '70000.01')])).toEqual([
    set('70000'),
  ])
})
