import { price } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../../platform/telemetry/index.ts'
import { openEngine } from '../../index.fixture.ts'
import { type Engine, placeOrder } from '../../index.ts'

/** An engine over markets that another process leads. */

let stage: ContractFixture
let engines: Engine[]
let setFollowing: (is: boolean) => void
let silentMs: number
beforeEach(async () => {
  stage = await contractFixture()
  engines = []
  silentMs = 0
})
afterEach(async () => {
  for (const engine of engines) await engine.close()
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

const open = async (change: object): Promise<Engine> => {
  const markets = { ...stage.markets, ...change }
  const engine = await openEngine({ ...stage, markets, log: createLog('silent') }, 'share')
  engines.push(engine)
  return engine
}
const openFollowing = (): Promise<Engine> =>
  open({
    silentMs: () => silentMs,
    onFollowing: (listener: (is: boolean) => void) => {
      setFollowing = listener
      return () => undefined
    },
  })
const closings = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ closing: string }>`
    select (close_price / 1000000000)::int || ' by ' || close_reason as closing
    from contracts_order where state = 'closed'`.execute(stage.database.db)
  return rows.map(({ closing }) => closing)
}

it('ends its term while they are not followed, and decides by the log what passed meanwhile', async () => {
  const engine = await openFollowing()
  await stage.give(1, '100')
  const order = {
    ...plainOrder,
    leverage: 10,
    price: price('65850'),
    pid: 1,
    lots: 4,
    stopLoss: price('65000'),
  }
  await placeOrder({ ...stage, engine }, { uid: 1 }, { ...order, kind: 'market', side: 'long' })
  await engine.settled()
  setFollowing(false)
  expect(engine.partitions()).toEqual([])
  stage.markets.set('BTCUSDT', '64999', '64999.01')
  stage.markets.set('BTCUSDT', '65849.99', '65850')
  let isSettled = false
  const settling = engine.settleWallet({ uid: 1, wallet: 'contract' }).then(() => (isSettled = true))
  await engine.settled()
  expect([isSettled, await closings()]).toEqual([false, []])
  setFollowing(true)
  await settling
  expect(engine.partitions()).toHaveLength(16)
  expect(await closings()).toEqual(['64999 by loss'])
})

it('begins no term while they are not followed, whatever it acquires', async () => {
  const other = await open({})
  const engine = await openFollowing()
  await waitUntil(() => engine.partitions().length === 8)
  setFollowing(false)
  await other.close()
  await waitUntil(async () => {
    const { rows } = await sql`select from contracts_partition where until_ms > 0`.execute(stage.database.db)
    return rows.length === 16
  })
  expect(engine.partitions()).toEqual([])
  setFollowing(true)
  await waitUntil(() => engine.partitions().length === 16)
})

it('gives back what it holds when the leader is silent for long, and takes its share again', async () => {
  const engine = await openFollowing()
  const other = await open({})
  await waitUntil(() => other.partitions().length === 8 && engine.partitions().length === 8)
  silentMs = 5000
  await waitUntil(() => other.partitions().length === 16)
  expect(engine.partitions()).toEqual([])
  silentMs = 4999
  await waitUntil(() => other.partitions().length === 8 && engine.partitions().length === 8)
})
