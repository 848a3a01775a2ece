import { domainError } from '@glasshouse/core/errors/registry'
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
import { type Database, openDatabase } from '../../../platform/database/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { openEngine } from '../../index.fixture.ts'
import { type Engine, placeOrder } from '../../index.ts'
import { cancelOrder } from '../cancel.ts'
import { closePosition } from '../close.ts'
import { notifyEngineAfter } from '../deps.ts'

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

/** Holds back every commit of some connections until it is released; to be called before the first one is made. */
const holdCommits = ({ pool }: Pick<Database, 'pool'>) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let isHeld = false
  pool.on('connect', (client) => {
    const original = client.query
    const query = async (...given: unknown[]): Promise<unknown> => {
      if (given[0] === 'commit') {
        isHeld = true
        await promise
      }
      return Reflect.apply(original, client, given)
    }
    Object.defineProperty(client, 'query', { value: query })
  })
  return { isHeld: () => isHeld, release: resolve }
}
/** Waits until a statement on this database waits for a row that a transaction has locked. */
const untilWaiting = ({ db }: Pick<Database, 'db'>): Promise<void> =>
  waitUntil(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  })
const endFollowing: Engine['changed'] = (_uid, _wallet, followed) => followed?.following.end()

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

  it('whose commit is not answered is read by the engine once it is over', async () => {
    const engine = await openEngine(withSilentLog())
    const database = openDatabase(stage.database.url, 4, patientLimits)
    const commit = holdCommits(database)
    // Its engine hears nothing of it but what a lost connection would tell.
    const deaf = { ...engine, changed: endFollowing }
    const placing = placeOrder({ ...stage, database, engine: deaf }, { uid: 1 }, market)
    await waitUntil(commit.isHeld)
    engine.markUnsure(1, 'contract')
    await untilWaiting(database)
    commit.release()
    await placing
    await engine.settled()
    expect(engine.resting()).toBe(2)
    await engine.close()
    await database.close()
  })

  it('that commits while another engine takes over is armed by that one', async () => {
    const first = await openEngine(withSilentLog())
    const database = openDatabase(stage.database.url, 4, patientLimits)
    let second: Promise<Engine> | null = null
    /** Has another engine take over as soon as the transaction of an order knows that the first one leads. */
    const replacedMeanwhile: Engine = {
      ...first,
      // What the order tells its engine comes too late for it.
      changed: endFollowing,
      holds: async (tx, accounts) => {
        const isLed = await first.holds(tx, accounts)
        await sql`update contracts_partition set until_ms = 0`.execute(stage.database.db)
        second = openEngine({ ...withSilentLog(), database })
        await untilWaiting(database)
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

it('a command that fails without a refusal may have changed its wallet, and one that is refused has not', async () => {
  const heard: string[] = []
  const engine = {
    changed: (uid: number) => heard.push(`changed ${uid}`),
    markUnsure: (uid: number) => heard.push(`perhaps ${uid}`),
  } as unknown as Engine
  const key = { uid: 1, wallet: 'contract' } as const
  for (const error of [new Error('connection lost'), domainError('insufficientBalance')])
    await expect(notifyEngineAfter({ ...stage, engine }, key, Promise.reject(error))).rejects.toBe(error)
  await notifyEngineAfter({ ...stage, engine }, key, Promise.resolve({ order: { id: 1 } }))
  expect(heard).toEqual(['perhaps 1', 'changed 1'])
})
