import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { type Price, price, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cancelOrder } from '../index.fixture.ts'
import { closePosition, placeOrder } from '../index.ts'
import { orderReceipt } from './receipt.ts'

let stage: ContractFixture
const uid = 7
beforeEach(async () => {
  stage = await contractFixture()
  await stage.give(uid, '1000')
  // After every tick of the fixture that is set before an order.
  stage.clock.tick(60)
})
afterEach(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

const setWindow = (ms: number) =>
  sql`insert into content_setting (key, value, changed_ms) values ('entry_window_ms', ${String(ms)}, 1)
    on conflict (key) do update set value = excluded.value`.execute(stage.database.db)

const order = (more: Partial<PlaceOrderCommand> = {}, by = uid) =>
  placeOrder(
    stage,
    { uid: by },
    {
      ...plainOrder,
      leverage: 10,
      price: price('65850'),
      pid: 1,
      lots: 5,
      kind: 'market',
      side: 'long',
      ...more,
    },
  )
const waiting = (count = 1) =>
  vi.waitFor(() => expect(stage.markets.listening()).toBe(count), { timeout: 10_000, interval: 5 })
const openedEvent = async (id: number, by = uid) => {
  const { events } = await orderReceipt(stage, { uid: by }, id)
  return events.find(({ kind }) => kind === 'opened')
}
const written = async () => {
  const { rows } = await sql`select (select count(*) from contracts_order) as orders,
    (select count(*) from contracts_event) as events, (select count(*) from ledger_entry) as entries`.execute(
    stage.database.db,
  )
  return rows[0]
}

it.each<[string, PositionSide, [string, string], Price, 1 | 2]>([
  ['buys at the later, higher ask', 'long', ['65859.99', '65860'], price('65860'), 2],
  ['buys at the earlier, higher ask', 'long', ['65839.99', '65840'], price('65850'), 1],
  ['sells at the later, lower bid', 'short', ['65839.99', '65840'], price('65839.99'), 2],
  ['sells at the earlier, lower bid', 'short', ['65859.99', '65860'], price('65849.99'), 1],
])('%s, and both ticks stand in the receipt', async (_, side, [bid, ask], at, tick) => {
  await setWindow(1000)
  const placed = order({ side, price: side === 'long' ? price('65850') : price('65849.99') })
  await waiting()
  const acceptedTime = stage.clock.now()
  stage.markets.set('ETHUSDT', '2300', '2300.01')
  stage.markets.set('BTCUSDT', bid, ask)
  const { id, open_price } = await placed
  expect(open_price).toBe(at)
  expect(await openedEvent(id)).toMatchObject({
    tick: { n: tick },
    entry: {
      acceptedTime,
      windowMs: 1000,
      accepted: { n: 1 },
      next: { n: 2, bid, ask: String(Number(ask)) },
    },
  })
  expect(stage.markets.kept.map(({ n }) => n).sort()).toEqual([1, 2])
  expect(stage.markets.listening()).toBe(0)
})

it('fills at the tick of the acceptance when none came within the window', async () => {
  await setWindow(1)
  const { id, open_price } = await order()
  expect(open_price).toBe(price('65850'))
  expect(await openedEvent(id)).toMatchObject({ tick: { n: 1 }, entry: { accepted: { n: 1 }, next: null } })
})

it('leaves out a tick that came after the window, however late the process looks', async () => {
  await setWindow(1000)
  stage.clock.tick(-2000)
  const placed = order()
  await waiting()
  stage.markets.set('BTCUSDT', '65859.99', '65860')
  expect((await placed).open_price).toBe(price('65850'))
})

it('fills at the tick in force and waits for nothing with a window of 0', async () => {
  const { id } = await order()
  expect(await openedEvent(id)).not.toHaveProperty('entry')
  expect(stage.markets.listening()).toBe(0)
})

it('writes nothing while it waits, and holds up no one', async () => {
  const open = await order()
  await stage.give(8, '1000')
  await setWindow(1000)
  const before = await written()
  const placed = order({}, 8)
  await waiting()
  expect(await written()).toEqual(before)
  expect((await closePosition(stage, { uid }, { id: open.id, lots: null })).state).toBe('closed')
  stage.markets.set('BTCUSDT', '65859.99', '65860')
  expect((await placed).open_price).toBe(price('65860'))
})

it('fills a hundred at once at the worse of the same two ticks', async () => {
  const uids = Array.from({ length: 100 }, (_, index) => 1000 + index)
  for (const one of uids) await stage.give(one, '100')
  await setWindow(1000)
  const placed = uids.map((one) => order({ lots: 1 }, one))
  await waiting(100)
  stage.markets.set('BTCUSDT', '65859.99', '65860')
  const orders = await Promise.all(placed)
  expect(new Set(orders.map(({ open_price }) => open_price))).toEqual(new Set([price('65860')]))
})

it('is refused when the worse tick is too far from what its customer saw, and moves nothing', async () => {
  await setWindow(1000)
  const before = await written()
  const placed = order()
  await waiting()
  stage.markets.set('BTCUSDT', '66549.99', '66550')
  await expect(placed).rejects.toMatchObject({ code: 'priceChanged', data: { price: '66550' } })
  expect(await written()).toEqual(before)
})

it('is refused when the price is not live at the acceptance', async () => {
  await setWindow(1000)
  stage.markets.silence('BTCUSDT')
  await expect(order()).rejects.toMatchObject({ code: 'priceChanged' })
})

it('is judged by the terms, the caps and the wallet at its fill', async () => {
  await setWindow(1000)
  const { pid, lot, leverages, feeRatePpm, expiryMinutes, payoutPercents } = stage.markets.product(1) ?? {}
  const terms = { pid, lot, leverages, feeRatePpm, expiryMinutes, payoutPercents }
  const placed = order({ leverage: 20 })
  await waiting()
  stage.markets.followTerms([{ ...terms, leverages: [2, 5], n: 99, fromMs: stage.clock.now() } as never])
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  await expect(placed).rejects.toMatchObject({ code: 'outOfRange' })
  stage.markets.followTerms([{ ...terms, n: 100, fromMs: stage.clock.now() } as never])
  // Either fits into the cap of 1000 USDT by itself, both together do not.
  await sql`insert into content_setting (key, value, changed_ms) values ('max_position_notional', '1000', 1)`.execute(
    stage.database.db,
  )
  const two = [order({ lots: 10 }), order({ lots: 10 })]
  await waiting(2)
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  const results = await Promise.allSettled(two)
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'outOfRange', data: { rule: 'notional', max: '341.5' } },
  })
})

it('rests when the worse tick does not reach the price of a limit order that the better one reached', async () => {
  await setWindow(1000)
  const watched = await withEngine(stage)
  const placed = placeOrder(
    watched,
    { uid },
    { ...plainOrder, leverage: 10, price: price('65855'), pid: 1, lots: 5, kind: 'limit', side: 'long' },
  )
  // The engine hears ticks as well.
  await waiting(2)
  stage.markets.set('BTCUSDT', '65859.99', '65860')
  const { id, state } = await placed
  expect(state).toBe('resting')
  await cancelOrder(watched, { uid }, id)
  await watched.engine.close()
})

it('counts stops from the later tick on', async () => {
  await setWindow(1000)
  const watched = await withEngine(stage)
  const placed = placeOrder(
    watched,
    { uid },
    {
      ...plainOrder,
      leverage: 10,
      price: price('65850'),
      pid: 1,
      lots: 5,
      kind: 'market',
      side: 'long',
      stopLoss: price('65800'),
    },
  )
  await waiting(2)
  stage.markets.set('BTCUSDT', '65839.99', '65840')
  const { id } = await placed
  const { events } = await orderReceipt(stage, { uid }, id)
  expect(events.map(({ kind, tick }) => [kind, tick?.n])).toEqual([
    ['opened', 1],
    ['stopsSet', 2],
  ])
  stage.markets.set('BTCUSDT', '65799.99', '65800')
  await watched.engine.settled()
  const closed = (await orderReceipt(stage, { uid }, id)).events.at(-1)
  expect(closed).toMatchObject({ kind: 'closed', rule: 'stopLossSellAtBid', tick: { n: 3 } })
  expect(usdt(closed?.profit ?? '0')).toBe(usdt('-0.25005'))
  await watched.engine.close()
})
