import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Price, price } from '../money/units.ts'
import { decidePlaceOrder } from './decide/order.ts'
import { decideClosePosition, decideSetStops } from './decide/position.ts'
import { emptyState, marketsAt, placing, step, terms, tickOf } from './decide/trading.fixture.ts'
import { decideTrigger } from './decide/trigger.ts'
import type { OrderRequest } from './judge.ts'
import type { PositionSide } from './rules.ts'
import { evolveAll, type TradingState } from './tradingState.ts'
import {
  formatTrailing,
  isTrailingReached,
  parseTrailing,
  type TrailingDistance,
  trailingTrigger,
  validateTrailingDistance,
} from './trailingStop.ts'

const usd = (text: string): TrailingDistance => ({ kind: 'price', by: price(text) })
const percent = (hundredths: bigint): TrailingDistance => ({ kind: 'percent', hundredths })

it('keeps at least the distance that was asked for, and less than 1e-9 USDT more', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<PositionSide>('long', 'short'),
      fc.bigInt({ min: 1n, max: 10n ** 17n }),
      fc.bigInt({ min: 1n, max: 5_000n }),
      (side, at, hundredths) => {
        const best = at as Price
        const trigger = trailingTrigger(side, percent(hundredths), best)
        const distance = side === 'long' ? best - trigger : trigger - best
        expect(distance * 10_000n >= best * hundredths).toBe(true)
        expect((distance - 1n) * 10_000n < best * hundredths).toBe(true)
        const both = (closing: bigint) => ({ bid: closing as Price, ask: closing as Price })
        const near = side === 'long' ? 1n : -1n
        expect(isTrailingReached(side, percent(hundredths), best, both(trigger))).toBe(true)
        expect(isTrailingReached(side, percent(hundredths), best, both(trigger + near))).toBe(false)
      },
    ),
    { numRuns: 500, seed: 3 },
  )
})

it('reads what it writes and nothing else', () => {
  for (const text of ['500', '0.01', '1.5%', '50%', '0.01%'])
    expect(formatTrailing(parseTrailing(text) ?? usd('1'))).toBe(text)
  for (const text of ['', '0', '0%', '%', '1.555%', '-1', '1e3', '5 %', '1.0000000001'])
    expect(parseTrailing(text)).toBeNull()
})

it('accepts a distance from one step to below the price, a percentage from 0.01 to 50', () => {
  const check = (distance: TrailingDistance) => validateTrailingDistance(distance, price('100'), step)
  for (const good of [usd('0.01'), usd('99.99'), percent(1n), percent(5_000n)]) expect(check(good)).toBeNull()
  for (const bad of [usd('0.009'), usd('100'), usd('100000')])
    expect(check(bad)).toEqual({ min: '0.01', max: '99.99' })
  for (const bad of [percent(5_001n), percent(100_000n)])
    expect(check(bad)).toEqual({ min: '0.01%', max: '50%' })
})

const request: OrderRequest = {
  ...{ side: 'long', leverage: 10, lots: 10, kind: 'market', price: price('100.01') },
  ...{ takeProfit: null, stopLoss: null, expiresMs: null },
}
const opened = (): TradingState => {
  const start = emptyState('100', '0', '100000', '1000')
  const { result } = decidePlaceOrder(start, placing(1, request), { at: marketsAt(['100', '50']), nowMs: 1 })
  return evolveAll(start, result ?? [])
}
const set = (
  state: TradingState,
  trailing: TrailingDistance | null | undefined,
  bid = '100',
  n = 2,
  silent: number[] = [],
) =>
  decideSetStops(
    state,
    { id: 1, stops: {}, trailing, number: null, step },
    { at: marketsAt([bid, '50'], silent, n), nowMs: n },
  )
const after = (
  state: TradingState,
  ...asked: Parameters<typeof set> extends [unknown, ...infer R] ? R : never
) => evolveAll(state, set(state, ...asked).result ?? [])
const trailingOf = (state: TradingState) => state.account.orders.get(1)?.trailing ?? null
const best = (bid: string, n: number) => tickOf(1, n, price(bid), (price(bid) + step) as Price)
const fire = (state: TradingState, bid: string, n: number, from: ReturnType<typeof best>) =>
  decideTrigger(
    state,
    { kind: 'trailing', orderId: 1, best: from },
    { blocked: null, limits: null },
    { at: marketsAt([bid, '50'], [], n), nowMs: n },
  ).events

it('starts at the tick in force, anew with another distance and not with the same one, and stays with the rest of a close', () => {
  const state = after(opened(), usd('5'))
  expect(trailingOf(state)).toEqual({ distance: usd('5'), since: 2, start: price('100') })
  expect(trailingOf(after(state, usd('5'), '103', 7))).toEqual(trailingOf(state))
  expect(trailingOf(after(state, undefined, '103', 7))).toEqual(trailingOf(state))
  expect(trailingOf(after(state, percent(200n), '103', 7))).toMatchObject({ since: 7, start: price('103') })
  expect(trailingOf(after(state, null))).toBeNull()
  const cause = { reason: 'user', rule: 'market' } as const
  const moment = { at: marketsAt(['100', '50'], [], 3), nowMs: 3 }
  const part = decideClosePosition(state, { id: 1, lots: 4, terms, cause, ai: null }, moment)
  expect(trailingOf(evolveAll(state, part.result ?? []))).toEqual(trailingOf(state))
})

it('closes all at the tick that reached it and names the best one, and nothing by ticks that are not its own', () => {
  const state = after(opened(), usd('5'))
  const [closed] = fire(state, '104', 9, best('110', 5))
  expect(closed).toMatchObject({
    ...{ kind: 'positionClosed', rest: null, closed: { lots: 10 }, closing: { price: price('104') } },
    cause: { reason: 'trailing', rule: 'trailingStop', trailed: { distance: usd('5'), best: { n: 5 } } },
  })
  expect(fire(state, '105', 9, best('110', 5))).toHaveLength(1)
  expect(fire(state, '105.01', 9, best('110', 5))).toEqual([])
  // Best before it was set, or after the tick that should fire.
  expect(fire(state, '104', 9, best('110', 1))).toEqual([])
  expect(fire(state, '104', 9, best('110', 9))).toEqual([])
  // Set anew or cleared since it fired.
  expect(fire(after(state, usd('4'), '106', 8), '104', 9, best('110', 5))).toEqual([])
  expect(fire(after(state, null), '104', 9, best('110', 5))).toEqual([])
})

it('refuses what rests, a silent market and a distance beyond the price', () => {
  const start = emptyState('100', '0', '100000', '1000')
  const limit = { ...request, kind: 'limit' as const, price: price('90') }
  const resting = evolveAll(
    start,
    decidePlaceOrder(start, placing(1, limit), { at: marketsAt(['100', '50']), nowMs: 1 }).result ?? [],
  )
  expect(set(resting, usd('5')).refusal).toEqual({
    code: 'invalidState',
    data: { reason: 'trailingNotOpen' },
  })
  expect(set(resting, null).result).toHaveLength(1)
  expect(set(opened(), usd('5'), '100', 2, [1]).refusal).toEqual({ code: 'priceChanged' })
  expect(set(opened(), usd('100')).refusal).toEqual({
    code: 'outOfRange',
    data: { min: '0.01', max: '99.99' },
  })
})
