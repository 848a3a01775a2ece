import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Price, price, quantity, type Usdt, usdt } from '../../money/units.ts'
import type { OrderRequest } from '../judge.ts'
import type { LiveOrder } from '../order.ts'
import { evolveAll, type TradingState } from '../tradingState.ts'
import {
  type CopyBounds,
  decideCopyClose,
  decideCopyOpening,
  decideCopyStops,
  type LeadOpening,
  openCopyOf,
} from './copy.ts'
import { decidePlaceOrder } from './order.ts'
import { emptyState, hugeLimits, marketsAt, placing, step, terms, tickOf } from './trading.fixture.ts'
import { decideTrigger } from './trigger.ts'

const calm = marketsAt(['100', '50'])
const moment = { at: calm, nowMs: 7 }
const buy: OrderRequest = {
  ...{ side: 'long', leverage: 10, lots: 10, kind: 'market', price: price('100.01') },
  ...{ takeProfit: null, stopLoss: null, expiresMs: null },
}
const bounds: CopyBounds = {
  ...{ terms, step, limits: hugeLimits, minLeadEquity: usdt('1') },
  ...{ maxLeverage: 10, maxGrossMultiple: 5, maxOrders: 3 },
}
/** A lead with so much who just bought what is asked for. */
const leadOf = (free: string, change: Partial<OrderRequest> = {}, pid: 1 | 2 = 1): LeadOpening => {
  const state = emptyState(free, '0', '100000', '10')
  const at = pid === 1 ? buy.price : price('50.01')
  const asked = placing(70, { ...buy, price: at, ...change }, { pid })
  const [event] = decidePlaceOrder(state, asked, moment).result ?? []
  if (event?.kind !== 'positionOpened') throw new Error('the lead opens')
  return { order: event.order, tick: event.tick, entry: null, before: state.account }
}
const pool = (free = '10') => emptyState(free, '0', '100000', '10')
const number = { id: 5, acceptance: 9 }
const copyOf = (state: TradingState, lead: LeadOpening, change: Partial<CopyBounds> = {}, at = calm) =>
  decideCopyOpening(state, lead, { ...bounds, ...change }, number, { at, nowMs: 7 })
const opened = (
  state: TradingState,
  lead: LeadOpening,
): { readonly state: TradingState; readonly copy: LiveOrder } => {
  const { event } = copyOf(state, lead)
  if (event === null) throw new Error('the pool follows')
  return { state: evolveAll(state, [event]), copy: event.order }
}

describe('an opening', () => {
  it('is copied at the lead’s own tick in the ratio of the equities just before it', () => {
    const lead = leadOf('5', { takeProfit: price('120'), stopLoss: price('95') })
    const copied = copyOf(pool(), lead)
    expect(copied).toMatchObject({
      ...{ skipped: null, isReduced: false, leadEquity: usdt('5'), poolEquity: usdt('10') },
      event: {
        ...{ kind: 'positionOpened', cause: 'copy', before: null, seen: null, ai: null, tick: lead.tick },
        order: {
          ...{ id: 5, acceptance: 9, pid: 1, side: 'long', lots: 20, leverage: 10, state: 'open', hold: 0n },
          ...{ openPrice: lead.order.openPrice, quantity: quantity('0.02'), copyOf: 70, feeRatePpm: 500 },
          ...{ takeProfit: price('120'), stopLoss: price('95'), aiRun: null, createdMs: 7, openedMs: 7 },
          ...{ closingOrders: [], trailing: null, trigger: null, expiresMs: null, dueClose: null },
        },
      },
    })
    // 0.02 coins at 100.01 are 2.0002: a tenth of it is margin, and 0.05 % the fee.
    expect(copied.event?.order).toMatchObject({ margin: usdt('0.20002'), openFee: usdt('0.0010001') })
    const after = evolveAll(pool(), copied.event === null ? [] : [copied.event])
    expect(after.account.free).toBe(usdt('10') - usdt('0.20002') - usdt('0.0010001'))
    expect(openCopyOf(after.account, 70)?.id).toBe(5)
    expect(openCopyOf(after.account, 71)).toBeUndefined()
  })

  it('is reduced to the leverage and the gross notional that a pool may have', () => {
    expect(copyOf(pool(), leadOf('5'), { maxLeverage: 5 }).event?.order.leverage).toBe(5)
    // Twice the equity of 10 is 20: 199 lots at 100.01 are 19.9.
    const lead = leadOf('5', { lots: 400 })
    expect(copyOf(pool(), lead, { maxGrossMultiple: 2 })).toMatchObject({
      ...{ isReduced: true, event: { order: { lots: 199 } } },
    })
    const { state } = opened(pool(), leadOf('5', { lots: 50 }))
    // 100 lots are open: 99 lots more.
    expect(copyOf(state, lead, { maxGrossMultiple: 2 }).event?.order.lots).toBe(99)
  })

  it.each<[string, Partial<CopyBounds>, TradingState?]>([
    ['stale', { terms: null }],
    ['leadBelowMinimum', { minLeadEquity: usdt('5.00000001') }],
    ['leverage', { maxLeverage: 1 }],
    ['tooSmall', { terms: { ...terms, minLots: 21 } }],
    ['sizeLimit', { limits: { ...hugeLimits, order: usdt('2.00019999') } }],
    ['tooManyOrders', { maxOrders: 0 }],
    ['reserve', {}, emptyState('10', '0', '0', '0')],
  ])('is skipped with %s', (skipped, change, state = pool()) => {
    expect(copyOf(state, leadOf('5'), change)).toMatchObject({ skipped, event: null, poolEquity: usdt('10') })
  })

  it('is copied at each of these limits', () => {
    for (const change of [
      { minLeadEquity: usdt('5') },
      { terms: { ...terms, minLots: 20 } },
      { limits: { ...hugeLimits, order: usdt('2.0002') } },
      { maxOrders: 1 },
    ])
      expect(copyOf(pool(), leadOf('5'), change).skipped).toBeNull()
  })

  it('is skipped while a market of the lead or of the pool is silent, with what is known', () => {
    const lead = leadOf('5')
    const { state } = opened(pool(), leadOf('5', {}, 2))
    const silent = marketsAt(['100', '50'], [2])
    expect(copyOf(state, lead, {}, silent)).toEqual({
      ...{ leadEquity: usdt('5'), poolEquity: null, skipped: 'stale', event: null },
    })
    expect(copyOf(state, lead).skipped).toBeNull()
    const holding = { ...lead, before: state.account }
    expect(copyOf(pool(), holding, {}, silent)).toEqual({
      ...{ leadEquity: null, poolEquity: usdt('10'), skipped: 'stale', event: null },
    })
  })

  it('drops the stops that the copy itself could not have', () => {
    // The copy of a lead without leverage is liquidated far below; this one is not as far away.
    const lead = leadOf('500', { lots: 10, leverage: 2, takeProfit: price('120'), stopLoss: price('60') })
    const same = copyOf(pool('500'), lead).event?.order
    expect([same?.takeProfit, same?.stopLoss]).toEqual([price('120'), price('60')])
    const rich = { ...lead, order: { ...lead.order, lots: 10, stopLoss: price('1') } }
    const near = copyOf(pool('1.2'), { ...rich, before: { ...lead.before, free: usdt('1') } }).event?.order
    expect(near).toMatchObject({ takeProfit: price('120'), stopLoss: null })
  })

  it('never costs more than the pool has, and never has more than its multiple open', () => {
    const cases = fc.record({
      free: fc.integer({ min: 1, max: 400 }),
      lots: fc.integer({ min: 1, max: 400 }),
      leverage: fc.constantFrom(2, 5, 10, 20),
      lead: fc.constantFrom('5', '37.5', '900'),
      multiple: fc.integer({ min: 1, max: 8 }),
    })
    let copies = 0
    fc.assert(
      fc.property(cases, ({ free, lots, leverage, lead, multiple }) => {
        const state = pool(String(free))
        const opening = {
          ...leadOf('900', { lots, leverage }),
          before: emptyState(lead, '0', '1', '1').account,
        }
        const { event } = copyOf(state, opening, { maxGrossMultiple: multiple })
        if (event === null) return
        copies += 1
        const { account } = evolveAll(state, [event])
        expect(account.free >= 0n).toBe(true)
        const { order } = event
        expect(order.quantity * order.openPrice <= BigInt(free * multiple) * 10n ** 17n).toBe(true)
        expect(BigInt(order.lots) * usdt(lead) <= BigInt(lots) * BigInt(free) * usdt('1')).toBe(true)
        expect(order.leverage <= leverage && order.leverage <= 10).toBe(true)
      }),
      { numRuns: 150 },
    )
    expect(copies).toBeGreaterThan(30)
  })
})

describe('the stops of a lead', () => {
  const lead = leadOf('5')
  const { state, copy } = opened(pool(), lead)
  let asked = 0
  const setStops = (stops: Partial<Pick<LiveOrder, 'takeProfit' | 'stopLoss'>>, of = copy) =>
    decideCopyStops(
      state,
      of,
      { order: { ...lead.order, ...stops }, tick: lead.tick },
      {
        step,
        number: () => {
          asked += 1
          return { id: 1, acceptance: 33 }
        },
      },
      moment,
    )

  it('are set on its copy at the lead’s tick, with a new time priority', () => {
    expect(setStops({ takeProfit: price('130'), stopLoss: price('90') })).toMatchObject({
      ...{ kind: 'stopsChanged', before: copy, tick: lead.tick },
      order: { id: 5, acceptance: 33, takeProfit: price('130'), stopLoss: price('90') },
    })
    expect(setStops({ takeProfit: price('130') })).toMatchObject({ order: { stopLoss: null } })
  })

  it('take no number where the copy has them already, or may have neither', () => {
    const before = asked
    expect(setStops({})).toBeNull()
    // A stop above the entry of a long position is none.
    expect(setStops({ stopLoss: price('101') })).toBeNull()
    const both = { takeProfit: price('130'), stopLoss: price('90') }
    expect(setStops(both, { ...copy, ...both })).toBeNull()
    expect(asked).toBe(before)
    expect(setStops(both, { ...copy, takeProfit: price('130') })).not.toBeNull()
    expect(setStops(both, { ...copy, stopLoss: price('90') })).not.toBeNull()
  })
})

describe('a close of a lead', () => {
  const lead = leadOf('5')
  const { state, copy } = opened(pool(), lead)
  const closeOf = (closedLots: number, from = state, order = copy, at = calm) =>
    decideCopyClose(from, order, { heldLots: 10, closedLots, closedId: 71 }, terms, { at, nowMs: 9 })

  it('closes the same share of the copy, and all of it with the last lots', () => {
    const [half] = closeOf(5)
    expect(half).toMatchObject({
      ...{ kind: 'positionClosed', cause: { reason: 'copy', rule: 'copy' }, copyOf: 71 },
      ...{ closed: { lots: 10 }, rest: { lots: 10 } },
    })
    expect(closeOf(10)).toMatchObject([{ closed: { lots: 20 }, rest: null }])
    // 20 lots × 1 ÷ 10 are 2.
    expect(closeOf(1)).toMatchObject([{ closed: { lots: 2 }, rest: { lots: 18 } }])
    const coarse = { minLots: 5, stepLots: 5 }
    const led = { heldLots: 10, closedLots: 1, closedId: 71 }
    expect(decideCopyClose(state, copy, led, coarse, moment)).toEqual([])
  })

  it('is due at the next fresh tick where the market is silent, and adds up with what is due already', () => {
    const silent = marketsAt(['100', '50'], [1])
    const deferred = closeOf(4, state, copy, silent)
    expect(deferred).toMatchObject([
      { kind: 'closeDeferred', order: { id: 5, dueClose: { lots: 8, copyOf: 71 } } },
    ])
    const waiting = evolveAll(state, deferred)
    const due = waiting.account.orders.get(5) as LiveOrder
    // 12 of 20 lots are not due yet; a third of the lead’s rest is a third of them.
    const more = decideCopyClose(waiting, due, { heldLots: 6, closedLots: 2, closedId: 72 }, terms, {
      at: silent,
      nowMs: 9,
    })
    expect(more).toMatchObject([{ kind: 'closeDeferred', order: { dueClose: { lots: 12, copyOf: 72 } } }])
    const rules = { blocked: null, limits: null }
    const fired = (from: TradingState, at = calm) =>
      decideTrigger(from, { kind: 'closeOut', orderId: 0 }, rules, { at, nowMs: 9 })
    expect(fired(evolveAll(waiting, more), silent)).toMatchObject({ events: [], waits: true })
    const closed = fired(evolveAll(waiting, more))
    expect(closed).toMatchObject({
      ...{ waits: false },
      events: [
        { cause: { reason: 'copy', rule: 'copy' }, copyOf: 72, closed: { lots: 12 }, rest: { lots: 8 } },
      ],
    })
    const after = evolveAll(evolveAll(waiting, more), closed.events).account.orders.get(5)
    expect(after).toMatchObject({ lots: 8, dueClose: null })
    // With a fresh market everything that is due closes at once.
    expect(
      decideCopyClose(waiting, due, { heldLots: 6, closedLots: 6, closedId: 72 }, terms, moment),
    ).toMatchObject([{ closed: { lots: 20 }, rest: null }])
  })

  it('keeps every unit: pool and house account gain together what the position did not lose', () => {
    const bids = fc
      .integer({ min: 5_000, max: 15_000 })
      .map((cents) => (BigInt(cents) * 10_000_000n) as Price)
    fc.assert(
      fc.property(bids, fc.integer({ min: 1, max: 10 }), (bid, closedLots) => {
        const tick = tickOf(1, 3, bid, (bid + step) as Price)
        const at: typeof calm = {
          get: (pid) => {
            const market = calm.get(pid)
            return market === undefined || pid !== 1 ? market : { ...market, tick }
          },
        }
        const after = evolveAll(state, closeOf(closedLots, state, copy, at))
        const money = (one: TradingState): Usdt =>
          (one.account.free +
            one.account.margin +
            one.house.trading +
            one.house.insurance -
            one.house.debt) as Usdt
        const fee = money(state) - money(after)
        // What is missing are fees alone, a twentieth of a percent of what closed, up to the unit.
        const coins = BigInt(2 * closedLots) * 100_000n
        const exact = (coins * bid * 500n) / 1_000_000_000_000_000n
        expect(fee === exact || fee === exact + 1n).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
