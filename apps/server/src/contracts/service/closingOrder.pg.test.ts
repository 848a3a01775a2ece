import type { PositionSide } from '@glasshouse/core/contracts/rules'
import { formatPrice, price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { orderCommand } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closePosition, orderReceipt, placeOrder } from '../index.ts'
import { setClosingOrder } from './closingOrder.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await stage.database.drop()
})

const open = async (uid: number, side: PositionSide = 'long') => {
  await stage.give(uid, '1000')
  const at = side === 'long' ? '65850' : '65849.99'
  return (await placeOrder(stage, { uid }, orderCommand({ lots: 10, side, price: at }))).id
}
const set = (uid: number, id: number, at: string, lots: number) =>
  setClosingOrder(stage, { uid }, { id, price: price(at), lots })
const receipt = async (uid: number, id: number) => {
  const { order, events } = await orderReceipt(stage, { uid }, id)
  const closing = order.closingOrders.map((one) => `${one.lots}@${formatPrice(one.price)}`)
  return { lots: order.lots, state: order.state, closing, rules: events.map(({ rule }) => rule), order }
}
const tick = (bid: string, ask: string) => stage.markets.set('BTCUSDT', bid, ask)
const calm = async () => {
  tick('65849.99', '65850')
  await stage.engine.settled()
}

it('closes each part at the first tick that reaches it, also of ticks heard together and by the next engine', async () => {
  const id = await open(1)
  await set(1, id, '66000', 3)
  await set(1, id, '67000', 2)
  await set(1, id, '66500', 4)
  expect((await receipt(1, id)).closing).toEqual(['3@66000', '4@66500', '2@67000'])
  // The second is reached while the first is being filled, and the market is back before anything is armed.
  tick('66010', '66010.01')
  tick('66510', '66510.01')
  await calm()
  const two = await receipt(1, id)
  expect([two.lots, two.closing]).toEqual([3, ['2@67000']])
  expect(two.rules.slice(-2)).toEqual(['closingOrderSellAtBid', 'closingOrderSellAtBid'])
  const { events } = await orderReceipt(stage, { uid: 1 }, id)
  const parts = events.filter(({ kind }) => kind === 'closedPart')
  expect(parts.map(({ price: at, number }) => [at, number])).toEqual([
    ['66010', 3],
    ['66510', 4],
  ])
  // The receipt of each part lists the prices that were in force before it, with the tick at which each was set.
  const setBefore = async (at: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from contracts_order where parent_id = ${id} order by id offset ${at} limit 1`.execute(
      stage.database.db,
    )
    const { events } = await orderReceipt(stage, { uid: 1 }, rows[0]?.id ?? 0)
    expect(events.map(({ kind }) => kind)).toEqual([
      'opened',
      ...events.slice(2).map(() => 'stopsSet'),
      'closed',
    ])
    return events.slice(1, -1).map(({ price: at, number, tick }) => `${number}@${at} ${tick === null}`)
  }
  expect(await setBefore(0)).toEqual(['3@66000 false', '2@67000 false', '4@66500 false'])
  expect(await setBefore(1)).toEqual(['2@67000 false', '4@66500 false'])
  await stage.engine.close()
  tick('67000', '67000.01')
  tick('65849.99', '65850')
  stage = await withEngine(stage)
  await stage.engine.settled()
  const rest = await receipt(1, id)
  expect([rest.lots, rest.state, rest.closing]).toEqual([1, 'open', []])
})

it('keeps within the lots when its owner closes a part, and is gone with the position', async () => {
  const id = await open(2, 'short')
  await set(2, id, '65000', 6)
  await set(2, id, '64000', 4)
  await closePosition(stage, { uid: 2 }, { id, lots: 5 })
  const { closing, rules } = await receipt(2, id)
  expect(closing).toEqual(['5@65000'])
  expect(rules.slice(-3)).toEqual(['marketBuyAtAsk', 'closingOrderCleared', 'closingOrderSet'])
  tick('63999.99', '64000')
  await calm()
  const all = await receipt(2, id)
  expect([all.state, all.order.closeReason, all.order.closePrice]).toEqual([
    ...['closed', 'closingOrder', price('64000')],
  ])
})

it('fits ten at once into the lots, refuses others and what is reached, and cancels once', async () => {
  const id = await open(3)
  const prices = Array.from({ length: 10 }, (_, index) => String(66_000 + index))
  const many = await Promise.allSettled(prices.map((at) => set(3, id, at, 3)))
  expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const { closing } = await receipt(3, id)
  const [first = ''] = closing
  const at = first.split('@')[1] ?? ''
  const cancels = await Promise.allSettled(prices.map(() => set(3, id, at, 0)))
  expect(cancels.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(set(4, id, '70000', 1)).rejects.toMatchObject({ code: 'notFound' })
  await expect(set(3, id, '65849.99', 1)).rejects.toMatchObject({ data: { reason: 'priceReached' } })
})

it('is reported by the ledger check when its lots were changed behind the receipt', async () => {
  const id = await open(5)
  await set(5, id, '70000', 4)
  const client = new pg.Client({ connectionString: stage.database.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const plant = (lots: number) =>
    client.query(
      `update contracts_order set closing_orders = jsonb_set(closing_orders, '{0,lots}', '${lots}') where id = ${id}`,
    )
  for (const lots of [5, 11]) {
    await plant(lots)
    expect(Object.values(await stage.broken())).toEqual([expect.stringContaining(`order ${id} of 10 lots`)])
  }
  await plant(4)
  await client.end()
})
