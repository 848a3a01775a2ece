import { customer } from '@glasshouse/core/ledger/chart'
import { price, usdt } from '@glasshouse/core/money/units'
import { caseStride, killPoints } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { contractFixture, type EngineFixture, withEngine } from '@glasshouse/testkit/contracts'
import { newCustomer, testLock } from '@glasshouse/testkit/customers'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLock } from '../../identity/index.fixture.ts'
import { getBalances, lockBalances } from '../../ledger/posting/index.ts'
import type { EventDispatcher } from '../../platform/events/eventDispatcher.ts'
import { startEventDispatcher } from '../../platform/events/index.ts'
import { createLog } from '../../platform/telemetry/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { cancelOrdersOfLocked, contractListeners } from '../index.fixture.ts'
import { listOrders, placeOrder } from '../index.ts'

// What happens to orders and positions of an account that is locked.

let stage: EngineFixture
let dispatcher: EventDispatcher | null = null
const hear = (): EventDispatcher => {
  dispatcher ??= startEventDispatcher({
    platform: { ...stage, log: createLog('silent') },
    listeners: contractListeners(stage.engine, (uid) => cancelOrdersOfLocked(stage, uid)),
  })
  return dispatcher
}
const closeDispatcher = async (): Promise<void> => {
  await dispatcher?.close()
  dispatcher = null
}
beforeAll(async () => {
  stage = await withEngine(await contractFixture({ trading: '1000000', insurance: '10000' }))
})
afterAll(async () => {
  await closeDispatcher()
  expect(await stage.broken()).toEqual({})
  await stage.engine.close()
  await stage.database.drop()
})

const rich = async (): Promise<number> => {
  const { uid } = await newCustomer(testPlatform(stage.database, stage.clock))
  await stage.give(uid, '10000')
  return uid
}
const place = (uid: number, asked: { readonly limit?: string; readonly stop?: string } = {}) =>
  placeOrder(
    stage,
    { uid },
    {
      ...plainOrder,
      leverage: 10,
      price: price(asked.limit ?? '65850'),
      pid: 1,
      lots: 4,
      kind: asked.limit === undefined ? 'market' : 'limit',
      side: 'long',
      stopLoss: asked.stop === undefined ? null : price(asked.stop),
    },
  )
const lock = (uid: number) =>
  transact(stage.database.db, (tx) => startLock(testPlatform(stage.database, stage.clock), tx, uid, testLock))
const ordersOf = async (uid: number) => {
  const page = { page: 1, pageSize: 100, orderBy: 'id', direction: 'asc' } as const
  return (await listOrders(stage, { uid }, { states: null, pid: null, wallet: 'contract', ...page })).rows
}
const heldOf = async (uid: number) =>
  (await getBalances(stage.database.db, [customer(uid, 'contractHold')]))[0]
const rulesOf = async (id: number): Promise<readonly string[]> =>
  (
    await sql<{ rule: string }>`select rule from contracts_event where order_id = ${id} order by id`.execute(
      stage.database.db,
    )
  ).rows.map(({ rule }) => rule)

describe('the orders of a locked account', () => {
  it('that rest are cancelled once with their holds returned; positions keep their stops', async () => {
    const uid = await rich()
    const position = await place(uid, { stop: '64000' })
    const resting = [await place(uid, { limit: '65000' }), await place(uid, { limit: '64900' })]
    expect(await heldOf(uid)).toBeGreaterThan(0n)
    hear()
    await lock(uid)
    await hear().settled()
    for (const { id } of resting) expect(await rulesOf(id)).toEqual(['placedBuy', 'revokedForLock'])
    expect(await heldOf(uid)).toBe(0n)
    // Told again, as after a crash, nothing happens twice.
    expect(await cancelOrdersOfLocked(stage, uid)).toBe(0)
    stage.markets.set('BTCUSDT', '63900', '63900.01')
    await stage.engine.settled()
    expect((await ordersOf(uid)).find(({ id }) => id === position.id)).toMatchObject({
      state: 'closed',
      closeReason: 'stopLoss',
    })
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    await stage.engine.settled()
  })

  it('are cancelled instead of filled when their price comes before the lock was heard of', async () => {
    await closeDispatcher()
    const uid = await rich()
    const { id } = await place(uid, { limit: '65000' })
    await lock(uid)
    stage.markets.set('BTCUSDT', '64999.99', '65000')
    await stage.engine.settled()
    expect(await rulesOf(id)).toEqual(['placedBuy', 'revokedNotAllowed'])
    expect(await heldOf(uid)).toBe(0n)
    stage.markets.set('BTCUSDT', '65849.99', '65850')
    await stage.engine.settled()
    await hear().settled()
  })

  it('are refused when the lock comes while they wait for the wallet', async () => {
    const uid = await rich()
    const { waiting } = await transact(stage.database.db, async (tx) => {
      await lockBalances(tx, [customer(uid, 'contract')])
      const refused = [{ limit: '65000' }, {}].map((asked) => expectDomainError(place(uid, asked)))
      await lock(uid)
      return { waiting: refused }
    })
    const until = stage.clock.business() + 72 * 3_600_000
    for (const refusal of await Promise.all(waiting))
      expect(refusal).toEqual({ code: 'notAllowed', data: { reason: 'stolen_access', until } })
    await hear().settled()
    expect(await ordersOf(uid)).toEqual([])
  })

  it('leave none resting, whatever was being placed when the lock came', async () => {
    const uid = await rich()
    hear()
    const placing = Array.from({ length: 30 }, () => place(uid, { limit: '65000' }))
    await lock(uid)
    const outcomes = await Promise.allSettled(placing)
    await hear().settled()
    const orders = await ordersOf(uid)
    expect(orders).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length)
    expect(orders.filter(({ state }) => state !== 'cancelled')).toEqual([])
    expect(await heldOf(uid)).toBe(0n)
    expect((await getBalances(stage.database.db, [customer(uid, 'contract')]))[0]).toBe(usdt('10000'))
  })

  it('are each cancelled exactly once when the cancelling dies at any statement', async () => {
    await closeDispatcher()
    let deaths = 0
    for (const at of killPoints(24)) {
      const uid = await rich()
      const ids = [(await place(uid, { limit: '65000' })).id, (await place(uid, { limit: '64900' })).id]
      await lock(uid)
      const death = killConnectionAt(stage.database.url, at, at % 2 === 0 ? 'before' : 'after')
      await cancelOrdersOfLocked(stage, uid).catch(() => undefined)
      death.over()
      await drainDeadConnections(stage.database.pool)
      if (death.happened()) deaths += 1
      await cancelOrdersOfLocked(stage, uid)
      for (const id of ids) expect(await rulesOf(id)).toEqual(['placedBuy', 'revokedForLock'])
      expect(await heldOf(uid)).toBe(0n)
      expect(await stage.broken()).toEqual({})
    }
    expect(deaths).toBeGreaterThanOrEqual(12 / caseStride())
  })
})
