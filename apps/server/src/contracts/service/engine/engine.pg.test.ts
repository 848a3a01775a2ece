import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { firstOrders, plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cancelOrder, setTpSl } from '../../index.fixture.ts'
import { closePosition, listOrders, orderReceipt, placeOrder } from '../../index.ts'

type Request = PlaceOrderCommand

let stage: EngineFixture
beforeEach(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterEach(async () => {
  await stage.engine.settled()
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await stage.database.drop()
})

const market: Request = {
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 10,
  kind: 'market',
  side: 'long',
}
const open = (uid: number, change: Partial<Request> = {}) =>
  placeOrder(stage, { uid }, { ...market, ...change })
const rest = (uid: number, at: string, change: Partial<Request> = {}) =>
  open(uid, { kind: 'limit', price: price(at), ...change })
const listOf = async (uid: number) => {
  return (await listOrders(stage, { uid }, firstOrders)).rows
}
const orderOf = async (uid: number, id: number) => (await listOf(uid)).find((row) => row.id === id)
const tick = async (bid: string, ask: string, symbol = 'BTCUSDT') => {
  stage.markets.set(symbol, bid, ask)
  await stage.engine.settled()
}
const pushesTo = async (uid: number) => {
  const { rows } = await sql<{ event: string }>`
    select body->>'event' as event from platform_fact where (body->>'uid')::bigint = ${uid} order by id
  `.execute(stage.database.db)
  return rows.map(({ event }) => event)
}

describe('an order at a limit price', () => {
  it('rests with margin and fee on hold, and opens at the better price when the market reaches it', async () => {
    await stage.give(1, '100')
    const { id } = await rest(1, '65000')
    expect(await stage.account(1)).toMatchObject({
      available: usdt('34.675'),
      hold: usdt('65.325'),
      margin: usdt('0'),
    })
    expect(await orderOf(1, id)).toMatchObject({ state: 'resting', openedMs: null, fees: usdt('0') })
    await tick('65000', '65000.01')
    expect(await orderOf(1, id)).toMatchObject({ state: 'resting' })
    await tick('64989.99', '64990')
    expect(await orderOf(1, id)).toMatchObject({
      state: 'open',
      openPrice: price('64990'),
      margin: usdt('64.99'),
      fees: usdt('0.32495'),
    })
    expect(await stage.account(1)).toMatchObject({
      hold: usdt('0'),
      margin: usdt('64.99'),
      balance: usdt('99.67505'),
    })
    expect(await pushesTo(1)).toContain('ENTRUSTED_TRANSACTION')
    const { events } = await orderReceipt(stage, { uid: 1 }, id)
    expect(events.map(({ kind, rule, price: at }) => [kind, rule, at])).toEqual([
      ['placed', 'placedBuy', '65000'],
      ['opened', 'limitBuyAtAsk', '64990'],
    ])
    expect(events[1]?.tick).toMatchObject({ ask: '64990' })
  })

  it('that the market has reached already fills at once, at the market', async () => {
    await stage.give(1, '100')
    expect(await rest(1, '66000')).toMatchObject({ state: 'open', open_price: price('65850') })
    expect(await rest(1, '65000', { side: 'short', lots: 1 })).toMatchObject({
      state: 'open',
      open_price: price('65849.99'),
    })
  })

  it('opens and closes at the fee rate it was placed at, whatever the product costs meanwhile', async () => {
    await stage.give(1, '100')
    const { id } = await rest(1, '65000', { stopLoss: price('64000') })
    const product = stage.markets.product(1)
    if (product === null) throw new Error('the stage has BTCUSDT')
    stage.markets.offer({ ...product, feeRatePpm: 2_000 })
    await tick('64989.99', '64990')
    // 0.01 × 64990 × 0.05 %.
    expect(await orderOf(1, id)).toMatchObject({ state: 'open', fees: usdt('0.32495'), feeRatePpm: 500 })
    await tick('64000', '64000.01')
    // Closing at 64000 adds 0.32.
    expect(await orderOf(1, id)).toMatchObject({
      state: 'closed',
      closeReason: 'stopLoss',
      fees: usdt('0.64495'),
    })
    expect(await orderReceipt(stage, { uid: 1 }, id)).toMatchObject({ feeRatePpm: 500 })
    expect(await open(1, { lots: 1, price: price('64000.01') })).toMatchObject({
      open_fee: usdt('0.12800002'),
      fee_rate_ppm: 2_000,
    })
  })

  it('can be cancelled, and gives back exactly what it held', async () => {
    await stage.give(1, '100')
    const { id } = await rest(1, '65000')
    expect(await cancelOrder(stage, { uid: 1 }, id)).toMatchObject({ state: 'cancelled' })
    expect(await stage.account(1)).toMatchObject({ available: usdt('100'), hold: usdt('0') })
    await tick('64000', '64000.01')
    expect(await orderOf(1, id)).toMatchObject({
      state: 'cancelled',
      pnl: usdt('0'),
      closedMs: null,
      cancelledMs: expect.any(Number),
    })
    await expect(cancelOrder(stage, { uid: 1 }, id)).rejects.toMatchObject({ code: 'invalidState' })
    await expect(cancelOrder(stage, { uid: 2 }, id)).rejects.toMatchObject({ code: 'notFound' })
    await stage.engine.settled()
    expect(stage.engine.resting()).toBe(0)
  })

  it('is refused beyond what is available', async () => {
    await stage.give(1, '65.324')
    await expect(rest(1, '65000')).rejects.toMatchObject({
      code: 'insufficientBalance',
      data: { needed: '65.325' },
    })
  })

  it('to sell that needs more margin at a better price than is there is cancelled', async () => {
    await stage.give(1, '66.4')
    const { id } = await rest(1, '66000', { side: 'short' })
    await tick('70000', '70000.01')
    expect(await orderOf(1, id)).toMatchObject({ state: 'cancelled' })
    const { events } = await orderReceipt(stage, { uid: 1 }, id)
    expect(events.at(-1)).toMatchObject({ kind: 'revoked', rule: 'revokedNoMargin' })
    expect(await stage.account(1)).toMatchObject({ available: usdt('66.4'), hold: usdt('0') })
  })

  it('is missed by no tick between its acceptance and its arming', async () => {
    await stage.give(1, '100')
    const placing = rest(1, '65000')
    // The dip comes and goes while the order is being written down.
    const dip = setInterval(() => {
      stage.markets.set('BTCUSDT', '64999', '64999.01')
      stage.markets.set('BTCUSDT', '65849.99', '65850')
    }, 1)
    const { id } = await placing
    clearInterval(dip)
    await stage.engine.settled()
    const order = await orderOf(1, id)
    expect(order).toMatchObject({ state: 'open' })
  })
})

describe('stops', () => {
  it('fill at the closing side of the tick that reaches them, for or against the customer', async () => {
    await stage.give(1, '1000')
    const loss = await open(1, { stopLoss: price('65000') })
    const profit = await open(1, { takeProfit: price('66000') })
    const sold = await open(1, {
      side: 'short',
      takeProfit: price('64000'),
      stopLoss: price('67000'),
    })
    await tick('66100', '66100.01')
    expect(await orderOf(1, profit.id)).toMatchObject({
      state: 'closed',
      closePrice: price('66100'),
      closeReason: 'takeProfit',
      pnl: usdt('2.5'),
    })
    await tick('63000', '63000.01')
    expect(await orderOf(1, loss.id)).toMatchObject({
      state: 'closed',
      closePrice: price('63000'),
      closeReason: 'stopLoss',
    })
    expect(await orderOf(1, sold.id)).toMatchObject({
      closePrice: price('63000.01'),
      closeReason: 'takeProfit',
    })
    expect((await pushesTo(1)).filter((event) => event === 'CLOSE_LEVER_ORDER')).toHaveLength(3)
    const { events } = await orderReceipt(stage, { uid: 1 }, loss.id)
    expect(events.map(({ kind, rule }) => [kind, rule])).toEqual([
      ['opened', 'marketBuyAtAsk'],
      ['stopsSet', 'stopLossSet'],
      ['closed', 'stopLossSellAtBid'],
    ])
    expect(stage.engine.resting()).toBe(0)
  })

  it('stop-loss wins when one tick reaches both', async () => {
    await stage.give(1, '1000')
    // Filled far below its price, the order finds its stop-loss above and its stop-profit below the market.
    const { id } = await rest(1, '65000', {
      side: 'long',
      stopLoss: price('64900'),
      takeProfit: price('65100'),
    })
    await stage.database.pool.query('update contracts_order set target_profit_price = $1 where id = $2', [
      price('60000').toString(),
      id,
    ])
    await tick('63999.99', '64000')
    expect(await orderOf(1, id)).toMatchObject({ state: 'closed', closeReason: 'stopLoss' })
  })

  it('can be set, moved and cleared later', async () => {
    await stage.give(1, '1000')
    const { id } = await open(1)
    const set = (stop_loss_price: string | null, target: string | null = null) =>
      setTpSl(
        stage,
        { uid: 1 },
        {
          id,
          stops: {
            stopLoss: stop_loss_price === null ? null : price(stop_loss_price),
            takeProfit: target === null ? null : price(target),
          },
        },
      )
    await set('65000', '67000')
    expect(await orderOf(1, id)).toMatchObject({ stopLoss: price('65000'), takeProfit: price('67000') })
    await set('64000')
    await tick('64500', '64500.01')
    expect(await orderOf(1, id)).toMatchObject({ state: 'open', stopLoss: price('64000'), takeProfit: null })
    await set(null)
    await tick('63500', '63500.01')
    expect(await orderOf(1, id)).toMatchObject({ state: 'open' })
    // Below the market's 65850 and above 63500: reached already, so it closes at once, at the market.
    await set('64000')
    await stage.engine.settled()
    expect(await orderOf(1, id)).toMatchObject({
      state: 'closed',
      closePrice: price('63500'),
      closeReason: 'stopLoss',
    })
    const { events } = await orderReceipt(stage, { uid: 1 }, id)
    expect(events.map(({ rule }) => rule)).toEqual([
      'marketBuyAtAsk',
      'stopProfitSet',
      'stopLossSet',
      'stopProfitCleared',
      'stopLossSet',
      'stopLossCleared',
      'stopLossSet',
      'stopLossSellAtBid',
    ])
    await expect(set('60000')).rejects.toMatchObject({ code: 'invalidState' })
  })

  it.each<[string, Partial<Request>, object]>([
    ['profit below a buy', { takeProfit: price('65850') }, { rule: 'buyProfit', limit: '65850.01' }],
    ['loss above a buy', { stopLoss: price('65850') }, { rule: 'buyLoss', limit: '65849.99' }],
    ['profit above a sell', { side: 'short', takeProfit: price('65900') }, { rule: 'sellProfit' }],
    ['loss below a sell', { side: 'short', stopLoss: price('65000') }, { rule: 'sellLoss', limit: '65850' }],
    ['loss beyond the close-out', { stopLoss: price('59000') }, { rule: 'buyLoss', limit: '59175.425' }],
  ])('%s is refused with what would pass', async (_, change, data) => {
    await stage.give(1, '100')
    await expect(open(1, change)).rejects.toMatchObject({ code: 'invalidTpSl', data })
    expect(await listOf(1)).toEqual([])
  })

  it('a stop loss exactly at the liquidation price passes', async () => {
    await stage.give(1, '100')
    const { id } = await open(1, { stopLoss: price('59175.425') })
    expect(await orderOf(1, id)).toMatchObject({
      stopLoss: price('59175.425'),
      liquidationPrice: price('59175.425'),
    })
  })
})

describe('liquidation', () => {
  it('at a risk rate of 50 %, not before', async () => {
    await stage.give(1, '100')
    const { id } = await open(1)
    await tick('59175.43', '59175.44')
    expect(await orderOf(1, id)).toMatchObject({ state: 'open' })
    await tick('59175.42', '59175.43')
    expect(await orderOf(1, id)).toMatchObject({
      state: 'closed',
      closeReason: 'liquidation',
      closePrice: price('59175.42'),
    })
    expect(stage.engine.resting()).toBe(0)
  })

  it('closes the largest loss first, and only until the risk rate is above 50 %', async () => {
    await stage.give(1, '200')
    const small = await open(1, { lots: 5 })
    const large = await open(1, { lots: 15 })
    const other = await open(1, { pid: 2, price: price('2318.41'), lots: 50, leverage: 20 })
    await tick('60900', '60900.01')
    await tick('60700', '60700.01')
    expect(await orderOf(1, large.id)).toMatchObject({ state: 'open' })
    await tick('60200', '60200.01')
    expect(await orderOf(1, large.id)).toMatchObject({ closeReason: 'liquidation' })
    expect(await orderOf(1, small.id)).toMatchObject({ state: 'open' })
    expect(await orderOf(1, other.id)).toMatchObject({ state: 'open' })
  })

  it('in a gap takes holds and profits before the insurance fund, and no one goes below zero', async () => {
    await stage.give(1, '250')
    const lost = await open(1, { lots: 10, leverage: 10 })
    const earned = await open(1, { lots: 4, leverage: 10, side: 'short' })
    const pending = await rest(1, '40000', { lots: 10, leverage: 10 })
    await tick('10000', '10000.01')
    expect(await orderOf(1, lost.id)).toMatchObject({ state: 'closed', closeReason: 'liquidation' })
    expect(await orderOf(1, earned.id)).toMatchObject({ state: 'closed', closeReason: 'liquidation' })
    expect(['closed', 'cancelled']).toContain((await orderOf(1, pending.id))?.state)
    const [free, margin, , , , insurance] = await stage.purses(1)
    expect([free, margin]).toEqual([0n, 0n])
    expect(insurance).toBeLessThan(usdt('10000'))
  })

  it('is missed by nothing between two ticks of a burst that fire orders of the wallet', async () => {
    await stage.give(1, '150')
    const { id } = await open(1)
    await open(1, { side: 'short', lots: 9, price: price('65849.99'), takeProfit: price('61000') })
    await rest(1, '66500', { side: 'short', lots: 1 })
    await stage.engine.settled()
    // The first takes the profit and only looks at the account, the second closes it out, the third fills the order.
    stage.markets.set('BTCUSDT', '60900', '60910')
    stage.markets.set('BTCUSDT', '49000', '49010')
    await tick('67000', '67001')
    expect(await orderOf(1, id)).toMatchObject({
      state: 'closed',
      closeReason: 'liquidation',
      closePrice: price('49000'),
    })
    expect((await listOf(1)).map(({ state }) => state)).toEqual(['closed', 'closed', 'open'])
  })

  it('follows money that another module moved', async () => {
    await stage.give(1, '100')
    const { id } = await open(1)
    await stage.engine.settled()
    await stage.give(1, '100')
    stage.engine.moneyMoved({ uid: 1, wallet: 'contract' })
    await tick('59175.42', '59175.43')
    expect(await orderOf(1, id)).toMatchObject({ state: 'open' })
    await tick('49000', '49000.01')
    expect(await orderOf(1, id)).toMatchObject({ closeReason: 'liquidation' })
  })

  it('of a market without quotes waits for the next one, whatever its loss; the others go first', async () => {
    await stage.give(1, '300')
    const btc = await open(1)
    const eth = await open(1, { pid: 2, price: price('2318.41'), lots: 70 })
    await tick('2140', '2140.01', 'ETHUSDT')
    stage.markets.silence('ETHUSDT')
    await tick('59000', '59000.01')
    expect(await orderOf(1, btc.id)).toMatchObject({ closeReason: 'liquidation' })
    expect(await orderOf(1, eth.id)).toMatchObject({ state: 'open' })
    await tick('2110', '2110.01', 'ETHUSDT')
    expect(await orderOf(1, eth.id)).toMatchObject({ state: 'open' })
    await tick('2100', '2100.01', 'ETHUSDT')
    expect(await orderOf(1, eth.id)).toMatchObject({ closeReason: 'liquidation', closePrice: price('2100') })
  })

  it('that needs only a silent market happens at its first tick', async () => {
    await stage.give(1, '300')
    const btc = await open(1)
    const eth = await open(1, { pid: 2, price: price('2318.41'), lots: 70 })
    await tick('2100', '2100.01', 'ETHUSDT')
    stage.markets.silence('ETHUSDT')
    await tick('52000', '52000.01')
    expect(await orderOf(1, btc.id)).toMatchObject({ closeReason: 'liquidation' })
    expect(await orderOf(1, eth.id)).toMatchObject({ state: 'open' })
    await tick('2101', '2101.01', 'ETHUSDT')
    expect(await orderOf(1, eth.id)).toMatchObject({ closeReason: 'liquidation', closePrice: price('2101') })
  })
})

describe('the engine', () => {
  it('handles what one tick reaches in the order of acceptance, close-outs last', async () => {
    await stage.give(1, '60')
    await stage.give(2, '1000')
    await stage.give(3, '1000')
    const risky = await open(1, { lots: 8, leverage: 10 })
    const late = await open(3, { stopLoss: price('61000') })
    const early = await open(2, { stopLoss: price('62000') })
    await setTpSl(stage, { uid: 3 }, { id: late.id, stops: { stopLoss: price('61500'), takeProfit: null } })
    await stage.engine.settled()
    await tick('58000', '58000.01')
    const { rows } = await sql<{ order_id: number }>`
      select order_id from contracts_event where kind = 'closed' order by id`.execute(stage.database.db)
    expect(rows.map(({ order_id }) => order_id)).toEqual([early.id, late.id, risky.id])
  })

  it('after a restart looks at the ticks of the log that came since everything was settled', async () => {
    await stage.give(1, '1000')
    const stopped = await open(1, { stopLoss: price('65000') })
    const resting = await rest(1, '64000')
    await stage.engine.settled()
    await stage.engine.close()
    // While it is down the markets log a dip below both.
    stage.markets.set('BTCUSDT', '64500', '64500.01')
    stage.markets.set('BTCUSDT', '63000', '63000.01')
    stage.markets.set('BTCUSDT', '65500', '65500.01')
    stage = await withEngine(stage)
    await stage.engine.settled()
    expect(await orderOf(1, stopped.id)).toMatchObject({ state: 'closed', closePrice: price('64500') })
    expect(await orderOf(1, resting.id)).toMatchObject({ state: 'open', openPrice: price('63000.01') })
  })

  it('after a restart looks at the next real tick and invents none', async () => {
    await stage.give(1, '1000')
    const stopped = await open(1, { stopLoss: price('65000') })
    const resting = await rest(1, '64000')
    await stage.engine.settled()
    await stage.engine.close()
    // While everything is down the market dips below both and comes back, and no process receives it.
    stage.markets.setUnlogged('BTCUSDT', '63000', '63000.01')
    stage.markets.setUnlogged('BTCUSDT', '65500', '65500.01')
    stage = await withEngine(stage)
    await stage.engine.settled()
    expect(stage.engine.resting()).toBe(3)
    expect((await listOf(1)).map(({ state }) => state)).toEqual(['open', 'resting'])
    await tick('64999', '64999.01')
    expect(await orderOf(1, stopped.id)).toMatchObject({ state: 'closed', closePrice: price('64999') })
    expect(await orderOf(1, resting.id)).toMatchObject({ state: 'resting' })
  })

  it('and a hand that closes at the same moment close once', async () => {
    await stage.give(1, '3000')
    for (let round = 0; round < 10; round += 1) {
      const { id } = await open(1, { lots: 1, stopLoss: price('65800') })
      await stage.engine.settled()
      const closing = closePosition(stage, { uid: 1 }, { id, lots: null }).catch((refusal) => refusal)
      stage.markets.set('BTCUSDT', '65799', '65799.01')
      await closing
      await stage.engine.settled()
      expect((await orderOf(1, id))?.state).toBe('closed')
      stage.markets.set('BTCUSDT', '65849.99', '65850')
    }
  })

  it('settles a crowd in batches, each with its own outcome', async () => {
    const crowd = Array.from({ length: 40 }, (_, index) => index + 100)
    for (const uid of crowd) await stage.give(uid, '100')
    for (const uid of crowd) await open(uid, { lots: 1 + (uid % 5), stopLoss: price('65000') })
    await stage.engine.settled()
    await tick('64000', '64000.01')
    for (const uid of crowd) {
      const [order] = await listOf(uid)
      expect(order).toMatchObject({ state: 'closed', closeReason: 'stopLoss', closePrice: price('64000') })
    }
    expect(stage.engine.resting()).toBe(0)
  })
})
