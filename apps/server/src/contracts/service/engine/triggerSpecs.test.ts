import { price, quantity, usdt } from '@glasshouse/core/money/units'
import { fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { describe, expect, it } from 'vitest'
import type { OrderRow } from '../../schema.ts'
import { captureMarkets } from '../batch/snapshot.ts'
import type { WalletState } from '../batch/state.ts'
import { notCopied } from '../terms.ts'
import { shouldLiquidate } from '../valuation.ts'
import { accountTriggers, orderTriggers } from './triggerSpecs.ts'

const row = (id: number, change: Partial<OrderRow> = {}): OrderRow => ({
  id,
  parent_id: null,
  uid: 7,
  levertype: 1,
  pid: 1,
  type: 1,
  leverage: 10,
  lots: 10,
  quantity: quantity('0.01'),
  open_price: price('65850'),
  margin: usdt('65.85'),
  open_fee: usdt('0.32925'),
  close_fee: null,
  close_price: null,
  profit: null,
  close_reason: null,
  status: 1,
  hold: 0n,
  fee_rate_ppm: 500,
  target_profit_price: null,
  stop_loss_price: null,
  ai_run: null,
  acceptance: id,
  created_ms: 1,
  opened_ms: 1,
  closed_ms: null,
  ...notCopied,
  ...change,
})
const wallet = (free: string, ...orders: OrderRow[]): WalletState => ({
  uid: 7,
  levertype: 1,
  free: usdt(free),
  margin: orders.reduce((sum, one) => sum + (one.status === 1 ? one.margin : 0n), 0n),
  hold: orders.reduce((sum, one) => sum + one.hold, 0n),
  credit: { bonus: 0n },
  orders: new Map(orders.map((one) => [one.id, one])),
})
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
    const pending = row(1, { status: 0, hold: 1n, stop_loss_price: price('60000') })
    expect(orderTriggers(pending)).toEqual([{ kind: 'limit', price: price('65850') }])
  })

  it('an open one its stops, a closed one nothing', () => {
    const stops = { stop_loss_price: price('60000'), target_profit_price: price('70000') }
    expect(orderTriggers(row(1, stops)).map(({ kind }) => kind)).toEqual(['loss', 'profit'])
    expect(orderTriggers(row(1, { ...stops, status: 3 }))).toEqual([])
    expect(orderTriggers(row(1, { ...stops, status: 4 }))).toEqual([])
  })
})

describe('what a wallet waits for', () => {
  it('one re-check per market and direction, whatever it holds', () => {
    const state = wallet(
      '100',
      row(1),
      row(2),
      row(3, { type: 2 }),
      row(4, { pid: 2, quantity: quantity('0.1'), open_price: price('2318.41'), margin: usdt('23.1841') }),
      row(5, { status: 0, hold: 1n, open_price: price('60000') }),
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

  it('of a single position exactly its close-out price, rounded towards the market', () => {
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
