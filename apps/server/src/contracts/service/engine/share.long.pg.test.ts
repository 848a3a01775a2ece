import type { PlaceOrderCommand } from '@glasshouse/core/contracts/commands/codec'
import { partitionOf } from '@glasshouse/core/contracts/partition'
import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Engine, placeOrder } from '../../index.ts'
import { shareOf } from './share.ts'
import { sharingEngines } from './sharing.fixture.ts'

let stage: ContractFixture
const { share, untilHeld, holderOf, settled, close } = sharingEngines(() => stage)
beforeEach(async () => {
  stage = await contractFixture()
})
afterEach(async () => {
  await close()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

/** The engine that decides on a customer. */
const of = (uid: number): Engine => holderOf(uid).engine
/** How many partitions an engine has a lease of. */
const countTaken = async (): Promise<number> => {
  const { rows } = await sql`select from contracts_partition where until_ms > 0`.execute(stage.database.db)
  return rows.length
}
const uids = [1, 2, 3, 4, 5, 6, 7, 8] as const
const openWithStop = async (uid: number, change: Partial<PlaceOrderCommand> = {}): Promise<void> => {
  await stage.give(uid, '100')
  await placeOrder(
    { ...stage, engine: of(uid) },
    { uid },
    {
      ...plainOrder,
      ...{ leverage: 10, price: price('65850'), pid: 1, lots: 4, kind: 'market', side: 'long' },
      ...{ stopLoss: price('65000'), ...change },
    },
  )
}
const openWithStops = async (): Promise<void> => {
  for (const uid of uids) await openWithStop(uid)
  await settled()
}
const set = (bid: string, ask: string): void => stage.markets.set('BTCUSDT', bid, ask)
const closings = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ closing: string }>`
    select o.uid || ' at ' || (o.close_price / 1000000000)::int || ' by ' || o.close_reason as closing
    from contracts_event e join contracts_order o on o.id = e.order_id
    where e.kind = 'closed' order by o.uid`.execute(stage.database.db)
  return rows.map(({ closing }) => closing)
}
const allClosed = uids.map((uid) => `${uid} at 64999 by loss`)
it('a share is the part of each of the live engines, rounded up', () => {
  expect([1, 2, 3, 5, 16, 17].map((live) => shareOf(16, live))).toEqual([16, 8, 6, 4, 1, 1])
})

it('an engine that comes is given half, each arms its own customers, and every trigger fires once', async () => {
  const first = await share()
  expect(first.engine.partitions()).toHaveLength(16)
  await openWithStops()
  expect(first.engine.resting()).toBe(16)
  const second = await share()
  await untilHeld(8, 8)
  const own = uids.filter((uid) => second.engine.partitions().includes(partitionOf(uid, 16))).length
  expect(own).toBeGreaterThan(0)
  expect(own).toBeLessThan(uids.length)
  expect([first.engine.resting(), second.engine.resting()]).toEqual([(uids.length - own) * 2, own * 2])
  set('64999', '64999.01')
  await settled()
  expect(await closings()).toEqual(allClosed)
})

it('what one that is closed leaves, and what was reached meanwhile, the others decide', async () => {
  const first = await share()
  await share()
  await share()
  await untilHeld(6, 6, 4)
  await openWithStops()
  await first.close()
  set('64999', '64999.01')
  set('65849.99', '65850')
  expect(await untilHeld(8, 8)).toBeLessThan(5000)
  await settled()
  expect(await closings()).toEqual(allClosed)
})

it('one that stands still is replaced within 5 s, settles nothing afterwards and takes its share again', async () => {
  const [first, second] = [await share(), await share()]
  await untilHeld(8, 8)
  await openWithStops()
  first.freezeAfter(0)
  // What reaches its customers meanwhile, the other one has settled of its own, and marked, long before it takes over.
  set('64999', '64999.01')
  set('65849.99', '65850')
  const from = performance.now()
  await waitUntil(() => second.engine.partitions().length === 16)
  expect(performance.now() - from).toBeLessThan(5000)
  await second.engine.settled()
  expect(await closings()).toEqual(allClosed)
  first.thaw()
  await untilHeld(8, 8)
  await settled()
  expect(await closings()).toEqual(allClosed)
})

it.each([1, 2, 4, 8])(
  'one that stands still before statement %d of a batch loses the batch to the next one',
  async (statement) => {
    const [first, second] = [await share(), await share()]
    await untilHeld(8, 8)
    await openWithStops()
    first.freezeAfter(statement)
    set('64999', '64999.01')
    await waitUntil(first.isFrozen)
    await waitUntil(() => second.engine.partitions().length === 16)
    await second.engine.settled()
    expect(await closings()).toEqual(allClosed)
    first.thaw()
    await untilHeld(8, 8)
    await settled()
    expect(await closings()).toEqual(allClosed)
  },
)

it('a call about a customer of another engine waits, and is done once this one decides on the customer', async () => {
  const [first, second] = [await share(), await share()]
  await untilHeld(8, 8)
  await openWithStops()
  const uid = uids.find((one) => of(one) === second.engine)
  if (uid === undefined) throw new Error('the second engine decides on a customer')
  let isSettled = false
  const settling = first.engine.settleWallet({ uid, wallet: 'contract' }).then(() => (isSettled = true))
  await first.engine.settled()
  expect(isSettled).toBe(false)
  await second.close()
  await settling
  expect(first.engine.partitions()).toContain(partitionOf(uid, 16))
})

it('an order that is committed after the term under which it was judged has ended misses no tick', async () => {
  const first = await share()
  const second = await share()
  await untilHeld(8, 8)
  const uid = uids.find((one) => of(one) === first.engine)
  if (uid === undefined) throw new Error('the first engine decides on a customer')
  await stage.give(uid, '100')
  const { engine } = first
  const late: Engine = {
    ...engine,
    holds: async (tx, accounts) => {
      // Its partitions become all of them: the next term has read every wallet, and is idle.
      if (engine.partitions().length === 8) {
        await second.close()
        await waitUntil(() => engine.partitions().length === 16)
        await engine.settled()
      }
      return engine.holds(tx, accounts)
    },
    changed: (...order) => {
      set('64999', '64999.01')
      set('65849.99', '65850')
      engine.changed(...order)
    },
  }
  const order = {
    leverage: 10,
    price: price('65850'),
    pid: 1,
    lots: 4,
    kind: 'market',
    side: 'long',
  } as const
  await placeOrder({ ...stage, engine: late }, { uid }, { ...plainOrder, ...order, stopLoss: price('65000') })
  await settled()
  expect(await closings()).toEqual([`${uid} at 64999 by loss`])
})

it('one that takes more over ends its batch first, and arms what the batch opened', async () => {
  const [first, second] = [await share(), await share()]
  await untilHeld(8, 8)
  const uid = uids.find((one) => of(one) === first.engine)
  if (uid === undefined) throw new Error('the first engine decides on a customer')
  await openWithStop(uid, { kind: 'limit', price: price('65500') })
  await settled()
  const { db } = stage.database
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('idle_in_transaction_session_timeout', '60000', true)`.execute(tx)
    await sql`select from ledger_account where owner_id = ${uid} for update`.execute(tx)
    // The batch waits for the wallet.
    set('65400', '65400.01')
    await second.close()
    await waitUntil(async () => (await countTaken()) === 16)
    expect(first.engine.partitions()).toEqual([])
  })
  await untilHeld(16)
  set('64999', '64999.01')
  await settled()
  expect(await closings()).toEqual([`${uid} at 64999 by loss`])
})
