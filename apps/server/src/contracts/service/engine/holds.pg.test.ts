import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balanceChanged, postSingle } from '../../../ledger/posting/index.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { openEngine } from '../../index.fixture.ts'
import { type Engine, placeOrder } from '../../index.ts'
import { cancelOrder } from '../cancel.ts'
import { closePosition } from '../close.ts'

let stage: ContractFixture
beforeEach(async () => {
  stage = await contractFixture()
  await stage.give(1, '100')
  await stage.database.db.deleteFrom('platform_fact').execute()
})
afterEach(async () => {
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
})

const market = {
  ...plainOrder,
  leverage: 10,
  price: price('65850'),
  pid: 1,
  lots: 4,
  kind: 'market',
  side: 'long',
  stopLoss: price('65000'),
} as const
const withSilentLog = () => ({ ...stage, log: createLog('silent') })
/** Events about balances that are not delivered yet. */
const announced = async (): Promise<readonly unknown[]> =>
  (
    await stage.database.db
      .selectFrom('platform_fact')
      .select('body')
      .where('kind', '=', balanceChanged)
      .orderBy('id')
      .execute()
  ).map(({ body }) => body)
const states = async () =>
  (
    await sql<{ state: string; close_reason: string | null }>`
      select state, close_reason from contracts_order order by id`.execute(stage.database.db)
  ).rows

describe('an order of an engine that leads', () => {
  it('is armed without an event about its wallet, and so is what a tick settles', async () => {
    const engine = await openEngine(withSilentLog())
    const deps = { ...stage, engine }
    await placeOrder(deps, { uid: 1 }, market)
    const { id } = await placeOrder(
      deps,
      { uid: 1 },
      { ...market, kind: 'limit', price: price('60000'), stopLoss: null },
    )
    await cancelOrder(deps, { uid: 1 }, id)
    await engine.settled()
    expect(engine.resting()).toBe(2)
    stage.markets.set('BTCUSDT', '64999', '64999.01')
    await engine.settled()
    expect(await states()).toEqual([
      { state: 'closed', close_reason: 'loss' },
      { state: 'cancelled', close_reason: null },
    ])
    expect(engine.resting()).toBe(0)
    expect(await announced()).toEqual([])
    // Money that another module moves is told as ever.
    const transfers = [
      {
        from: external('deposits:sandbox'),
        to: customer(1, 'contract'),
        amount: usdt('1'),
        type: journal.deposit,
      },
    ]
    await transact(stage.database.db, (tx) =>
      postSingle(tx, 1, { cause: { kind: 'test', id: 2 }, transfers }),
    )
    expect(await announced()).toEqual([{ uids: { contract: [1] } }])
    await engine.close()
  })

  it('is told by an event where no engine leads', async () => {
    const engine = await openEngine(withSilentLog())
    await engine.close()
    const { id } = await placeOrder({ ...stage, engine }, { uid: 1 }, { ...market, stopLoss: null })
    expect(await announced()).toEqual([{ uids: { contract: [1], contractMargin: [1] } }])
    await closePosition(stage, { uid: 1 }, { id, lots: null })
    expect(await announced()).toHaveLength(2)
  })

  it('that commits while another engine takes over is armed by that one', async () => {
    const first = await openEngine(withSilentLog())
    const database = openDatabase(stage.database.url, 4, patientLimits)
    let second: Promise<Engine> | null = null
    /** Has another engine take over as soon as the transaction of an order knows that the first one leads. */
    const replacedMeanwhile: Engine = {
      ...first,
      // What the order tells its engine comes too late for it.
      changed: (_uid, _wallet, followed) => followed?.following.end(),
      holds: async (tx) => {
        const isLed = await first.holds(tx)
        await sql`update contracts_lease set until_ms = 0`.execute(stage.database.db)
        second = openEngine({ ...withSilentLog(), database })
        await waitUntil(async () => {
          const { rows } = await sql`
            select from pg_locks l join pg_database d on d.oid = l.database or l.database is null
            where not l.granted and l.locktype in ('transactionid', 'tuple')
              and d.datname = current_database()`.execute(database.db)
          return rows.length > 0
        })
        return isLed
      },
    }
    await placeOrder({ ...stage, engine: replacedMeanwhile }, { uid: 1 }, market)
    const next = await (second as Promise<Engine> | null)
    if (next === null) throw new Error('no other engine was opened')
    await waitUntil(next.watches)
    await next.settled()
    expect(await announced()).toEqual([])
    expect(next.resting()).toBe(2)
    stage.markets.set('BTCUSDT', '64999', '64999.01')
    await next.settled()
    expect(await states()).toEqual([{ state: 'closed', close_reason: 'loss' }])
    await first.close()
    await next.close()
    await database.close()
  })
})
