import { tickOf } from '@glasshouse/core/contracts/decide/trading.fixture'
import { finishSteps } from '@glasshouse/core/contracts/engine/steps'
import { conditionOf, type PriceTriggerKind } from '@glasshouse/core/contracts/engine/triggers'
import { shouldLiquidate } from '@glasshouse/core/contracts/valuation'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../schema.ts'
import { liveOrderOf } from '../../store/liveOrders.ts'
import type { WalletState } from '../batch/batch.ts'
import { captureMarkets } from '../markets.ts'
import { orderRow, walletOf } from './liveOrders.fixture.ts'
import {
  type ArmedTrigger,
  accountTriggers,
  createTriggerBooks,
  orderTriggers,
  type TriggerSpec,
} from './triggerBooks.ts'

const at65850 = { open_price: price('65850'), margin: usdt('65.85'), open_fee: usdt('0.32925') }
const row = (id: number, change: Partial<OrderRow> = {}): OrderRow => orderRow(id, { ...at65850, ...change })
const wallet = (free: string, ...orders: OrderRow[]): WalletState => walletOf(free, orders)
const now = () => {
  const markets = fixedMarkets()
  markets.set('BTCUSDT', '65849.99', '65850')
  markets.set('ETHUSDT', '2318.40', '2318.41')
  return { markets, snapshot: () => captureMarkets(markets) }
}
const specsOf = (state: WalletState, { snapshot } = now()) =>
  accountTriggers(state, snapshot()).map(
    ({ symbol, orderId, trigger: { kind, side, when } }) => `${symbol} ${kind} ${orderId}: ${side} ${when}`,
  )

describe('what an order waits for', () => {
  it('a pending one its price and not yet its stops', () => {
    const pending = row(1, { state: 'resting', hold: usdt('0.00000001'), stop_loss_price: price('60000') })
    expect(orderTriggers(liveOrderOf(pending))).toEqual([{ kind: 'limit', price: price('65850') }])
  })

  it('an open one its stops, a closed one nothing', () => {
    const stops = { stop_loss_price: price('60000'), target_profit_price: price('70000') }
    expect(orderTriggers(liveOrderOf(row(1, stops))).map(({ kind }) => kind)).toEqual(['loss', 'profit'])
    for (const state of ['closed', 'cancelled'] as const)
      expect(() => liveOrderOf(row(1, { ...stops, state }))).toThrow('does not live')
  })
})

describe('what a wallet waits for', () => {
  it('one re-check per market and direction, whatever it holds', () => {
    const state = wallet(
      '100',
      row(1),
      row(2),
      row(3, { side: 'short' }),
      row(4, { pid: 2, quantity: quantity('0.1'), open_price: price('2318.41'), margin: usdt('23.1841') }),
      row(5, { state: 'resting', hold: usdt('0.00000001'), open_price: price('60000') }),
    )
    expect(specsOf(state)).toEqual([
      'BTCUSDT limit 5: ask falls',
      'BTCUSDT closeOut 0: bid falls',
      'BTCUSDT closeOut 0: ask rises',
      'ETHUSDT closeOut 0: bid falls',
    ])
  })

  it('nothing when nothing is in it', () => {
    expect(specsOf(wallet('100'))).toEqual([])
  })

  it('of a single position exactly its liquidation price, rounded towards the market', () => {
    const [guard] = accountTriggers(wallet('33.82', row(1)), now().snapshot())
    // (33.82 + 65.85 − 32.925) ÷ 0.01 = 6674.5 below the opening price
    expect(guard?.trigger.price).toBeGreaterThanOrEqual(price('59175.5'))
    expect(guard?.trigger.price).toBeLessThan(price('59175.501'))
  })

  it('the very next tick when it must be closed out and could not be', () => {
    const { markets, snapshot } = now()
    markets.set('BTCUSDT', '58000', '58000.01')
    const state = wallet('33.82', row(1))
    expect(shouldLiquidate(state, snapshot())).toBe(true)
    const [guard] = accountTriggers(state, snapshot())
    expect(guard?.trigger.price).toBeGreaterThan(price('9000000'))
  })

  it('of a market without any price waits at the opening price', () => {
    const state = wallet('100', row(1, { pid: 3, open_price: price('96'), margin: usdt('1') }))
    expect(specsOf(state)).toEqual(['SOLUSDT closeOut 0: bid falls'])
  })
})

describe('a snapshot', () => {
  it('stays as it was while the markets go on, and takes the tick it is told', () => {
    const { markets, snapshot } = now()
    const before = snapshot()
    const first = before.get(1)?.tick
    markets.set('BTCUSDT', '1', '2')
    expect(before.get(1)?.tick?.bid).toBe(price('65849.99'))
    expect(snapshot().get(1)?.tick?.bid).toBe(price('1'))
    if (first == null) throw new Error('there was a tick')
    expect(captureMarkets(markets, first).get(1)).toMatchObject({ tick: first, fresh: true })
  })

  it('knows who is silent, and nothing of what there never was', () => {
    const { markets, snapshot } = now()
    markets.silence('ETHUSDT')
    expect(snapshot().get(2)?.fresh).toBe(false)
    expect(snapshot().get(3)).toMatchObject({ tick: null, fresh: false })
    expect(snapshot().get(99)).toBeUndefined()
  })
})

const limit = (orderId: number, at: string, acceptance = orderId): TriggerSpec => ({
  symbol: 'BTCUSDT',
  orderId,
  trigger: { ...conditionOf('long', 'limit'), kind: 'limit', price: price(at), acceptance },
})
const stop = (orderId: number, kind: PriceTriggerKind, at: string): TriggerSpec => ({
  symbol: 'BTCUSDT',
  orderId,
  trigger: { ...conditionOf('long', kind), kind, price: price(at), acceptance: orderId },
})
const ann = { uid: 1, wallet: 'contract' } as const
const bob = { uid: 2, wallet: 'contract2' } as const

/** Books that hear a market set by hand; answers what the newest tick fired. */
const stage = () => {
  const books = createTriggerBooks()
  const markets = fixedMarkets()
  let fired: readonly ArmedTrigger[] = []
  const hear = (tick: Tick): readonly ArmedTrigger[] => {
    const steps = books.hear(tick)
    return steps === null ? [] : finishSteps(steps)
  }
  markets.onTick((tick) => {
    fired = hear(tick)
  })
  const tick = (bid: string, ask: string, symbol = 'BTCUSDT') => {
    markets.set(symbol, bid, ask)
    return fired.map(({ uid, wallet, orderId, kind }) => `${uid}/${wallet} ${kind} ${orderId}`)
  }
  return { books, hear, tick }
}

const firstTick = { ...tickOf(1, 1, price('100'), price('100')), symbol: 'BTCUSDT' }

describe('the books', () => {
  it('tell whose trigger fired, in the order of acceptance over all wallets', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(3, '100'), stop(1, 'loss', '101')], [])
    books.arm(bob, [limit(2, '100')], [])
    expect(tick('200', '201')).toEqual([])
    expect(tick('99', '99.5')).toEqual(['1/contract loss 1', '2/contract2 limit 2', '1/contract limit 3'])
    expect(tick('99', '99.5')).toEqual([])
    expect(books.size()).toBe(0)
  })

  it('replace all that a wallet had, and nothing of others', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(1, '100'), limit(2, '100')], [])
    books.arm(bob, [limit(3, '100')], [])
    books.arm(ann, [limit(2, '90')], [])
    expect(books.size()).toBe(2)
    expect(tick('99', '99.5')).toEqual(['2/contract2 limit 3'])
    books.arm(ann, [], [])
    expect(tick('80', '80.5')).toEqual([])
    expect(books.size()).toBe(0)
  })

  it('do not take away what got the number of a trigger that fired', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(1, '100')], [])
    expect(tick('99', '99.5')).toEqual(['1/contract limit 1'])
    // Bob's trigger has Ann's number now; Ann is armed anew and must not cancel it.
    books.arm(bob, [limit(2, '90')], [])
    books.arm(ann, [], [])
    expect(tick('80', '80.5')).toEqual(['2/contract2 limit 2'])
  })

  it('follow a trailing stop over being armed anew, and tell which best ticks have to be kept', () => {
    const { books, hear } = stage()
    const tickAt = (n: number, bid: string) => ({ ...firstTick, n, bid: price(bid), ask: price(bid) })
    const distance = { kind: 'price', by: price('10') } as const
    const order = { id: 1, side: 'long', acceptance: 1 } as const
    const arm = (best: Tick) =>
      books.arm(ann, [], [{ symbol: 'BTCUSDT', order, distance, since: 1, best, firedBy: null }])
    const kept = () => books.takeMoved().map(({ n }) => n)
    arm(tickAt(1, '100'))
    expect(kept()).toEqual([])
    hear(tickAt(2, '120'))
    expect(kept()).toEqual([2])
    // As the log tells it to the next engine.
    arm(tickAt(3, '130'))
    expect(kept()).toEqual([3])
    expect(books.trailed(ann).get(1)?.best.n).toBe(3)
    expect(hear(tickAt(4, '120.01'))).toEqual([])
    expect(hear(tickAt(5, '120'))).toMatchObject([{ orderId: 1, kind: 'trailing', best: { n: 3 } }])
    expect(books.trailed(ann).get(1)).toMatchObject({ best: { n: 3 }, firedBy: { n: 5 } })
    expect(books.size()).toBe(0)
    arm(tickAt(3, '130'))
    books.arm(ann, [], [])
    expect(books.size()).toBe(0)
  })

  it('keep markets apart', () => {
    const { books, tick } = stage()
    books.arm(ann, [limit(1, '100')], [])
    expect(tick('1', '2', 'ETHUSDT')).toEqual([])
    expect(tick('1', '2')).toEqual(['1/contract limit 1'])
  })
})
