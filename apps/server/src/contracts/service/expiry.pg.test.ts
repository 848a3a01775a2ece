import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { minRestMs } from '@glasshouse/core/contracts/expiry'
import { price } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { amendOrder, cancelOrder } from '../index.fixture.ts'
import { orderReceipt, placeOrder } from '../index.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  await stage.engine.close()
  await stage.database.drop()
})

const request: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('65000'),
  pid: 1,
  lots: 10,
  kind: 'limit',
  side: 'long',
}
const place = (uid: number, expiresMs: number) => placeOrder(stage, { uid }, { ...request, expiresMs })
const newUser = async (uid: number) => {
  await stage.give(uid, '400')
  return stage.clock.now() + 2 * minRestMs
}
const receipt = async (uid: number, id: number) => {
  const { order, events } = await orderReceipt(stage, { uid }, id)
  return { state: order.state, rules: events.map(({ rule }) => rule), events, expiresMs: order.expiresMs }
}
const noticesOf = async (uid: number) =>
  (
    await sql<object>`select kind, key, params from notifications_notice where uid = ${uid}`.execute(
      stage.database.db,
    )
  ).rows
/** A second passes after an instant, and every job of it runs. */
const elapseTo = async (instantMs: number) => {
  stage.clock.set(instantMs)
  stage.engine.elapse()
  await stage.engine.settled()
}
const tick = async (bid: string, ask: string) => {
  stage.markets.set('BTCUSDT', bid, ask)
  await stage.engine.settled()
}

it('rests until a second after its expiry, in a silent market too, and gives its hold back once', async () => {
  const end = await newUser(1)
  const { id } = await place(1, end)
  const [free] = await stage.purses(1)
  stage.markets.silence('BTCUSDT')
  await elapseTo(end + 999)
  expect(await receipt(1, id)).toMatchObject({ state: 'resting', expiresMs: end })
  // Ten seconds of ten jobs, with what its owner does at the same time.
  const done = Promise.allSettled([
    amendOrder(stage, { uid: 1 }, { id, change: { price: price('64000') }, termsId: undefined }),
    amendOrder(stage, { uid: 1 }, { id, change: { expiresMs: end + 10 * minRestMs }, termsId: undefined }),
  ])
  for (let at = 0; at < 10; at += 1) await elapseTo(end + 1_000 + at)
  for (const one of await done) expect(one).toMatchObject({ reason: { code: 'invalidState' } })
  expect(await receipt(1, id)).toMatchObject({ state: 'cancelled', rules: ['placedBuy', 'revokedExpired'] })
  expect((await stage.purses(1))[0]).toBe((free ?? 0n) + 6_532_500_000n)
  expect(await noticesOf(1)).toEqual([
    { kind: 'orderExpired', key: String(id), params: { id, symbol: 'BTCUSDT', at: end } },
  ])
  await expect(cancelOrder(stage, { uid: 1 }, id)).rejects.toMatchObject({ code: 'invalidState' })
  await tick('65849.99', '65850')
})

it('fills at a tick received before it and is cancelled by one received at it, also by the engine of the next start', async () => {
  const end = await newUser(2)
  const early = await place(2, end)
  stage.clock.set(end - 1)
  await tick('64999.99', '65000')
  await tick('65849.99', '65850')
  const missed = await place(2, stage.clock.now() + minRestMs)
  const ended = stage.clock.now() + minRestMs
  await stage.engine.close()
  // No engine watches: the log keeps what came.
  stage.clock.set(ended)
  stage.markets.set('BTCUSDT', '64000', '64000.01')
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  stage = await withEngine(stage)
  await stage.engine.settled()
  expect(await receipt(2, early.id)).toMatchObject({ state: 'open', rules: ['placedBuy', 'limitBuyAtAsk'] })
  const late = await receipt(2, missed.id)
  expect(late).toMatchObject({ state: 'cancelled', rules: ['placedBuy', 'revokedExpired'] })
  expect(late.events.at(-1)?.tick).toMatchObject({ receivedTime: ended, ask: '64000.01' })
})

it('is changed and cleared by amending, which moves no money, and belongs to its owner', async () => {
  const end = await newUser(3)
  const { id } = await place(3, end)
  const amend = (uid: number, expiresMs: number | null) =>
    amendOrder(stage, { uid }, { id, change: { expiresMs }, termsId: undefined })
  await expect(amend(4, end + 1)).rejects.toMatchObject({ code: 'notFound' })
  await expect(amend(3, 1)).rejects.toMatchObject({ code: 'outOfRange', data: { rule: 'expiry' } })
  const [first, second] = [await amend(3, end + minRestMs), await amend(3, end + minRestMs)]
  expect([first.order.acceptance, second.order.acceptance]).toEqual([
    first.order.acceptance,
    first.order.acceptance,
  ])
  await elapseTo(end + 1_000)
  await amend(3, null)
  await elapseTo(end + minRestMs + 1_000)
  const { events, ...order } = await receipt(3, id)
  expect(order).toEqual({
    ...{ state: 'resting', expiresMs: null, rules: ['placedBuy', 'amendedBuy', 'amendedBuy'] },
  })
  expect(events.map(({ expireTime, transactionId }) => [expireTime, transactionId === null])).toEqual([
    [end, false],
    [end + minRestMs, true],
    [undefined, true],
  ])
  await expect(
    placeOrder(stage, { uid: 3 }, { ...request, kind: 'market', price: price('65850'), expiresMs: end * 2 }),
  ).rejects.toMatchObject({ data: { reason: 'expiryWithoutLimit' } })
})

it('keeps the books sound, which name an order that ended on the wrong side of its expiry', async () => {
  expect(await stage.broken()).toEqual({})
  const client = new pg.Client({ connectionString: stage.database.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(`update contracts_event set expires_ms = 1 where order_id = 2 and kind = 'placed'`)
  await client.query(`update contracts_event set expires_ms = null where order_id = 1 and kind = 'placed'`)
  await client.end()
  expect(Object.keys(await stage.broken())).toEqual([
    'an order that expires opens at a tick received before its expiry and is revoked for it only afterwards',
    'the expiry of every resting and revoked order is what its events state',
  ])
})
