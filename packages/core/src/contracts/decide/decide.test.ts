import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, type Usdt, usdt } from '../../money/units.ts'
import { judgeOrder, type OrderRequest } from '../judge.ts'
import type { MarketSnapshot } from '../marketSnapshot.ts'
import type { LiveOrder, OrderEvent, PositionClosed } from '../order.ts'
import { evolve, evolveAll, type TradingState } from '../tradingState.ts'
import { openPositions, shouldLiquidate, valueAccount } from '../valuation.ts'
import { decideAmendOrder, decidePlaceOrder, type PlaceOrder } from './order.ts'
import { decideCancelOrder, decideClosePosition, decideSetStops } from './position.ts'
import { emptyState, hugeLimits, marketsAt, placing, step, terms } from './trading.fixture.ts'
import { decideTrigger } from './trigger.ts'

const buy: OrderRequest = {
  side: 'long',
  leverage: 10,
  lots: 10,
  kind: 'market',
  price: price('100.01'),
  takeProfit: null,
  stopLoss: null,
  expiresMs: null,
}
const calm = marketsAt(['100', '50'])
const openRules = { blocked: null, limits: null }
/** A position of 10 lots bought at 100.01 by an account of 1 USDT, which then has 0.8997950 free. */
const opened = (): TradingState => {
  const state = emptyState('1', '0', '1000', '10')
  const { result } = decidePlaceOrder(state, placing(1, buy), { at: calm, nowMs: 5 })
  return evolveAll(state, result ?? [])
}

/** One step of a random day. */
type Step =
  | { readonly does: 'move'; readonly bids: readonly [string, string]; readonly silent: readonly number[] }
  | {
      readonly does: 'place'
      readonly pid: 1 | 2
      readonly request: OrderRequest
      readonly restMs: number | null
    }
  | {
      readonly does: 'amend'
      readonly place: number
      readonly lots: number
      readonly price: Price
      readonly restMs: number | null
    }
  | { readonly does: 'cancel' | 'liquidate'; readonly place: number }
  | { readonly does: 'close'; readonly place: number; readonly lots: number | null }
  | {
      readonly does: 'stops'
      readonly place: number
      readonly takeProfit: Price | null
      readonly stopLoss: Price | null
    }
  | { readonly does: 'fire'; readonly place: number; readonly kind: 'limit' | 'loss' | 'profit' | 'expiry' }

const somePrice = fc
  .integer({ min: 2_000, max: 20_000 })
  .map((cents) => (BigInt(cents) * 10_000_000n) as Price)
const noStop = fc.constant(null)
const someStop = fc.oneof({ weight: 8, arbitrary: noStop }, { weight: 1, arbitrary: somePrice })
const place = fc.nat(2)
const lots = fc.integer({ min: 1, max: 600 })
const cents = fc
  .integer({ min: 2_000, max: 20_000 })
  .map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
const request = fc.record({
  side: fc.constantFrom('long', 'short'),
  leverage: fc.constantFrom(2, 5, 10, 20),
  lots,
  kind: fc.constantFrom('limit' as const, 'market' as const),
  price: somePrice,
  takeProfit: someStop,
  stopLoss: someStop,
  expiresMs: fc.constant(null),
})
/** Time between two steps of a day, and how long an order may rest: from one step too short to many steps. */
const stepMs = 30_000
const restMs = fc.option(
  fc.integer({ min: 1, max: 20 }).map((steps) => steps * stepMs),
  { nil: null },
)
const moving = fc.record({
  does: fc.constant('move' as const),
  bids: fc.tuple(cents, cents),
  silent: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constantFrom([1], [2]) },
  ),
})
const placed = fc.record({
  does: fc.constant('place' as const),
  pid: fc.constantFrom(1 as const, 2 as const),
  request,
  restMs,
})
const kinds = fc.constantFrom('limit' as const, 'loss' as const, 'profit' as const, 'expiry' as const)
const someStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: moving },
  { weight: 6, arbitrary: placed },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('amend' as const), place, lots, price: somePrice, restMs }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), place }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('liquidate' as const), place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('close' as const),
      place,
      lots: fc.option(lots, { nil: null }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('stops' as const),
      place,
      takeProfit: someStop,
      stopLoss: someStop,
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('fire' as const), place, kind: kinds }) },
)

/** What a step decides in a state; nothing where it is refused. */
const eventsOf = (state: TradingState, one: Step, at: MarketSnapshot, id: number): readonly OrderEvent[] => {
  const nowMs = id * stepMs
  const moment = { at, nowMs }
  const endOf = (rest: number | null): number | null => (rest === null ? null : nowMs + rest)
  const number = { id, acceptance: id }
  const order = 'place' in one ? [...state.account.orders.values()][one.place] : undefined
  switch (one.does) {
    case 'move':
      return []
    case 'place': {
      const seen = at.get(one.pid)?.tick
      const own = seen === null || seen === undefined ? one.request.price : seen.ask
      const limit = { ...one.request, expiresMs: endOf(one.restMs) }
      const asked = limit.kind === 'limit' ? limit : { ...one.request, price: own }
      return decidePlaceOrder(state, placing(id, asked, { pid: one.pid }), moment).result ?? []
    }
    case 'liquidate':
      return decideTrigger(state, { kind: 'closeOut', orderId: 0 }, openRules, moment).events
    case 'amend': {
      const { request: _, ai: __, ...given } = placing(id, buy, { pid: order?.pid ?? 1 })
      const end = endOf(one.restMs)
      const change = { lots: one.lots, price: one.price, ...(end === null ? {} : { expiresMs: end }) }
      return decideAmendOrder(state, { ...given, id: order?.id ?? 0, change }, moment).result ?? []
    }
    case 'cancel':
      return (
        decideCancelOrder(state, { id: order?.id ?? 0, reason: 'revokedByUser', tick: null }).result ?? []
      )
    case 'close': {
      const cause = { reason: 'user', rule: 'market' } as const
      const asked = { id: order?.id ?? 0, lots: one.lots, terms, cause, ai: null }
      return decideClosePosition(state, asked, moment).result ?? []
    }
    case 'stops': {
      const stops = { takeProfit: one.takeProfit, stopLoss: one.stopLoss }
      return decideSetStops(state, { id: order?.id ?? 0, stops, number, step }, moment).result ?? []
    }
    case 'fire':
      return decideTrigger(state, { kind: one.kind, orderId: order?.id ?? 0 }, openRules, moment).events
  }
}

/**
 * The same account kept by a second book: one purse against the house account, by fills and closes alone. It knows nothing of free
 * balance, margin and hold, and nothing of how a loss is shared out.
 */
type Book = { purse: bigint; house: bigint }
const ceilDivide = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
/** Rounded down, also below zero. */
const floorDivide = (a: bigint, b: bigint): bigint => (a >= 0n ? a / b : -ceilDivide(-a, b))

const bookEvent = (book: Book, event: OrderEvent): void => {
  if (event.kind !== 'positionOpened' && event.kind !== 'positionClosed') return
  const at = event.kind === 'positionOpened' ? event.order.openPrice : event.closing.price
  const coins = event.kind === 'positionOpened' ? event.order.quantity : event.closed.quantity
  const fee = ceilDivide(coins * at * 500n, 1_000_000_000_000_000n)
  let pnl = 0n
  if (event.kind === 'positionClosed') {
    const gained = event.order.side === 'long' ? at - event.order.openPrice : event.order.openPrice - at
    pnl = floorDivide(coins * gained, 1_000_000_000n)
  }
  // No more is paid than the purse holds; the house account bears the rest of the loss, then of the fee.
  const after = book.purse + pnl
  const lossPaid = after < 0n ? pnl - after : pnl
  const feePaid = after < 0n ? 0n : after < fee ? after : fee
  book.purse += lossPaid - feePaid
  book.house -= lossPaid
  // The fund's part of a fee is the only money that leaves the house account for the fees.
  if (event.kind === 'positionClosed') book.house -= event.share.feeFromInsurance
}

const sum = <One>(all: Iterable<One>, pick: (one: One) => bigint): bigint => {
  let total = 0n
  for (const one of all) total += pick(one)
  return total
}

/** What must hold of a state whatever happened. */
const expectSound = ({ account, owner, house }: TradingState): void => {
  const orders = [...account.orders.values()]
  for (const units of [account.free, account.margin, account.hold, owner.bonus, house.insurance, house.debt])
    expect(units >= 0n).toBe(true)
  expect(account.margin).toBe(sum(openPositions(account), ({ margin }) => margin))
  expect(account.hold).toBe(sum(orders, ({ hold }) => hold))
  for (const pid of [1, 2]) {
    const here = orders.filter((order) => order.pid === pid)
    const open = here.filter(({ state }) => state === 'open')
    const cost = (all: readonly LiveOrder[]) => sum(all, ({ quantity, openPrice }) => quantity * openPrice)
    expect(owner.committed.get(pid) ?? 0n).toBe(cost(here))
    const exposure = house.exposures.get(pid)
    expect(exposure?.longCost ?? 0n).toBe(cost(open.filter(({ side }) => side === 'long')))
    expect(exposure?.shortCost ?? 0n).toBe(cost(open.filter(({ side }) => side === 'short')))
  }
}

/** Before the fund pays for a loss, the wallet has given everything that it can. */
const expectFundLast = (before: TradingState, event: PositionClosed, at: MarketSnapshot): void => {
  const { share, closing, cause } = event
  if (share.lossFromInsurance + share.feeFromInsurance === 0n || cause.reason === 'user') return
  const { account } = evolve(before, event)
  expect(account.free + account.margin + account.hold).toBe(0n)
  const others = valueAccount(account, at).open.filter(({ fresh }) => fresh)
  // One that closes for its profit may be short of its fee; the position whose loss it pays is still there.
  if (cause.reason !== 'liquidation') expect(others.every(({ profit }) => profit <= 0n)).toBe(true)
  expect(closing.settlement.lossUnpaid + closing.settlement.feeUnpaid > 0n).toBe(true)
}

describe('a random day of an account', () => {
  it('keeps every amount accounted for, by a second book as well, and the fund pays last', () => {
    const seen = new Set<string>()
    const paid = { drawn: 0, byFund: 0, byHold: 0, byProfit: 0, expired: 0, inTime: 0 }
    fc.assert(
      fc.property(
        fc.array(someStep, { minLength: 15, maxLength: 45 }),
        fc.constantFrom('2', '6', '40'),
        (steps, free) => {
          let state = emptyState(free, '0', '1000000', '20')
          let at = calm
          const book: Book = { purse: usdt(free), house: usdt('1000020') }
          let id = 0
          for (const one of steps) {
            id += 1
            if (one.does === 'move') at = marketsAt(one.bids, one.silent, id * stepMs)
            for (const event of eventsOf(state, one, at, id)) {
              seen.add(event.kind)
              if (event.kind === 'positionClosed') {
                expectFundLast(state, event, at)
                const { share, drawn, account } = event
                if (share.lossFromInsurance > 0n) paid.byFund += 1
                if (drawn.length > 0) paid.drawn += 1
                if (account !== null && account.forOrder !== null) paid.byProfit += 1
              }
              if (event.kind === 'orderCancelled' && event.reason === 'revokedForLoss') paid.byHold += 1
              if (event.kind === 'orderCancelled' && event.reason === 'revokedExpired') {
                expect(id * stepMs).toBeGreaterThanOrEqual(event.order.expiresMs ?? Number.POSITIVE_INFINITY)
                paid.expired += 1
              }
              if (event.kind === 'positionOpened') {
                const { before, order, tick } = event
                expect(order.expiresMs).toBeNull()
                expect(tick.receivedTimeMs).toBeLessThan(before?.expiresMs ?? Number.POSITIVE_INFINITY)
                if ((before?.expiresMs ?? null) !== null) paid.inTime += 1
              }
              bookEvent(book, event)
              state = evolve(state, event)
              const { account } = state
              expectSound(state)
              expect(account.free + account.margin + account.hold).toBe(book.purse)
            }
            if (one.does === 'liquidate' && state.account.orders.size > 0) {
              const silent = openPositions(state.account).some(({ pid }) => at.get(pid)?.fresh !== true)
              expect(silent || !shouldLiquidate(state.account, at)).toBe(true)
            }
            expect(state.house.trading + state.house.insurance - state.house.debt).toBe(book.house)
          }
        },
      ),
      { numRuns: 200, seed: 7 },
    )
    const everything = [
      'orderPlaced',
      'orderAmended',
      'orderCancelled',
      'positionOpened',
      'positionClosed',
      'stopsChanged',
    ]
    expect([...seen].sort()).toEqual(everything.sort())
    // The days are rough enough that every source of money is needed.
    for (const times of Object.values(paid)) expect(times).toBeGreaterThan(2)
  })

  it('opens what the ticket accepts, for the same amounts, and nothing else', () => {
    fc.assert(
      fc.property(
        request,
        fc.constantFrom('0', '0.01'),
        fc.constantFrom('0.2', '5', '900'),
        (asked, bonus, free) => {
          const state = emptyState(free, bonus, '1000000', '20')
          const { open, ...figures } = valueAccount(state.account, calm)
          const account = { ...figures, bonus: state.owner.bonus, here: [], otherProfit: 0n as Usdt }
          const best = calm.get(1)?.tick ?? null
          const judged = judgeOrder({ terms, step, best, maxNotional: hugeLimits.order, account }, asked)
          const { result } = decidePlaceOrder(state, placing(1, asked), { at: calm, nowMs: 5 })
          expect(result === null).toBe(judged.plan === null)
          const [event] = result ?? []
          if (event === undefined || judged.plan === null) return
          expect(event.kind).toBe(judged.plan.rests ? 'orderPlaced' : 'positionOpened')
          expect(event.order).toMatchObject({
            margin: judged.plan.costs.margin,
            openFee: judged.plan.costs.charged,
          })
          const { account: after } = evolve(state, event)
          expect(state.account.free - after.free).toBe(judged.plan.needed)
        },
      ),
      { numRuns: 300, seed: 11 },
    )
  })
})

describe('what an owner may do', () => {
  it('is refused in the order of the verdict, and then changes nothing', () => {
    const refusalOf = (
      change: Partial<OrderRequest>,
      state = emptyState('0.05', '0', '0', '0'),
      extra = {},
    ) => decidePlaceOrder(state, placing(1, { ...buy, ...change }, extra), { at: calm, nowMs: 5 }).refusal
    const dear = { price: price('99'), takeProfit: price('1') }
    const limits = { ...hugeLimits, order: usdt('0.9') }
    expect(refusalOf({ ...dear, lots: 0 }, undefined, { limits })).toMatchObject({ data: { min: 1 } })
    expect(refusalOf(dear, undefined, { limits })).toMatchObject({ code: 'priceChanged' })
    expect(refusalOf({ takeProfit: price('1') }, undefined, { limits })).toEqual({
      code: 'outOfRange',
      data: { rule: 'notional', max: '0.9' },
    })
    expect(refusalOf({ takeProfit: price('1') })).toMatchObject({ code: 'invalidTpSl' })
    expect(refusalOf({})).toEqual({
      code: 'insufficientBalance',
      data: { needed: '0.10051005', available: '0.05' },
    })
    expect(refusalOf({}, emptyState('1', '0', '0', '0'))).toEqual({ code: 'insufficientReserve' })
    expect(refusalOf({}, emptyState('1', '0', '9', '0'))).toBeNull()
  })

  it('refuses a lead the side opposite to the other wallet, also when AI ordering asks', () => {
    const ai = {
      decision: {} as NonNullable<PlaceOrder['ai']>['decision'],
      planAt: () => {
        throw new Error('nothing is planned')
      },
    }
    const reasonOf = (side: 'long' | 'short', asked: PlaceOrder['ai']) =>
      decidePlaceOrder(
        emptyState('9', '0', '9', '0'),
        placing(1, buy, { otherSides: [{ pid: 1, side }], ai: asked }),
        { at: calm, nowMs: 5 },
      ).refusal
    for (const asked of [null, ai])
      expect(reasonOf('short', asked)).toEqual({ code: 'invalidState', data: { reason: 'leadConflict' } })
    expect(reasonOf('long', null)).toBeNull()
  })

  it('closes a profit or gives up a hold before the fund pays for a loss', () => {
    const state = opened()
    const sell = { ...buy, side: 'short', price: price('100') } as const
    const both = evolveAll(
      state,
      decidePlaceOrder(state, placing(2, sell), { at: calm, nowMs: 6 }).result ?? [],
    )
    const cause = { reason: 'user', rule: 'market' } as const
    const close = (from: TradingState, bid: string) =>
      decideClosePosition(
        from,
        { id: 1, lots: null, terms, cause, ai: null },
        { at: marketsAt([bid, '50']), nowMs: 7 },
      )
    expect(close(both, '1').result).toHaveLength(1)
    const poor = { ...both, account: { ...both.account, free: 0n as Usdt } }
    expect(close(poor, '1').refusal).toEqual({
      code: 'invalidState',
      data: { reason: 'closeProfitFirst', id: 2 },
    })
  })

  it('amends an order to what placing it anew would give, with the hold it had', () => {
    fc.assert(
      fc.property(lots, somePrice, fc.constantFrom('0.3', '5', '900'), (wanted, at, free) => {
        const start = emptyState(free, '0', '1000000', '20')
        const resting = { ...buy, kind: 'limit' as const, price: price('90'), lots: 20 }
        const before = evolveAll(
          start,
          decidePlaceOrder(start, placing(1, resting), { at: calm, nowMs: 5 }).result ?? [],
        )
        const moment = { at: calm, nowMs: 6 }
        const { request: _, ai: __, ...given } = placing(2, buy)
        const change = { lots: wanted, price: at }
        const amended = decideAmendOrder(before, { ...given, id: 1, change }, moment)
        const anew = decidePlaceOrder(start, placing(2, { ...resting, ...change }), moment)
        if (before.account.orders.size === 0) return
        expect(amended.refusal).toEqual(anew.refusal)
        if (amended.result === null || anew.result === null) return
        const [left, right] = [evolveAll(before, amended.result), evolveAll(start, anew.result)]
        const amounts = ({ account: { free, margin, hold } }: TradingState) => ({ free, margin, hold })
        expect(amounts(left)).toEqual(amounts(right))
        expect(left.account.orders.get(1)?.lots).toBe(right.account.orders.get(2)?.lots)
      }),
      { numRuns: 200, seed: 3 },
    )
  })
})
