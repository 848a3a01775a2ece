import { calls, type Path } from '@glasshouse/core/calls'
import { partitionOf } from '@glasshouse/core/contracts/partition'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { price, usdt } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { type ConnectionFreeze, freezeConnections } from '@glasshouse/testkit/connectionFreeze'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { waitUntil } from '@glasshouse/testkit/manualFeed'
import { hasNatsServer, type NatsServer, startNatsServer } from '@glasshouse/testkit/natsServer'
import { plainOrder } from '@glasshouse/testkit/orderRequest'
import { patientLimits } from '@glasshouse/testkit/patientLimits'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { postSingle } from '../../../ledger/posting/index.ts'
import { openDatabase } from '../../../platform/database/index.ts'
import {
  connectMessages,
  createHolders,
  type Holders,
  type Messages,
} from '../../../platform/events/index.ts'
import { answerForwardedCalls, createForwarder } from '../../../platform/http/index.ts'
import { createIdempotency, currentClaimedKey } from '../../../platform/idempotency/index.ts'
import { createLog } from '../../../platform/telemetry/index.ts'
import { transact } from '../../../platform/transactions/index.ts'
import { contractRoutes, openEngine, routeEngine, servePartitions } from '../../index.fixture.ts'
import { type Engine, placeOrder } from '../../index.ts'

/** Two engines share the customers of one database over a real NATS server; a third process receives calls. */

const log = createLog('silent')
const wallet = 'contract'
const uids = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** A process with an engine: what it decides itself, and what it asks the other one. */
type Process = ConnectionFreeze & {
  readonly engine: Awaited<ReturnType<typeof openEngine>>
  readonly routed: Engine
  readonly holders: Holders
  /** It answers no more, keeps its leases and says nothing, as one that stands still. */
  readonly stopServing: () => Promise<void>
  readonly close: () => Promise<void>
}

describe.skipIf(!hasNatsServer())('two engines over NATS', () => {
  let nats: NatsServer
  let stage: ContractFixture
  let processes: Process[]
  let web: Messages
  let holders: Holders
  /** Ticks that had to be heard before something was answered, by market. */
  let asked: (readonly (readonly [number, number])[])[]
  beforeAll(async () => {
    nats = await startNatsServer()
  })
  afterAll(() => nats.close())
  beforeEach(async () => {
    stage = await contractFixture()
    processes = []
    asked = []
    web = await connectMessages([nats.url], stage.database.url, log)
    holders = createHolders(web)
    processes.push(await start(), await start())
    await waitUntil(
      () =>
        processes.every(({ engine }) => engine.partitions().length === 8) &&
        [holders, ...processes.map((one) => one.holders)].every((known) =>
          Array.from({ length: 16 }, (_, at) => at).every((at) => known.engineOf(at) !== null),
        ),
    )
    for (const { engine } of processes) await engine.settled()
    for (const uid of uids) await stage.give(uid, '100')
  })
  afterEach(async () => {
    for (const one of processes) await one.close()
    await web.close()
    expect(await stage.broken()).toEqual({})
    await stage.database.drop()
  })

  const start = async (): Promise<Process> => {
    const messages = await connectMessages([nats.url], stage.database.url, log)
    const database = openDatabase(stage.database.url, 4, patientLimits)
    const frost = freezeConnections(database)
    const deps = { ...stage, database, log }
    const engine = await openEngine(deps, 'share')
    const own = createHolders(messages)
    const routes = contractRoutes({ ...deps, engine, onlyHeld: true })
    const stepUpOf = async () => ({ confirmedBy: null, factors: ['password' as const] })
    const stopServing = servePartitions({
      ...{ messages, engine, log, untilHeard: async (numbers) => void asked.push([...numbers]) },
      answerCall: answerForwardedCalls(routes, {
        ...{ log, stepUpOf },
        assertDecides: (_, uid) => engine.assertDecides(uid),
      }),
    })
    let isServing = true
    const opened: Process = {
      ...frost,
      engine,
      holders: own,
      routed: routeEngine({ ...deps, engine, holders: own }),
      stopServing: async () => {
        if (isServing) await stopServing()
        isServing = false
      },
      close: async () => {
        frost.thaw()
        await opened.stopServing()
        await engine.close()
        own.close()
        await messages.close()
        await database.close()
      },
    }
    return opened
  }
  /** The process that decides on a customer, and the other one. */
  const of = (uid: number): readonly [Process, Process] => {
    const [one, two] = processes
    if (one === undefined || two === undefined) throw new Error('there are two processes')
    return one.engine.isHolding(partitionOf(uid, 16)) ? [one, two] : [two, one]
  }
  const send = (path: Path, uid: number, fields: Readonly<Record<string, string | number>>) => {
    const { routeTo } = createForwarder(holders, ({ customer }) => ({
      partition: partitionOf(customer?.uid ?? 0, 16),
      group: 'contracts',
    }))
    return routeTo(path).forward({
      ...{ path, fields: Object.entries(fields), malformed: [], apiKeyId: null },
      ...{
        claimed: currentClaimedKey(),
        lang: 'en',
        ip: '192.0.2.1',
        userAgent: '',
        device: null,
        country: null,
      },
      ...{ token: null, traceId: 't', customer: { uid } as never },
    })
  }
  const order = { ...calls['/api/contract/buyContract'].example, originPrice: '65850', number: 4 }
  const buy = (uid: number) => send('/api/contract/buyContract', uid, { ...order, stop_loss_price: '65000' })
  /** Places it with the engine as another process than the holder sees it. */
  const placeFrom = (engine: Engine, uid: number) =>
    placeOrder(
      { ...stage, engine },
      { uid },
      {
        ...plainOrder,
        ...{ leverage: 10, price: price('65850'), pid: 1, lots: 4, kind: 'market', side: 'long' },
        ...{ wallet, stopLoss: price('65000') },
      },
    )
  const set = (bid: string, ask: string): void => stage.markets.set('BTCUSDT', bid, ask)
  const states = async (uid: number): Promise<readonly string[]> => {
    const { rows } = await sql<{ state: string }>`
      select o.state || coalesce(' at ' || (o.close_price / 1000000000)::int || ' by ' || o.close_reason, '') as state
      from contracts_order o where uid = ${uid} order by id`.execute(stage.database.db)
    return rows.map(({ state }) => state)
  }
  const events = async (): Promise<number> =>
    (await sql`select from platform_fact where kind = 'balanceChanged'`.execute(stage.database.db)).rows
      .length
  const closedAt = (uid: number, ...expected: readonly string[]): Promise<void> =>
    waitUntil(async () => (await states(uid)).join() === expected.join())

  it('a call arrives at the engine that decides on its customer, which arms it itself', async () => {
    for (const uid of uids) expect(await buy(uid)).toMatchObject({ pid: 1 })
    for (const { engine } of processes) await engine.settled()
    for (const { engine } of processes)
      expect(engine.resting()).toBe(2 * uids.filter((uid) => of(uid)[0].engine === engine).length)
    set('64999', '64999.01')
    for (const uid of uids) await closedAt(uid, 'closed at 64999 by loss')
  })

  it('an engine that does not decide on the customer any more sends the call on and changes nothing', async () => {
    const [uid] = uids
    const [, other] = of(uid)
    const [open] = contractRoutes({ ...stage, engine: other.engine, onlyHeld: true })
    const context = { body: order, customer: { uid } }
    // Found only in its transaction, after it was judged.
    await expect(open?.answer(context as never)).rejects.toThrow('does not decide on all customers')
    expect(await states(uid)).toEqual([])
  })

  longIt(
    'is a fault where the holder stands still in the middle of it, and repeated with its key it is done once',
    async () => {
      const [uid] = uids
      const [holder, other] = of(uid)
      const { secrets } = platformOf(stage.database, stage.clock)
      const request = {
        caller: `u${uid}`,
        signature: null,
        key: 'k',
        path: '/api/contract/buyContract',
        fields: new Map(),
      } as const
      const idempotency = createIdempotency(stage.database.db, secrets)
      const once = () => idempotency.once(request, stage.clock.now(), async () => ({ data: await buy(uid) }))
      holder.freezeAfter(6)
      const first = once().catch((error: unknown) => error)
      await waitUntil(holder.isFrozen)
      expect(await first).toMatchObject({ message: 'another process took over before the call was answered' })
      expect(other.engine.partitions()).toHaveLength(16)
      const answer = await once()
      holder.thaw()
      await waitUntil(() => processes.every(({ engine }) => engine.partitions().length === 8))
      expect(JSON.stringify(await once())).toBe(JSON.stringify(answer))
      expect(await states(uid)).toEqual(['open'])
      set('64999', '64999.01')
      await closedAt(uid, 'closed at 64999 by loss')
    },
  )

  longIt('money that moved for a customer elsewhere moves the close-out there', async () => {
    const [uid] = uids
    const [holder, other] = of(uid)
    await stage.give(uid, '1000')
    await send('/api/contract/buyContract', uid, order)
    await holder.engine.settled()
    // With 1,100 the position is closed out at no price, with 100 at 41,000.
    const transfers = [
      {
        ...{ from: customer(uid, 'contract'), to: external('deposits:sandbox') },
        ...{ amount: usdt('1000'), type: journal.ownTransfer },
      },
    ]
    await transact(stage.database.db, (tx) =>
      postSingle(tx, 1, { cause: { kind: 'test', id: 99 }, transfers }),
    )
    await other.routed.moneyMoved({ uid, wallet })
    await holder.engine.settled()
    set('30000', '30000.01')
    await waitUntil(async () => (await states(uid))[0]?.startsWith('closed at 30000') === true)
    await holder.stopServing()
    await expect(other.routed.moneyMoved({ uid, wallet })).rejects.toThrow('did not answer')
  })

  longIt('an order of another process is looked at from the tick it was judged by', async () => {
    const [uid] = uids
    const [holder, other] = of(uid)
    const delayed: Engine = {
      ...other.routed,
      changed: (...notice) => {
        // Before the holder hears of it, a tick reaches the stop and is gone.
        set('64999', '64999.01')
        set('65849.99', '65850')
        other.routed.changed(...notice)
      },
    }
    await placeFrom(delayed, uid)
    expect(await events()).toBeGreaterThan(0)
    await closedAt(uid, 'closed at 64999 by loss')
    await holder.engine.settled()
    expect(holder.engine.resting()).toBe(0)
  })

  longIt(
    'an order is refused when the engine that keeps its ticks is replaced before the commit',
    async () => {
      const [uid] = uids
      const [, other] = of(uid)
      const replaced: Engine = {
        ...other.routed,
        holds: async (tx, accounts) => {
          const row = partitionOf(uid, 16)
          await sql`update contracts_partition set term = term + 1 where partition = ${row}`.execute(
            stage.database.db,
          )
          return other.routed.holds(tx, accounts)
        },
      }
      await expect(placeFrom(replaced, uid)).rejects.toMatchObject({
        code: 'invalidState',
        data: { reason: 'busy' },
      })
      expect(await states(uid)).toEqual([])
    },
  )

  longIt(
    'what was reached in a wallet elsewhere is settled before it is asked for, and waits for the ticks of the asking process',
    async () => {
      const [uid] = uids
      const [, other] = of(uid)
      await buy(uid)
      set('64999', '64999.01')
      await other.routed.settleWallet({ uid, wallet })
      expect(await states(uid)).toEqual(['closed at 64999 by loss'])
      expect(asked).toEqual([
        [
          [1, 2],
          [2, 1],
        ],
      ])
      await other.routed.settleFired({ uid, wallet })
      expect(await other.routed.settleReached({ uid, wallet }, 'BTCUSDT')).toMatchObject({ n: 2 })
    },
  )
})
