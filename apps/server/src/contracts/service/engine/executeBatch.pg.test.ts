import { type OrderState, triggeredPushToWire } from '@glasshouse/core/contracts/codec'
import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { price, usdt } from '@glasshouse/core/money/units'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { firstOrders, plainOrder } from '@glasshouse/testkit/orderRequest'
import { unhandledDuring } from '@glasshouse/testkit/unhandled'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomer } from '../../../identity/index.ts'
import { transact, transactBatch } from '../../../platform/transactions/index.ts'
import { listOrders, orderReceipt, placeOrder } from '../../index.ts'
import type { OrderRow } from '../../schema.ts'
import type { FiredTrigger } from './executeBatch.ts'
import { findBlockedFills } from './executeBatch.ts'

let stage: EngineFixture
beforeAll(async () => {
  stage = await withEngine(await contractFixture())
})
afterAll(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await stage.database.drop()
})

const order: PlaceOrderCommand = {
  ...plainOrder,
  leverage: 10,
  price: price('65000'),
  pid: 1,
  lots: 10,
  kind: 'limit',
  side: 'long',
}
let born = 0
/** A customer with some USDT in the contract wallet. */
const newcomer = async (amount: string): Promise<number> => {
  born += 1
  const person = { email: `p${born}@example.com`, phone: `12025550${100 + born}`, passwordHash: 'x' }
  const uid = await transact(stage.database.db, (tx) =>
    createCustomer(tx, {
      ...person,
      referrerUid: 10000,
      proven: ['email', 'phone'] as const,
      lang: 'en',
      registeredMs: 1,
    }),
  )
  await stage.give(uid, amount)
  return uid
}
const place = (uid: number, change: Partial<typeof order> = {}) =>
  placeOrder(stage, { uid }, { ...order, ...change })
const tick = async (bid: string, ask: string) => {
  stage.markets.set('BTCUSDT', bid, ask)
  await stage.engine.settled()
}
const calm = () => tick('65849.99', '65850')
const ordersOf = async (uid: number) => {
  return (await listOrders(stage, { uid }, firstOrders)).rows
}
/** What the customer's own limits are from now on. */
const limit = async (uid: number, name: 'pauseUntil' | 'dailyLoss', value: number | string) => {
  await sql`insert into protection_limit (uid, name, value) values (${uid}, ${name}, ${value}::numeric)
    on conflict (uid, name) do update set value = excluded.value`.execute(stage.database.db)
}
const pushesTo = async (uid: number) => {
  const { rows } = await sql<{ body: object }>`
    select body from platform_fact
    where body->>'event' = 'ENTRUSTED_TRANSACTION' and (body->>'uid')::bigint = ${uid} order by id`.execute(
    stage.database.db,
  )
  return rows.map(({ body }) => body)
}

describe('an order at a limit price is new risk on the day it opens', () => {
  it('a pause set after it was placed cancels it when its price comes, and says so', async () => {
    const [one, two] = [await newcomer('100'), await newcomer('100')]
    const { id } = await place(one)
    const other = await place(two)
    await limit(one, 'pauseUntil', stage.clock.business() + 3_600_000)
    await tick('64999.99', '65000')
    expect(await ordersOf(one)).toMatchObject([{ state: 'cancelled', fees: usdt('0') }])
    expect(await ordersOf(two)).toMatchObject([{ state: 'open' }])
    expect((await stage.purses(one))[0]).toBe(usdt('100'))
    const { events } = await orderReceipt(stage, { uid: one }, id)
    expect(events.at(-1)).toMatchObject({ kind: 'revoked', rule: 'revokedOwnLimit', tick: { ask: '65000' } })
    const pushOf = (order: { readonly id: number; readonly state: OrderState }) =>
      triggeredPushToWire({ ...order, pid: 1, wallet: 'contract' })
    expect(await pushesTo(one)).toMatchObject([{ data: pushOf({ id, state: 'cancelled' }) }])
    expect(await pushesTo(two)).toMatchObject([{ data: pushOf({ id: other.id, state: 'open' }) }])
    await calm()
  })

  it('a pause that is over blocks nothing', async () => {
    const uid = await newcomer('100')
    await place(uid)
    await limit(uid, 'pauseUntil', stage.clock.business() + 1000)
    stage.clock.advance(1000)
    await tick('64999.99', '65000')
    expect(await ordersOf(uid)).toMatchObject([{ state: 'open' }])
    await calm()
  })

  it('a daily loss that is used up cancels it', async () => {
    const uid = await newcomer('200')
    await place(uid, { price: price('60000') })
    await place(uid, { kind: 'market', price: price('65850'), stopLoss: price('65000') })
    await limit(uid, 'dailyLoss', '800000000')
    await tick('64999.99', '65000')
    expect((await ordersOf(uid)).map(({ state }) => state)).toEqual(['resting', 'closed'])
    await tick('59999.99', '60000')
    expect((await ordersOf(uid)).map(({ state }) => state)).toEqual(['cancelled', 'closed'])
    await calm()
  })
})

it('stops and liquidations happen in a pause too', async () => {
  const [stopped, risky] = [await newcomer('100'), await newcomer('70')]
  await place(stopped, { kind: 'market', price: price('65850'), stopLoss: price('65000') })
  await place(risky, { kind: 'market', price: price('65850') })
  for (const uid of [stopped, risky]) await limit(uid, 'pauseUntil', stage.clock.business() + 3_600_000)
  await tick('60000', '60000.01')
  expect(await ordersOf(stopped)).toMatchObject([{ state: 'closed', closeReason: 'stopLoss' }])
  expect(await ordersOf(risky)).toMatchObject([{ state: 'closed', closeReason: 'liquidation' }])
})

it('a close-out of several positions and resting orders names the transaction of each in its receipt', async () => {
  await calm()
  const uid = await newcomer('220')
  for (const side of ['long', 'long'] as const)
    await place(uid, { kind: 'market', price: price('65850'), side, lots: 12 })
  await place(uid, { price: price('50000'), lots: 2 })
  await place(uid, { price: price('49000'), lots: 2 })
  await tick('55000', '55000.01')
  const { rows } = await sql<{ kind: string; id: number | null; cause: number | null }>`
    select e.kind, e.transaction_id as id, t.cause_id as cause
    from contracts_event e join contracts_order o on o.id = e.order_id
    left join ledger_transaction t on t.id = e.transaction_id and t.cause_id = e.order_id
    where o.uid = ${uid} and e.kind in ('closed', 'revoked')`.execute(stage.database.db)
  expect(rows.map(({ kind }) => kind).sort()).toEqual(['closed', 'closed', 'revoked', 'revoked'])
  expect(rows.filter(({ id, cause }) => id === null || cause === null)).toEqual([])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4)
})

it('leaves no unhandled rejection when the limits of several customers cannot be read', async () => {
  await calm()
  const customers = [await newcomer('100'), await newcomer('100'), await newcomer('100')]
  const { db } = stage.database
  const orders: OrderRow[] = []
  for (const uid of customers) orders.push(await place(uid))
  const dues = orders.map(({ id, uid }) => ({ kind: 'limit', orderId: id, uid }) as FiredTrigger)
  const fills = () => transactBatch(stage.database, (tx) => findBlockedFills(stage, tx, dues, orders))
  await sql`alter table protection_limit rename to protection_limit_away`.execute(db)
  const reasons = await unhandledDuring(() => expect(fills()).rejects.toThrow('does not exist'))
  await sql`alter table protection_limit_away rename to protection_limit`.execute(db)
  expect(reasons).toEqual([])
  expect(await fills()).toEqual(new Map())
})
