import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price } from '../money/units.ts'
import { decideAmendOrder, decidePlaceOrder } from './decide/order.ts'
import { emptyState, marketsAt, placing } from './decide/trading.fixture.ts'
import { decideTrigger } from './decide/trigger.ts'
import { hasExpired, maxRestMs, minRestMs, validateExpiry } from './expiry.ts'
import type { OrderRequest } from './judge.ts'
import { evolveAll, type TradingState } from './tradingState.ts'

const nowMs = 1_000_000
const expiresMs = nowMs + 2 * minRestMs
const limit: OrderRequest = {
  side: 'long',
  leverage: 10,
  lots: 10,
  kind: 'limit',
  price: price('90'),
  takeProfit: null,
  stopLoss: null,
  expiresMs,
}
const calm = marketsAt(['100', '50'])
const start = emptyState('5', '0', '1000', '10')
const place = (change: Partial<OrderRequest>) =>
  decidePlaceOrder(start, placing(1, { ...limit, ...change }), { at: calm, nowMs })
const resting = (): TradingState => evolveAll(start, place({}).result ?? [])
const rules = { blocked: null, limits: null }

describe('an expiry', () => {
  it('is accepted from a minute to 90 days ahead, and only then is the order over', () => {
    fc.assert(
      fc.property(fc.integer({ min: -minRestMs, max: maxRestMs + minRestMs }), (ahead) => {
        const isAccepted = validateExpiry(nowMs + ahead, nowMs) === null
        expect(isAccepted).toBe(ahead >= 60_000 && ahead <= 7_776_000_000)
        expect(hasExpired({ expiresMs: nowMs + ahead }, nowMs)).toBe(ahead <= 0)
      }),
      { examples: [[59_999], [60_000], [7_776_000_000], [7_776_000_001], [0], [1]] },
    )
    expect(hasExpired({ expiresMs: null }, Number.MAX_SAFE_INTEGER)).toBe(false)
  })

  it('is refused with the accepted instants, and for an order at the market', () => {
    expect(place({ expiresMs: nowMs + 59_999 }).refusal).toEqual({
      code: 'outOfRange',
      data: { rule: 'expiry', earliest: nowMs + minRestMs, latest: nowMs + maxRestMs },
    })
    expect(place({ kind: 'market', price: price('100.01') }).refusal).toEqual({
      code: 'invalidState',
      data: { reason: 'expiryWithoutLimit' },
    })
  })
})

it('fills at a tick received before its expiry however late that is settled, and not at one received at it', () => {
  const fired = { kind: 'limit', orderId: 1 } as const
  const atTick = (heardMs: number) =>
    decideTrigger(resting(), fired, rules, {
      at: marketsAt(['80', '50'], [], heardMs),
      nowMs: expiresMs + 9_999,
    })
  expect(atTick(expiresMs - 1).events).toMatchObject([{ kind: 'positionOpened', order: { expiresMs: null } }])
  expect(atTick(expiresMs).events).toMatchObject([{ kind: 'orderCancelled', reason: 'revokedExpired' }])
})

it('is cancelled once when its time has come, in a silent market and without a price too, and not before', () => {
  const due = { kind: 'expiry', orderId: 1 } as const
  const elapse = (state: TradingState, atMs: number, at = calm) =>
    decideTrigger(state, due, rules, { at, nowMs: atMs }).events
  expect(elapse(resting(), expiresMs - 1)).toEqual([])
  for (const at of [calm, marketsAt(['100', '50'], [1]), marketsAt([null, null])]) {
    const cancelled = elapse(resting(), expiresMs, at)
    expect(cancelled).toMatchObject([{ kind: 'orderCancelled', reason: 'revokedExpired' }])
    const after = evolveAll(resting(), cancelled)
    expect([after.account.free, after.account.hold]).toEqual([start.account.free, 0n])
    expect(elapse(after, expiresMs + 1, at)).toEqual([])
  }
})

it('changes with an amended order, which keeps its time priority unless price or lots change', () => {
  const { request: _, ai: __, ...given } = placing(9, limit)
  const amend = (change: { price?: Price; expiresMs?: number | null }, atMs = nowMs + 1) =>
    decideAmendOrder(resting(), { ...given, id: 1, change }, { at: calm, nowMs: atMs })
  const [extended] = amend({ expiresMs: expiresMs + 1 }).result ?? []
  expect(extended).toMatchObject({ order: { expiresMs: expiresMs + 1, acceptance: 1 } })
  const [freed] = amend({ expiresMs: null }).result ?? []
  expect(freed).toMatchObject({ order: { expiresMs: null, acceptance: 1 } })
  // Its own expiry stays, although it is less than a minute ahead by now.
  const [repriced] = amend({ price: price('91') }, expiresMs - 1).result ?? []
  expect(repriced).toMatchObject({ order: { expiresMs, acceptance: 9 } })
  for (const late of [{ expiresMs: expiresMs + 2 * minRestMs }, { price: price('91') }])
    expect(amend(late, expiresMs).refusal).toEqual({ code: 'invalidState', data: { reason: 'orderExpired' } })
  expect(amend({ expiresMs: nowMs }, nowMs).refusal).toMatchObject({ code: 'outOfRange' })
})
