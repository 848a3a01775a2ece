import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { formatPrice, price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { amendOrder, cancelOrder } from '../index.fixture.ts'
import { orderReceipt, placeOrder } from '../index.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await stage.database.drop()
})

const request: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('66000'),
  pid: 1,
  lots: 10,
  kind: 'stop',
  side: 'long',
}
const place = (uid: number, change: Partial<PlaceOrderCommand> = {}) =>
  placeOrder(stage, { uid }, { ...request, ...change })
const receipt = async (uid: number, id: number) => {
  const { order, events } = await orderReceipt(stage, { uid }, id)
  return [order.state, formatPrice(order.openPrice), order.trigger, ...events.map(({ rule }) => rule)]
}
const tick = async (bid: string, ask: string) => {
  stage.markets.set('BTCUSDT', bid, ask)
  await stage.engine.settled()
}
const calm = () => tick('65849.99', '65850')

it('opens at the first tick at or beyond its price from either side, also for the engine of the next start', async () => {
  await stage.give(1, '1000')
  const above = await place(1)
  const below = await place(1, { side: 'short', price: price('65000') })
  expect(await receipt(1, above.id)).toEqual(['resting', '66000', 'rises', 'placedBuyRises'])
  expect(await receipt(1, below.id)).toEqual(['resting', '65000', 'falls', 'placedSellFalls'])
  // The ask is one short of the one, the bid of the other.
  await tick('65000.01', '65999.99')
  expect((await receipt(1, above.id))[0]).toBe('resting')
  await tick('66099.99', '66100')
  expect(await receipt(1, above.id)).toEqual(['open', '66100', null, 'placedBuyRises', 'triggerBuyAtAsk'])
  await calm()
  await stage.engine.close()
  stage.markets.set('BTCUSDT', '64900', '64900.01')
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  stage = await withEngine(stage)
  await stage.engine.settled()
  expect(await receipt(1, below.id)).toEqual(['open', '64900', null, 'placedSellFalls', 'triggerSellAtBid'])
})

it('is held, amended to the other side and cancelled like a limit order, once', async () => {
  await stage.give(2, '100')
  const { id } = await place(2)
  expect((await stage.purses(2))[0]).toBe(10_000_000_000n - 6_633_000_000n)
  const amend = (at: string) =>
    amendOrder(stage, { uid: 2 }, { id, change: { price: price(at) }, termsId: undefined })
  await amend('65000')
  expect(await receipt(2, id)).toEqual(['resting', '65000', 'falls', 'placedBuyRises', 'amendedBuyFalls'])
  await expect(amend('65850')).rejects.toMatchObject({
    data: { reason: 'atTrigger' },
  })
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => cancelOrder(stage, { uid: 2 }, id)))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await stage.purses(2))[0]).toBe(10_000_000_000n)
})

it('is cancelled by a gap that its wallet cannot pay or its take profit does not fit', async () => {
  await stage.give(3, '66.5')
  await stage.give(4, '100')
  const poor = await place(3)
  const short = await placeOrder(stage, { uid: 4 }, { ...request, takeProfit: price('66500') })
  await tick('66999.99', '67000')
  expect(await receipt(3, poor.id)).toEqual([
    'cancelled',
    '66000',
    'rises',
    'placedBuyRises',
    'revokedNoMargin',
  ])
  expect((await receipt(4, short.id)).at(-1)).toBe('revokedStops')
  await calm()
})

it('is cancelled where a gap makes it larger than its customer may have on the market', async () => {
  await stage.give(5, '1000')
  // 658.5 are open and 660 rest, which is within the cap; opened at 66,200 they are 1,320.5 together.
  await place(5, { kind: 'market', price: price('65850') })
  const { id } = await place(5)
  await sql`insert into content_setting (key, value, changed_ms) values ('max_position_notional', '1320', 1)`.execute(
    stage.database.db,
  )
  await tick('66199.99', '66200')
  expect((await receipt(5, id)).at(-1)).toBe('revokedTooLarge')
  await calm()
})
