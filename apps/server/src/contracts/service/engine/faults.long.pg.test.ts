import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { price } from '@glasshouse/core/money/units'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { firstOrders, plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOrders, placeOrder } from '../../index.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '100000' }))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const request: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 4,
  kind: 'market',
  side: 'long',
}
const set = (bid: string, ask: string) => stage.markets.set('BTCUSDT', bid, ask)
const ordersOf = async (uid: number) => {
  return (await listOrders(stage, { uid }, firstOrders)).rows
}
const closings = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ledger_transaction where cause_kind = 'contractClosed'`.execute(
    stage.database.db,
  )
  return rows[0]?.n ?? -1
}
/** More than a batch has, so that the end is reached. */
const statements = Array.from({ length: 22 }, (_, at) => at + 1)

it('a batch that dies at any statement is settled exactly once all the same', async () => {
  let deaths = 0
  let uid = 1000
  for (const at of statements) {
    // One of each: a resting order, a stop-loss, and a wallet near its close-out.
    const [resting, stopped, risky] = [uid + 1, uid + 2, uid + 3]
    uid += 3
    await stage.give(resting, '100')
    await stage.give(stopped, '100')
    await stage.give(risky, '30')
    await placeOrder(stage, { uid: resting }, { ...request, kind: 'limit', price: price('60000') })
    await placeOrder(stage, { uid: stopped }, { ...request, stopLoss: price('62000') })
    await placeOrder(stage, { uid: risky }, request)
    await stage.engine.settled()
    const before = await closings()
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    set('59999.99', '60000')
    await stage.engine.settled()
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    expect(await ordersOf(resting)).toMatchObject([{ state: 'open', openPrice: price('60000') }])
    expect(await ordersOf(stopped)).toMatchObject([
      { state: 'closed', closeReason: 'stopLoss', closePrice: price('59999.99') },
    ])
    expect(await ordersOf(risky)).toMatchObject([{ state: 'closed', closeReason: 'liquidation' }])
    expect(await closings()).toBe(before + 2)
    set('65849.99', '65850')
    await stage.engine.settled()
  }
  expect(await stage.broken()).toEqual({})
  expect(deaths).toBeGreaterThanOrEqual(12)
})

it('an order whose acceptance dies at any statement is watched if it is there', async () => {
  let [deaths, there, gone] = [0, 0, 0]
  for (const at of Array.from({ length: 30 }, (_, index) => index + 1)) {
    const uid = 3000 + at
    await stage.give(uid, '100')
    const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
    await placeOrder(stage, { uid }, { ...request, stopLoss: price('64000') }).catch(() => undefined)
    await stage.engine.settled()
    death.over()
    await drainDeadConnections(stage.database.pool)
    if (death.happened()) deaths += 1
    set('63999', '63999.01')
    await stage.engine.settled()
    const [order] = await ordersOf(uid)
    if (order === undefined) gone += 1
    else {
      there += 1
      expect(order).toMatchObject({ state: 'closed', closeReason: 'stopLoss' })
    }
    set('65849.99', '65850')
    await stage.engine.settled()
  }
  expect(await stage.broken()).toEqual({})
  expect(deaths).toBeGreaterThanOrEqual(10)
  expect(there).toBeGreaterThan(0)
  expect(gone).toBeGreaterThan(5)
})

it('the same tick again, and a thousand ticks at once, double nothing', async () => {
  const uid = 4000
  await stage.give(uid, '1000')
  for (let index = 0; index < 10; index += 1)
    await placeOrder(stage, { uid }, { ...request, lots: 1, stopLoss: price('65000') })
  await stage.engine.settled()
  const before = await closings()
  for (let times = 0; times < 1000; times += 1) set(times % 2 === 0 ? '64000' : '63990', '64000.01')
  await stage.engine.settled()
  expect((await ordersOf(uid)).map(({ closePrice }) => closePrice)).toEqual(Array(10).fill(price('64000')))
  expect(await closings()).toBe(before + 10)
  expect(await stage.broken()).toEqual({})
  set('65849.99', '65850')
})

it('a fall of 90 % takes no one below zero, and the fund pays the rest', async () => {
  const crowd = Array.from({ length: 30 }, (_, index) => 5000 + index)
  for (const uid of crowd) {
    await stage.give(uid, '100')
    const side = uid % 3 === 0 ? 'short' : 'long'
    const at = price(side === 'long' ? '65850' : '65849.99')
    await placeOrder(stage, { uid }, { ...request, side, price: at, leverage: 20, lots: 20 })
  }
  await stage.engine.settled()
  const [, , , , , fundBefore = 0n] = await stage.purses(1)
  set('6584.99', '6585')
  set('65849.99', '65850')
  await stage.engine.settled()
  for (const uid of crowd) {
    const [free = -1n, margin = -1n] = await stage.purses(uid)
    const [order] = await ordersOf(uid)
    // The bought ones were closed out at the bottom, the sold ones never were in danger.
    if (uid % 3 === 0) expect(order).toMatchObject({ state: 'open' })
    else {
      expect(order).toMatchObject({
        state: 'closed',
        closeReason: 'liquidation',
        closePrice: price('6584.99'),
      })
      expect([free, margin]).toEqual([0n, 0n])
    }
  }
  const [, , , , , fundAfter = 0n] = await stage.purses(1)
  expect(fundAfter).toBeLessThan(fundBefore)
  expect(await stage.broken()).toEqual({})
})

it('a spike while a false alarm is being settled closes out at the spike, not never', async () => {
  const uid = 6000
  await stage.give(uid, '400')
  stage.markets.set('ETHUSDT', '1999.99', '2000')
  await placeOrder(stage, { uid }, { ...request, lots: 10 })
  await placeOrder(stage, { uid }, { ...request, pid: 2, price: price('2000'), lots: 33 })
  await stage.engine.settled()
  // Together they can lose some 330; one market alone is looked at again after about half of that.
  for (const bid of ['45000', '30850', '65849.99']) set(bid, '65850')
  await stage.engine.settled()
  expect((await ordersOf(uid)).map(({ pid, state, closePrice }) => [pid, state, closePrice])).toEqual([
    [1, 'closed', price('30850')],
    [2, 'open', null],
  ])
  expect(await stage.broken()).toEqual({})
})
