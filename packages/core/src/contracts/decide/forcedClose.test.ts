import { describe, expect, it } from 'vitest'
import { type Price, price, usdt } from '../../money/units.ts'
import type { OrderRequest } from '../judge.ts'
import type { LiveOrder, OrderEvent } from '../order.ts'
import { evolveAll, type TradingState } from '../tradingState.ts'
import { equityOf, hasDueClosing, marketAccountOf, shouldLiquidate, valueAccount } from '../valuation.ts'
import { decidePlaceOrder } from './order.ts'
import { decideCancelOrder, decideClosePosition, decideSetStops } from './position.ts'
import { emptyState, hugeLimits, marketsAt, placing, step, terms, tickOf } from './trading.fixture.ts'
import { decideTrigger, type FillRules } from './trigger.ts'

const calm = marketsAt(['100', '50'])
const long: OrderRequest = {
  ...{ side: 'long', leverage: 20, lots: 100, kind: 'market', price: price('100.01') },
  ...{ takeProfit: null, stopLoss: null, expiresMs: null },
}
const onSecond = { price: price('50.01') }
/** Orders placed one after the other, numbered from 1 on; the second figure is the market. */
const placed = (
  free: string,
  ...requests: readonly (readonly [Partial<OrderRequest>, 1 | 2])[]
): TradingState =>
  requests.reduce<TradingState>(
    (state, [change, pid], at) => {
      const decided = decidePlaceOrder(state, placing(at + 1, { ...long, ...change }, { pid }), {
        at: calm,
        nowMs: 5,
      })
      if (decided.result === null) throw new Error(JSON.stringify(decided.refusal))
      return evolveAll(state, decided.result)
    },
    emptyState(free, '0', '1000', '100'),
  )
const free: FillRules = { blocked: null, limits: null }
const liquidate = (state: TradingState, bids: readonly [string, string], silent: readonly number[] = []) =>
  decideTrigger(state, { kind: 'closeOut', orderId: 0 }, free, { at: marketsAt(bids, silent, 9), nowMs: 9 })
const outcomes = (events: readonly OrderEvent[]) =>
  events.map((event) => [
    event.kind,
    event.order.id,
    event.kind === 'positionClosed'
      ? event.cause.rule
      : event.kind === 'orderCancelled'
        ? event.reason
        : null,
  ])
const limit = { kind: 'limit', price: price('90'), lots: 10 } as const

describe('a liquidation', () => {
  it('closes the largest loss first, of equal ones the older, and stops as soon as the level is above the limit', () => {
    const state = placed('14.5', [{ lots: 60 }, 1], [{}, 1], [{}, 1], [{ lots: 20 }, 1])
    const closedAt = (bid: string) => {
      const { events, waits } = liquidate(state, [bid, '50'])
      const left = evolveAll(state, events)
      expect([shouldLiquidate(left.account, marketsAt([bid, '50'])), waits]).toEqual([false, false])
      for (const [kind, , rule] of outcomes(events))
        expect([kind, rule]).toEqual(['positionClosed', 'closeOut'])
      return outcomes(events).map(([, id]) => id)
    }
    expect(['99', '50', '49', '48'].map(closedAt)).toEqual([[], [2], [2, 3, 1], [2, 3, 1, 4]])
  })

  it('tells the account as it stood before each close', () => {
    const state = placed('14.9', [{}, 1], [{ lots: 50 }, 1])
    const at = marketsAt(['1', '50'])
    const { balance, margin, profit } = valueAccount(state.account, at)
    const [first, second] = liquidate(state, ['1', '50']).events
    if (first?.kind !== 'positionClosed' || second?.kind !== 'positionClosed') throw new Error('both close')
    expect([balance, margin, profit].map((amount) => amount / 1_000_000n)).toEqual(
      [first.account?.balance, first.account?.margin, first.account?.profit].map((text) => {
        const amount = usdt((text ?? '').replace('-', ''))
        return (text?.startsWith('-') ? -amount : amount) / 1_000_000n
      }),
    )
    expect([first.account?.forOrder, second.account?.forOrder]).toEqual([null, null])
    expect(second.account?.balance).not.toBe(first.account?.balance)
  })

  it('leaves positions of a silent market open, waits for them, and closes the others', () => {
    const state = placed('9.2', [{}, 1], [{ ...onSecond, lots: 20 }, 2])
    const { events, waits } = liquidate(state, ['20', '1'], [1])
    expect([outcomes(events).map(([, id]) => id), waits]).toEqual([[2], true])
    expect(liquidate(state, ['20', '1'], [1, 2])).toEqual({ events: [], waits: true })
    expect(liquidate(state, ['20', '1']).waits).toBe(false)
  })

  it('takes the holds of resting orders, then positions in profit, before the insurance fund pays', () => {
    const state = placed(
      '1.79',
      [{}, 1],
      [{ ...limit, ...onSecond, price: price('40') }, 2],
      [{ ...onSecond, side: 'short', price: price('50'), lots: 20 }, 2],
      [{ ...onSecond, side: 'short', price: price('50'), lots: 30 }, 2],
    )
    const { events, waits } = liquidate(state, ['78', '45'])
    expect(waits).toBe(false)
    expect(outcomes(events)).toEqual([
      ['orderCancelled', 2, 'revokedForLoss'],
      ['positionClosed', 4, 'closeOut'],
      ['positionClosed', 3, 'closeOut'],
      ['positionClosed', 1, 'closeOut'],
    ])
    const closes = events.flatMap((event) => (event.kind === 'positionClosed' ? [event] : []))
    // The winners name the loser for which they close; the loser itself names none.
    expect(closes.map(({ account }) => account?.forOrder)).toEqual([1, 1, null])
    expect(closes.map(({ share }) => share.lossFromInsurance > 0n)).toEqual([false, false, true])
    const after = evolveAll(state, events)
    expect([after.account.free, after.account.margin, after.account.hold]).toEqual([0n, 0n, 0n])
  })

  it('waits for the market of a profit that is needed, and closes nothing instead', () => {
    const state = placed('1.956', [{}, 1], [{ ...onSecond, side: 'short', price: price('50'), lots: 20 }, 2])
    const silent = liquidate(state, ['80', '45'], [2])
    expect(silent).toEqual({ events: [], waits: true })
    expect(outcomes(liquidate(state, ['80', '45']).events).map(([, id]) => id)).toEqual([2, 1])
  })
})

describe('a resting order that is reached', () => {
  const resting = () => placed('1.3', [{ ...limit, lots: 100 }, 1])
  const fire = (state: TradingState, bid: string, rules: FillRules = free) =>
    decideTrigger(state, { kind: 'limit', orderId: 1 }, rules, {
      at: marketsAt([bid, '50'], [], 9),
      nowMs: 9,
    })

  it('opens at the market, which is its price or a better one, and its hold is over', () => {
    expect(fire(resting(), '90').events).toEqual([])
    const { events, waits } = fire(resting(), '89')
    expect(waits).toBe(false)
    expect(events).toMatchObject([
      {
        kind: 'positionOpened',
        cause: 'limit',
        order: { openPrice: price('89.01'), hold: 0n, state: 'open', openedMs: 9 },
      },
    ])
  })

  it.each<[string, FillRules, string]>([
    ['revokedLocked', { blocked: 'revokedLocked' as never, limits: null }, '89'],
    ['revokedTooLarge', { blocked: null, limits: { ...hugeLimits, interest: usdt('8.9') } }, '89'],
  ])('is cancelled with %s where it may not open', (reason, rules, bid) => {
    expect(outcomes(fire(resting(), bid, rules).events)).toEqual([['orderCancelled', 1, reason]])
  })

  it('is cancelled where the reserves could not pay what it may win, and opens at the last unit of the interest', () => {
    const poor = resting()
    const house = { ...poor.house, trading: usdt('0'), insurance: usdt('0') }
    expect(outcomes(fire({ ...poor, house }, '89').events)).toEqual([
      ['orderCancelled', 1, 'revokedNoReserve'],
    ])
    // 0.1 coins at 89.01 are 8.901.
    const at = { blocked: null, limits: { ...hugeLimits, interest: usdt('8.901') } }
    expect(outcomes(fire(resting(), '89', at).events)[0]?.[0]).toBe('positionOpened')
  })

  it('that was cancelled or has opened meanwhile does nothing', () => {
    const state = resting()
    const cancelled = decideCancelOrder(state, { id: 1, reason: 'revokedByUser', tick: null })
    expect(cancelled.result).toMatchObject([
      { kind: 'orderCancelled', order: { id: 1 }, reason: 'revokedByUser' },
    ])
    expect(fire(evolveAll(state, cancelled.result ?? []), '89')).toEqual({ events: [], waits: false })
    const opened = evolveAll(state, fire(state, '89').events)
    expect(fire(opened, '80')).toEqual({ events: [], waits: false })
    for (const one of [opened, emptyState('1', '0', '1', '1')])
      expect(decideCancelOrder(one, { id: 1, reason: 'revokedByUser', tick: null }).refusal).toEqual({
        code: 'invalidState',
      })
  })
})

describe('a stop', () => {
  const guarded = () => placed('9', [{ takeProfit: price('110'), stopLoss: price('95') }, 1])
  const fire = (state: TradingState, kind: 'loss' | 'profit', bid: string, silent: readonly number[] = []) =>
    decideTrigger(state, { kind, orderId: 1 }, free, { at: marketsAt([bid, '50'], silent, 9), nowMs: 9 })

  it('closes where it is reached, and nothing where the price has come back', () => {
    expect(outcomes(fire(guarded(), 'loss', '95').events)).toEqual([['positionClosed', 1, 'stopLoss']])
    expect(outcomes(fire(guarded(), 'profit', '110').events)).toEqual([['positionClosed', 1, 'stopProfit']])
    expect(fire(guarded(), 'loss', '95.01')).toEqual({ events: [], waits: false })
    expect(fire(guarded(), 'profit', '109.99')).toEqual({ events: [], waits: false })
    expect(fire(guarded(), 'loss', '90', [1])).toEqual({ events: [], waits: true })
  })

  it('is set, kept and cleared by what is named alone, judged at the price of entry', () => {
    const set = (stops: Partial<Pick<LiveOrder, 'takeProfit' | 'stopLoss'>>, at = calm, id = 1) =>
      decideSetStops(guarded(), { id, stops, number: { id: 2, acceptance: 33 }, step }, { at, nowMs: 9 })
    expect(set({ takeProfit: price('120') }).result).toMatchObject([
      { order: { takeProfit: price('120'), stopLoss: price('95'), acceptance: 33, trailing: null } },
    ])
    expect(set({ stopLoss: null }).result).toMatchObject([
      { order: { takeProfit: price('110'), stopLoss: null } },
    ])
    expect(set({ takeProfit: null, stopLoss: null }).result).toMatchObject([
      { order: { takeProfit: null, stopLoss: null } },
    ])
    expect(set({ stopLoss: price('101') }).refusal).toMatchObject({ code: 'invalidTpSl' })
    expect(set({ takeProfit: price('100') }).refusal).toMatchObject({ code: 'invalidTpSl' })
    expect(set({}, marketsAt(['100', '50'], [1])).refusal).toEqual({ code: 'priceChanged' })
    expect(set({}, calm, 77).refusal).toEqual({ code: 'invalidState' })
  })
})

describe('a trailing stop', () => {
  const distance = { kind: 'price', by: price('2') } as const
  const trailing = (): TradingState => {
    const state = placed('9', [{}, 1])
    const command = { id: 1, stops: {}, trailing: distance, number: null, step }
    const { result } = decideSetStops(state, command, { at: calm, nowMs: 9 })
    expect(result).toMatchObject([
      { order: { trailing: { distance, since: 1, start: price('100') }, acceptance: 1 } },
    ])
    return evolveAll(state, result ?? [])
  }
  const best = (n: number, bid: string) => tickOf(1, n, price(bid), (price(bid) + step) as Price)
  const fire = (state: TradingState, bid: string, from: ReturnType<typeof best> | undefined, id = 1) => {
    const trigger = { kind: 'trailing', orderId: id, ...(from === undefined ? {} : { best: from }) } as const
    return decideTrigger(state, trigger, free, { at: marketsAt([bid, '50'], [], 9), nowMs: 9 })
  }

  it('closes at its distance from the best price, and says which tick that was', () => {
    const { events, waits } = fire(trailing(), '103', best(5, '105'))
    expect(waits).toBe(false)
    expect(events).toMatchObject([
      {
        cause: { reason: 'trailing', rule: 'trailingStop', trailed: { distance, best: { n: 5 } } },
        rest: null,
      },
    ])
    expect(fire(trailing(), '103.01', best(5, '105'))).toEqual({ events: [], waits: false })
    // The tick at which it was set counts, and the one just before the present one.
    expect(fire(trailing(), '98', best(1, '100')).events).toHaveLength(1)
    expect(fire(trailing(), '103', best(8, '105')).events).toHaveLength(1)
  })

  it('does nothing by a tick from before it was set or that is not past, without one, and once it is gone', () => {
    const nothing = { events: [], waits: false }
    expect(fire(trailing(), '103', best(0, '105'))).toEqual(nothing)
    expect(fire(trailing(), '103', best(9, '105'))).toEqual(nothing)
    expect(fire(trailing(), '103', undefined)).toEqual(nothing)
    expect(fire(placed('9', [{}, 1]), '103', best(5, '105'))).toEqual(nothing)
    expect(fire(trailing(), '103', best(5, '105'), 77)).toEqual(nothing)
    const state = trailing()
    const gone = { at: marketsAt([null, '50']), nowMs: 9 }
    const trigger = { kind: 'trailing', orderId: 1, best: best(0, '105') } as const
    expect(decideTrigger(state, trigger, free, gone)).toEqual(nothing)
  })

  it('stays as it is for the same distance, follows anew for another, and is of positions alone', () => {
    const state = trailing()
    const later = { at: marketsAt(['104', '50'], [], 6), nowMs: 9 }
    const set = (given: { by: Price } | null | undefined, from = state, id = 1) =>
      decideSetStops(
        from,
        {
          ...{ id, stops: {}, number: null, step },
          trailing: given === null || given === undefined ? given : { kind: 'price', by: given.by },
        },
        later,
      )
    expect(set({ by: price('2') }).result).toMatchObject([{ order: { trailing: { since: 1 } } }])
    expect(set(undefined).result).toMatchObject([{ order: { trailing: { since: 1 } } }])
    expect(set({ by: price('3') }).result).toMatchObject([
      { order: { trailing: { since: 6, start: price('104') } } },
    ])
    expect(set(null).result).toMatchObject([{ order: { trailing: null } }])
    expect(set({ by: price('0.001') }).refusal).toMatchObject({ code: 'outOfRange' })
    const resting = placed('9', [{ ...limit, lots: 10 }, 1])
    expect(set({ by: price('2') }, resting).refusal).toEqual({
      ...{ code: 'invalidState', data: { reason: 'trailingNotOpen' } },
    })
    expect(set(null, resting).result).toHaveLength(1)
  })
})

describe('a time that comes', () => {
  it('cancels a resting order whose end has passed, also in a silent market, and nothing else', () => {
    const state = placed('9', [{ ...limit, expiresMs: 100_000_000 }, 1], [{}, 1])
    const expire = (id: number, nowMs: number, bids: readonly [string | null, string] = ['100', '50']) =>
      decideTrigger(state, { kind: 'expiry', orderId: id }, free, { at: marketsAt(bids, [1]), nowMs })
    expect(expire(1, 99_999_999)).toEqual({ events: [], waits: false })
    expect(expire(1, 100_000_000)).toMatchObject({
      ...{ waits: false, events: [{ kind: 'orderCancelled', reason: 'revokedExpired', tick: { n: 1 } }] },
    })
    expect(expire(1, 100_000_000, [null, '50'])).toMatchObject({ events: [{ tick: null }] })
    for (const id of [2, 77]) expect(expire(id, 200_000_000)).toEqual({ events: [], waits: false })
  })
})

describe('a close by its owner', () => {
  const close = (
    state: TradingState,
    lots: number | null,
    bid: string,
    silent: readonly number[] = [],
    id = 1,
  ) => {
    const cause = { reason: 'user', rule: 'market' } as const
    return decideClosePosition(
      state,
      { id, lots, terms, cause, ai: null },
      { at: marketsAt([bid, '50'], silent), nowMs: 9 },
    )
  }

  it('closes a part or all, and refuses more than there is, none, and what is not open', () => {
    const state = placed('9', [{}, 1], [{ ...limit, ...onSecond, price: price('40') }, 2])
    expect(close(state, 40, '101').result).toMatchObject([
      { closed: { lots: 40 }, rest: { lots: 60 }, copyOf: null },
    ])
    expect(close(state, null, '101').result).toMatchObject([{ closed: { lots: 100 }, rest: null }])
    expect(close(state, 100, '101').result).toMatchObject([{ rest: null }])
    for (const lots of [0, -1, 101])
      expect(close(state, lots, '101').refusal).toMatchObject({ code: 'outOfRange' })
    for (const id of [2, 77])
      expect(close(state, null, '101', [], id).refusal).toEqual({ code: 'invalidState' })
    expect(close(state, null, '101', [1]).refusal).toEqual({ code: 'priceChanged' })
  })

  it('does not call the insurance fund while a profit or a hold of the wallet could pay', () => {
    const winning = placed('8', [{}, 1], [{ ...onSecond, side: 'short', price: price('50'), lots: 20 }, 2])
    const at = marketsAt(['10', '45'])
    const cause = { reason: 'user', rule: 'market' } as const
    const asked = { id: 1, lots: null, terms, cause, ai: null }
    expect(decideClosePosition(winning, asked, { at, nowMs: 9 }).refusal).toEqual({
      ...{ code: 'invalidState', data: { reason: 'closeProfitFirst', id: 2 } },
    })
    const holding = placed('8', [{}, 1], [{ ...limit, ...onSecond, price: price('40') }, 2])
    expect(close(holding, null, '10').refusal).toEqual({
      ...{ code: 'invalidState', data: { reason: 'revokePendingFirst', id: 2 } },
    })
    expect(close(placed('8', [{}, 1]), null, '10').result).toHaveLength(1)
  })
})

describe('a valuation', () => {
  const state = placed('20', [{}, 1], [{ ...onSecond, lots: 20 }, 2])

  it('adds a profit to the balance only while every market is fresh', () => {
    const at = marketsAt(['110', '40'])
    const valued = valueAccount(state.account, at)
    // 0.1 × (110 − 100.01) + 0.02 × (40 − 50.01).
    expect(valued.profit).toBe(usdt('0.999') - usdt('0.2002'))
    expect(equityOf(valued)).toBe(valued.balance + valued.profit)
    for (const silent of [[1], [2], [1, 2]])
      expect(equityOf(valueAccount(state.account, marketsAt(['110', '40'], silent)))).toBeNull()
    expect(equityOf(valueAccount(emptyState('7', '0', '0', '0').account, calm))).toBe(usdt('7'))
  })

  it('divides an account into a market and the profit of the others', () => {
    const valued = valueAccount(state.account, marketsAt(['110', '40']))
    const first = marketAccountOf(valued, 1)
    expect([first.here.map(({ openPrice }) => openPrice), first.otherProfit]).toEqual([
      [price('100.01')],
      -usdt('0.2002'),
    ])
    const second = marketAccountOf(valued, 2)
    expect([second.here.map(({ openPrice }) => openPrice), second.otherProfit]).toEqual([
      [price('50.01')],
      usdt('0.999'),
    ])
  })

  it('leaves the price of entry where a market has none, and liquidates no account without positions', () => {
    const [gone] = valueAccount(state.account, marketsAt([null, '40'])).open
    expect([gone?.price, gone?.profit, gone?.fresh]).toEqual([price('100.01'), 0n, false])
    expect(valueAccount(state.account, { get: () => undefined }).profit).toBe(0n)
    expect(shouldLiquidate(emptyState('0', '0', '0', '0').account, calm)).toBe(false)
  })

  it('finds what is due to close in a fresh market alone', () => {
    expect(hasDueClosing(state.account, calm)).toBe(false)
    const orders = new Map(state.account.orders)
    const first = orders.get(1) as LiveOrder
    orders.set(1, { ...first, dueClose: { lots: 5, copyOf: null } })
    const account = { ...state.account, orders }
    expect(hasDueClosing(account, calm)).toBe(true)
    expect(hasDueClosing(account, marketsAt(['100', '50'], [1]))).toBe(false)
    expect(hasDueClosing(account, marketsAt(['100', '50'], [2]))).toBe(true)
    const due = decideTrigger({ ...state, account }, { kind: 'closeOut', orderId: 0 }, free, {
      at: calm,
      nowMs: 9,
    })
    expect(due).toMatchObject({
      ...{ waits: false },
      events: [
        {
          cause: { reason: 'dealing', rule: 'dealing' },
          closed: { lots: 5 },
          rest: { lots: 95 },
          copyOf: null,
        },
      ],
    })
  })
})
