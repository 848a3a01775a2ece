import { describe, expect, it } from 'vitest'
import { formatPrice, formatUsdt, price, usdt } from '../../money/units.ts'
import type { OrderRequest } from '../judge.ts'
import type { LiveOrder, OrderEvent, PositionClosed, PositionOpened } from '../order.ts'
import { evolveAll, type TradingState } from '../tradingState.ts'
import { decideSetClosingOrder } from './closingOrder.ts'
import { decideAmendOrder, decidePlaceOrder } from './order.ts'
import { decideCancelOrder, decideClosePosition, decideSetStops } from './position.ts'
import { emptyState, marketsAt, placing, step, terms } from './trading.fixture.ts'
import { decideTrigger } from './trigger.ts'

// Sentences of the specification about leveraged contracts, each with figures worked out by hand: lots of 0.001 coins, a fee
// of 0.05 %, a bid of 100 and an ask of 100.01 unless a test moves them.

const calm = marketsAt(['100', '50'])
const openRules = { blocked: null, limits: null }
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
const sell: OrderRequest = { ...buy, side: 'short', price: price('100') }
const rich = (free = '1') => emptyState(free, '0', '100000', '100')
const place = (state: TradingState, request: Partial<OrderRequest>, id = 1, at = calm, change = {}) =>
  decidePlaceOrder(state, placing(id, { ...buy, ...request }, change), { at, nowMs: 5 })
const after = (state: TradingState, result: readonly OrderEvent[] | null): TradingState =>
  evolveAll(state, result ?? [])
const opened = (request: Partial<OrderRequest> = {}, free = '1'): TradingState =>
  after(rich(free), place(rich(free), request).result)
const figures = ({ account: { free, margin, hold } }: TradingState) => [free, margin, hold].map(formatUsdt)
const orderOf = (state: TradingState, id = 1): LiveOrder => {
  const order = state.account.orders.get(id)
  if (order === undefined) throw new Error(`order ${id} does not live`)
  return order
}
const fire = (
  state: TradingState,
  kind: 'limit' | 'loss' | 'profit' | 'closeOut' | 'closing',
  bids: readonly [string, string],
  orderId = 1,
) =>
  decideTrigger(state, { kind, orderId: kind === 'closeOut' ? 0 : orderId }, openRules, {
    at: marketsAt(bids),
    nowMs: 9,
  })
const cause = { reason: 'user', rule: 'market' } as const
const close = (state: TradingState, bid: string, lots: number | null = null, id = 1) =>
  decideClosePosition(state, { id, lots, terms, cause, ai: null }, { at: marketsAt([bid, '50']), nowMs: 9 })
const closedOf = (result: readonly OrderEvent[] | null): PositionClosed => {
  const found = (result ?? []).find((event): event is PositionClosed => event.kind === 'positionClosed')
  if (found === undefined) throw new Error('nothing was closed')
  return found
}

describe('opening', () => {
  it('needs margin = quantity × price ÷ leverage and a fee of 0.05 % of the notional, both rounded up', () => {
    // 0.01 coins at 100.01: notional 1.0001, margin 0.10001, fee 0.00050005.
    expect(figures(opened())).toEqual(['0.89948995', '0.10001', '0'])
    const [event] = (place(rich(), {}).result ?? []) as readonly PositionOpened[]
    expect(formatUsdt(event?.costs.charged ?? 0n)).toBe('0.00050005')
    // One unit less than both is refused, exactly both is enough.
    expect(place(rich('0.10051004'), {}).refusal).toEqual({
      code: 'insufficientBalance',
      data: { needed: '0.10051005', available: '0.10051004' },
    })
    expect(figures(opened({}, '0.10051005'))).toEqual(['0', '0.10001', '0'])
  })

  it('pays the fee from bonus first; bonus is no margin', () => {
    const state = emptyState('0.2', '0.0004', '100000', '100')
    const next = after(state, place(state, {}).result)
    // 0.00050005 of fee: 0.0004 from bonus, the rest from the wallet.
    expect([figures(next), formatUsdt(next.owner.bonus)]).toEqual([['0.09988995', '0.10001', '0'], '0'])
    expect(place(emptyState('0.1', '900', '100000', '100'), {}).refusal).toMatchObject({
      code: 'insufficientBalance',
    })
  })

  it.each([
    // 100.01 is 0.5 % above 99.512437811, and more than that above the next lower price.
    ['long', '99.512437811', true],
    ['long', '99.51243781', false],
    ['long', '150', true],
    // 100 is 0.5 % below 100.502512562, and more than that below the next higher price.
    ['short', '100.502512562', true],
    ['short', '100.502512563', false],
    ['short', '50', true],
  ] as const)('of a %s order at the market seen at %s is taken: %s', (side, seen, isTaken) => {
    const { refusal } = place(rich(), { side, price: price(seen) })
    expect(refusal === null).toBe(isTaken)
    if (!isTaken) expect(refusal).toMatchObject({ code: 'priceChanged' })
  })

  it('takes a leverage of the list and whole lots of the terms only', () => {
    for (const leverage of [2, 5, 10, 20]) expect(place(rich(), { leverage }).refusal).toBeNull()
    for (const leverage of [0, 1, 3, 21, 100, -10, 2.5])
      expect(place(rich(), { leverage }).refusal, String(leverage)).toMatchObject({ code: 'outOfRange' })
    const inFives = { terms: { ...terms, minLots: 10, stepLots: 5 } }
    for (const [lots, isTaken] of [
      [10, true],
      [15, true],
      [5, false],
      [11, false],
      [0, false],
      [-10, false],
      [12.5, false],
      [Number.NaN, false],
    ] as const)
      expect(place(rich('9'), { lots }, 1, calm, inFives).refusal === null, String(lots)).toBe(isTaken)
  })

  it('is refused at the 200 live orders of a wallet, and possible again after one of them ended', () => {
    let state = rich('1000')
    for (let id = 1; id <= 200; id += 1)
      state = after(state, place(state, { kind: 'limit', price: price('90') }, id).result)
    expect(state.account.orders.size).toBe(200)
    expect(place(state, {}, 201).refusal).toEqual({ code: 'tooManyOrders', data: { max: 200 } })
    const cancelled = decideCancelOrder(state, { id: 7, reason: 'revokedByUser', tick: null })
    expect(place(after(state, cancelled.result), {}, 201).refusal).toBeNull()
  })

  it('waits for a price: a silent market opens nothing, and neither does one that never had a tick', () => {
    expect(place(rich(), {}, 1, marketsAt(['100', '50'], [1])).refusal).toEqual({ code: 'priceChanged' })
    expect(place(rich(), {}, 1, marketsAt([null, '50'])).refusal).toEqual({ code: 'priceChanged' })
  })
})

describe('an order at a fixed price', () => {
  it.each([
    ['long', '100.01', 'positionOpened', '100.01'],
    ['long', '150', 'positionOpened', '100.01'],
    ['long', '100', 'orderPlaced', '100'],
    ['short', '100', 'positionOpened', '100'],
    ['short', '50', 'positionOpened', '100'],
    ['short', '100.01', 'orderPlaced', '100.01'],
  ] as const)(
    '%s at %s fills at once at the market where it would, else it rests: %s',
    (side, at, kind, entry) => {
      const [event] = place(rich('9'), { side, kind: 'limit', price: price(at) }).result ?? []
      expect([event?.kind, formatPrice(event?.order.openPrice ?? price('1'))]).toEqual([kind, entry])
    },
  )

  it('rests with margin and fee on hold, which come back whole when it is cancelled', () => {
    const state = opened({ kind: 'limit', price: price('90') })
    // 0.01 coins at 90: margin 0.09, fee 0.00045.
    expect(figures(state)).toEqual(['0.90955', '0', '0.09045'])
    const cancelled = decideCancelOrder(state, { id: 1, reason: 'revokedByUser', tick: null })
    expect(figures(after(state, cancelled.result))).toEqual(['1', '0', '0'])
    // It ends once.
    expect(
      decideCancelOrder(after(state, cancelled.result), { id: 1, reason: 'revokedByUser', tick: null })
        .refusal,
    ).toEqual({
      code: 'invalidState',
    })
  })

  it('opens when the ask is at or below it, at the better of both prices, and what was held too much is free', () => {
    const state = opened({ kind: 'limit', price: price('90') })
    expect(fire(state, 'limit', ['90', '50']).events).toEqual([])
    const exact = after(state, fire(state, 'limit', ['89.99', '50']).events)
    expect([formatPrice(orderOf(exact).openPrice), ...figures(exact)]).toEqual(['90', '0.90955', '0.09', '0'])
    // A gap down to an ask of 80.01: margin 0.08001, fee 0.00040005.
    const better = after(state, fire(state, 'limit', ['80', '50']).events)
    expect([formatPrice(orderOf(better).openPrice), ...figures(better)]).toEqual([
      ...['80.01', '0.91958995', '0.08001', '0'],
    ])
  })

  it('to sell opens when the bid is at or above it', () => {
    const state = opened({ ...sell, kind: 'limit', price: price('110') })
    expect(fire(state, 'limit', ['109.99', '50']).events).toEqual([])
    expect(formatPrice(orderOf(after(state, fire(state, 'limit', ['110', '50']).events)).openPrice)).toBe(
      '110',
    )
    expect(formatPrice(orderOf(after(state, fire(state, 'limit', ['115', '50']).events)).openPrice)).toBe(
      '115',
    )
  })

  it('keeps its time priority when only stops change, and gets a new one with another price or size', () => {
    const state = opened({ kind: 'limit', price: price('90') }, '9')
    const { request: _, ai: __, ...given } = placing(7, buy)
    const amend = (change: object) => {
      const { result } = decideAmendOrder(state, { ...given, id: 1, change }, { at: calm, nowMs: 6 })
      return orderOf(after(state, result)).acceptance
    }
    expect([amend({ takeProfit: price('120') }), amend({ stopLoss: price('85') })]).toEqual([1, 1])
    expect([amend({ price: price('91') }), amend({ lots: 11 })]).toEqual([7, 7])
  })

  it('is not amended once lot or fee of its market are others, nor once it opened', () => {
    const state = opened({ kind: 'limit', price: price('90') }, '9')
    const amend = (of: TradingState, change: object) => {
      const { request: _, ai: __, ...given } = placing(7, buy, change)
      return decideAmendOrder(of, { ...given, id: 1, change: { lots: 11 } }, { at: calm, nowMs: 6 }).refusal
    }
    const termsChanged = { code: 'invalidState', data: { reason: 'termsChanged' } }
    expect(amend(state, { terms: { ...terms, feeRatePpm: 501 } })).toEqual(termsChanged)
    expect(amend(state, { terms: { ...terms, lot: terms.lot * 2n } })).toEqual(termsChanged)
    expect(amend(opened(), {})).toEqual({ code: 'invalidState' })
  })
})

describe('closing', () => {
  it('is at the opposite side, with a gross profit rounded down, a loss away from zero, and the fee again', () => {
    // Bought at 100.01, sold at 101: 0.0099 of profit; fee 0.01 × 101 × 0.05 % = 0.000505.
    const won = after(opened(), close(opened(), '101').result)
    expect(figures(won)).toEqual(['1.00889495', '0', '0'])
    // Bought at 100.01, sold at 99: 0.0101 of loss; fee 0.000495.
    expect(figures(after(opened(), close(opened(), '99').result))).toEqual(['0.98890495', '0', '0'])
    // A short position sold at 100 is bought back at the ask: 90.01 earns 0.0999 less 0.00045005 of fee.
    const short = opened(sell)
    expect(figures(after(short, close(short, '90').result))).toEqual(['1.09894995', '0', '0'])
  })

  it('of a part gives the part its share of the opening fee, rounded down, and computes the margin of the rest anew', () => {
    const { closed, rest, closing } = closedOf(close(opened(), '101', 3).result)
    // Three of ten lots of 0.00050005: 0.00015001; the rest keeps the remainder.
    expect([closed.openFee, rest?.openFee].map((fee) => formatUsdt(fee ?? 0n))).toEqual([
      '0.00015001',
      '0.00035004',
    ])
    // 0.007 coins at 100.01 ÷ 10.
    expect([closed.margin, rest?.margin].map((margin) => formatUsdt(margin ?? 0n))).toEqual([
      '0.030003',
      '0.070007',
    ])
    expect(formatUsdt(closing.settlement.profit)).toBe('0.00297')
    const next = after(opened(), close(opened(), '101', 3).result)
    expect([orderOf(next).lots, ...figures(next)]).toEqual([7, '0.93231145', '0.070007', '0'])
  })

  it('in parts costs and pays in sum what it does at once, to a unit of rounding each', () => {
    for (const bid of ['101.37', '98.41', '100.01']) {
      let state = opened()
      for (const lots of [1, 2, 3, 4]) state = after(state, close(state, bid, lots).result)
      const whole = after(opened(), close(opened(), bid).result)
      const difference = whole.account.free - state.account.free
      expect(state.account.orders.size).toBe(0)
      expect(difference >= 0n && difference <= 8n, bid).toBe(true)
    }
  })

  it.each([0, -1, 11, 1.5, Number.NaN])('of %d lots of ten is refused', (lots) => {
    expect(close(opened(), '101', lots).refusal).toMatchObject({ code: 'outOfRange' })
  })

  it('happens once: a closed position is none', () => {
    const state = after(opened(), close(opened(), '101').result)
    expect(close(state, '101').refusal).toEqual({ code: 'invalidState' })
    expect(close(opened({ kind: 'limit', price: price('90') }), '101').refusal).toEqual({
      code: 'invalidState',
    })
  })

  it('is never refused for want of reserve: the fund pays, then it is owed openly', () => {
    const poor = {
      ...opened(),
      house: { ...opened().house, trading: usdt('0.004'), insurance: usdt('0.003') },
    }
    const { share } = closedOf(close(poor, '101').result)
    expect([share.profitFromReserve, share.profitFromInsurance, share.profitOwed].map(formatUsdt)).toEqual([
      ...['0.004', '0.003', '0.0029'],
    ])
    const next = after(poor, close(poor, '101').result)
    expect([next.house.trading, next.house.insurance, next.house.debt].map(formatUsdt)).toEqual([
      '0',
      '0',
      '0.0029',
    ])
    // The customer is paid in full all the same, and no new risk is taken while something is owed.
    expect(figures(next)).toEqual(['1.00889495', '0', '0'])
    expect(place(next, {}, 2).refusal).toEqual({ code: 'insufficientReserve' })
  })
})

describe('stops', () => {
  const guarded = () => opened({ stopLoss: price('99'), takeProfit: price('105') }, '1')
  it('fire when the closing side reaches them, and fill there: a gap goes as the market did', () => {
    expect(fire(guarded(), 'loss', ['99.01', '50']).events).toEqual([])
    expect(formatPrice(closedOf(fire(guarded(), 'loss', ['99', '50']).events).closing.price)).toBe('99')
    // 0.01 × (95 − 100.01) = −0.0501 and a fee of 0.000475.
    const gap = fire(guarded(), 'loss', ['95', '50'])
    expect(figures(after(guarded(), gap.events))).toEqual(['0.94892495', '0', '0'])
    expect(closedOf(gap.events).cause).toEqual({ reason: 'loss', rule: 'stopLoss' })
    expect(fire(guarded(), 'profit', ['104.99', '50']).events).toEqual([])
    expect(formatPrice(closedOf(fire(guarded(), 'profit', ['108', '50']).events).closing.price)).toBe('108')
  })

  it('on the wrong side of the entry are refused by the name of their rule', () => {
    const set = (request: Partial<OrderRequest>) => place(rich(), request).refusal?.data
    expect(set({ takeProfit: price('100.01') })).toMatchObject({ rule: 'buyProfit' })
    expect(set({ stopLoss: price('100.01') })).toMatchObject({ rule: 'buyLoss' })
    expect(set({ ...sell, takeProfit: price('100') })).toMatchObject({ rule: 'sellProfit' })
    expect(set({ ...sell, stopLoss: price('100') })).toMatchObject({ rule: 'sellLoss' })
  })

  it('beyond the liquidation are refused with the value that would pass, which then passes', () => {
    // Little free: the position is liquidated near 95.
    const state = opened({}, '0.1006')
    const set = (stopLoss: string) =>
      decideSetStops(
        state,
        { id: 1, stops: { stopLoss: price(stopLoss) }, number: { id: 1, acceptance: 9 }, step },
        { at: calm, nowMs: 6 },
      )
    const refused = set('94').refusal
    expect(refused).toMatchObject({ code: 'invalidTpSl', data: { rule: 'buyLoss' } })
    const limit = String((refused?.data as { limit?: string } | undefined)?.limit)
    expect(Number(limit)).toBeGreaterThan(95)
    expect(Number(limit)).toBeLessThan(95.1)
    expect(set(limit).refusal).toBeNull()
    expect(set((Number(limit) - 0.01).toFixed(2)).refusal).not.toBeNull()
  })

  it('are cleared by null and kept when they are not named', () => {
    const set = (stops: object) => {
      const command = { id: 1, stops, number: { id: 1, acceptance: 9 }, step }
      const { result } = decideSetStops(guarded(), command, { at: calm, nowMs: 6 })
      const { takeProfit, stopLoss } = orderOf(after(guarded(), result))
      return [takeProfit, stopLoss].map((one) => (one === null ? null : formatPrice(one)))
    }
    expect(set({ stopLoss: null })).toEqual(['105', null])
    expect(set({ takeProfit: null })).toEqual([null, '99'])
    expect(set({ takeProfit: price('106') })).toEqual(['106', '99'])
  })
})

describe('liquidation', () => {
  it('closes at a margin level of 50 % exactly, and not a unit above it', () => {
    const state = opened({}, '0.1006')
    // Balance 0.10009995 and margin 0.10001: 50 % is reached by a loss of 0.05009495, at 95.000505.
    expect(fire(state, 'closeOut', ['95.000506', '50']).events).toEqual([])
    const { events } = fire(state, 'closeOut', ['95.000505', '50'])
    expect(closedOf(events)).toMatchObject({ cause: { reason: 'liquidation', rule: 'closeOut' } })
  })

  it('closes the largest loss first, and stops once the level is above 50 %', () => {
    const first = opened({ lots: 10 }, '0.32')
    const both = after(first, place(first, { lots: 20 }, 2).result)
    expect(both.account.orders.size).toBe(2)
    const { events } = fire(both, 'closeOut', ['94', '50'])
    const closed = events.filter(({ kind }) => kind === 'positionClosed')
    expect(closed[0]?.order.id).toBe(2)
    const next = after(both, events)
    expect(closed.length).toBe(2 - next.account.orders.size)
  })

  it('takes no more than the wallet holds: the rest of the loss and of the fee is the fund’s', () => {
    const state = opened({}, '0.1006')
    const { events } = fire(state, 'closeOut', ['50', '50'])
    const { share, closing } = closedOf(events)
    // A loss of 0.5001 against 0.10009995 in the wallet; the fee of 0.00025 is unpayable too.
    expect(
      [closing.settlement.lossFromWallet, share.lossFromInsurance, share.feeFromInsurance].map(formatUsdt),
    ).toEqual([...['0.10009995', '0.40000005', '0.00025']])
    expect(figures(after(state, events))).toEqual(['0', '0', '0'])
  })

  it('waits while the market is silent: missed ticks are not invented', () => {
    const state = opened({}, '0.1006')
    const silent = { at: marketsAt(['50', '50'], [1]), nowMs: 9 }
    expect(decideTrigger(state, { kind: 'closeOut', orderId: 0 }, openRules, silent)).toEqual({
      events: [],
      waits: true,
    })
  })
})

describe('closing orders', () => {
  const set = (state: TradingState, at: string, lots: number) =>
    decideSetClosingOrder(state, { id: 1, price: price(at), lots, terms }, { at: calm, nowMs: 6 })
  it('close their lots at their price or a better one, all that a tick reached together', () => {
    let state = opened()
    for (const [at, lots] of [
      ['101', 3],
      ['102', 4],
    ] as const)
      state = after(state, set(state, at, lots).result)
    expect(fire(state, 'closing', ['100.99', '50']).events).toEqual([])
    expect(closedOf(fire(state, 'closing', ['101', '50']).events)).toMatchObject({ closed: { lots: 3 } })
    const both = fire(state, 'closing', ['103', '50'])
    expect(closedOf(both.events)).toMatchObject({ closed: { lots: 7 }, cause: { rule: 'closingOrder' } })
    expect(orderOf(after(state, both.events))).toMatchObject({ lots: 3, closingOrders: [] })
  })

  it('together are no more lots than the position has, and none at a price that is reached', () => {
    const state = after(opened(), set(opened(), '101', 7).result)
    expect(set(state, '102', 4).refusal).toMatchObject({ code: 'outOfRange' })
    expect(set(state, '102', 3).refusal).toBeNull()
    // The same price again replaces its lots.
    expect(orderOf(after(state, set(state, '101', 10).result)).closingOrders).toEqual([
      { price: price('101'), lots: 10 },
    ])
    expect(set(opened(), '100', 3).refusal).toMatchObject({ data: { reason: 'priceReached' } })
    expect(set(opened(), '101', 0).refusal).toMatchObject({ data: { reason: 'noClosingOrder' } })
    expect(orderOf(after(state, set(state, '101', 0).result)).closingOrders).toEqual([])
  })
})
