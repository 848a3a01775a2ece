import { price } from '@glasshouse/core/money/units'
import { type ConnectionFreeze, freezeConnections } from '@glasshouse/testkit/connectionFreeze'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { type FixedMarkets, fixedMarkets } from '@glasshouse/testkit/fixedMarkets'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { openEngine } from '../../index.fixture.ts'
import { type Engine, placeOrder } from '../../index.ts'
import { fixPartitions } from './lease.ts'

/** One of several engines on the same database, with connections of its own that can stand still. */
type SecondEngine = ConnectionFreeze & { readonly engine: Engine; readonly close: () => Promise<void> }

let stage: ContractFixture
let rivals: SecondEngine[] = []
beforeEach(async () => {
  stage = await contractFixture()
})
afterEach(async () => {
  expect(await stage.broken()).toEqual({})
  for (const rival of rivals) await rival.close()
  rivals = []
  await stage.database.drop()
})

/** Opens an engine that hears the same prices as all others unless told; `freezeAfter` some of its statements. */
const rival = async ({
  freezeAfter,
  markets = stage.markets,
}: {
  readonly freezeAfter?: number
  readonly markets?: FixedMarkets
} = {}): Promise<SecondEngine> => {
  const database = openDatabase(stage.database.url, 4, patientLimits)
  const frost = freezeConnections(database)
  if (freezeAfter !== undefined) frost.freezeAfter(freezeAfter)
  const opening = openEngine({ ...stage, markets, database, log: createLog('silent') })
  const opened: SecondEngine = {
    ...frost,
    engine: await opening,
    close: async () => {
      frost.thaw()
      await opened.engine.close()
      await database.close()
    },
  }
  rivals.push(opened)
  return opened
}

const set = (bid: string, ask: string) => stage.markets.set('BTCUSDT', bid, ask)
const openWithStop = async (uid: number): Promise<void> => {
  await stage.give(uid, '100')
  await placeOrder(
    // Placed where no engine is told: the row is all that an engine can know of it.
    {
      ...stage,
      engine: {
        follow: () => ({ end: () => undefined }),
        changed: () => undefined,
        settleReached: async () => null,
        settleWallet: async () => undefined,
        settleFired: async () => undefined,
        holds: async () => false,
        markUnsure: () => undefined,
        trailingBest: () => null,
      },
    },
    { uid },
    {
      ...plainOrder,
      leverage: 10,
      price: price('65850'),
      pid: 1,
      lots: 4,
      kind: 'market',
      side: 'long',
      stopLoss: price('65000'),
    },
  )
}
const closings = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ closing: string }>`
    select o.uid || ' at ' || (o.close_price / 1000000000)::int || ' by ' || o.close_reason as closing
    from contracts_event e join contracts_order o on o.id = e.order_id
    where e.kind = 'closed' order by o.uid`.execute(stage.database.db)
  return rows.map(({ closing }) => closing)
}
/** Waits until an engine watches; answers how long that took. */
const untilWatching = async ({ engine }: SecondEngine): Promise<number> => {
  const from = performance.now()
  await waitUntil(engine.watches)
  return performance.now() - from
}

it('of two engines one watches, and every trigger fires once', async () => {
  await openWithStop(1)
  const [first, second] = [await rival(), await rival()]
  await first.engine.settled()
  expect([first.engine.watches(), second.engine.watches()]).toEqual([true, false])
  expect([first.engine.resting(), second.engine.resting()]).toEqual([2, 0])
  set('64999', '64999.01')
  await first.engine.settled()
  await second.engine.settled()
  expect(await closings()).toEqual(['1 at 64999 by loss'])
})

it('an engine that is closed leaves the markets to the next one at once', async () => {
  await (await rival()).close()
  rivals = []
  expect((await rival()).engine.watches()).toBe(true)
})

it('an engine that stands still is replaced within 5 s, settles nothing afterwards and steps down', async () => {
  await openWithStop(1)
  await openWithStop(2)
  // Only the first one receives this; only the terms it proves keep it from settling it.
  const heard = fixedMarkets()
  heard.set('BTCUSDT', '65849.99', '65850')
  const [first, second] = [await rival({ markets: heard }), await rival()]
  await first.engine.settled()
  first.freezeAfter(0)
  heard.set('BTCUSDT', '64000', '64000.01')
  expect(await untilWatching(second)).toBeLessThan(5000)
  await second.engine.settled()
  expect(second.engine.resting()).toBe(4)
  first.thaw()
  await waitUntil(() => !first.engine.watches())
  await first.engine.settled()
  expect(await closings()).toEqual([])
  set('64999', '64999.01')
  await second.engine.settled()
  expect(await closings()).toEqual(['1 at 64999 by loss', '2 at 64999 by loss'])
  expect([first.engine.watches(), second.engine.watches()]).toEqual([false, true])
})

it.each([1, 2, 4, 8])(
  'an engine that stands still before statement %d of a batch loses the batch to the next one',
  async (statement) => {
    await openWithStop(1)
    await openWithStop(2)
    const [first, second] = [await rival(), await rival()]
    await first.engine.settled()
    first.freezeAfter(statement)
    set('64999', '64999.01')
    await waitUntil(first.isFrozen)
    expect(await untilWatching(second)).toBeLessThan(5000)
    // The stop is still reached: the next engine finds it so.
    await second.engine.settled()
    const expected = ['1 at 64999 by loss', '2 at 64999 by loss']
    expect(await closings()).toEqual(expected)
    first.thaw()
    await waitUntil(() => !first.engine.watches())
    await first.engine.settled()
    expect(await closings()).toEqual(expected)
    expect([first.engine.watches(), second.engine.watches()]).toEqual([false, true])
  },
)

it('a tick that passes while the books are being built counts', async () => {
  await openWithStop(1)
  await fixPartitions(stage.database.db, 16)
  // One statement counts the partitions, five take their leases, one reads the acceptance; which wallets there are is not
  // known yet.
  const only = await rival({ freezeAfter: 7 })
  await waitUntil(only.isFrozen)
  set('64999', '64999.01')
  set('65849.99', '65850')
  only.thaw()
  await only.engine.settled()
  expect(await closings()).toEqual(['1 at 64999 by loss'])
})
