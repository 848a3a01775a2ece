import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { customer, external } from '@glasshouse/core/ledger/chart'
import { journal } from '@glasshouse/core/ledger/journal'
import { usdt } from '@glasshouse/core/money/units'
import { type ContractFixture, contractFixture } from '@glasshouse/testkit/contracts'
import { manualFeed, waitUntil } from '@glasshouse/testkit/manualFeed'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openEngine } from '../../../apps/server/src/contracts/index.fixture.ts'
import { checkInvariants } from '../../../apps/server/src/ledger/checks/index.ts'
import { postSingle } from '../../../apps/server/src/ledger/posting/index.ts'
import { openMarkets } from '../../../apps/server/src/markets/index.fixture.ts'
import { optionInvariants, startSettlementWorker } from '../../../apps/server/src/options/index.fixture.ts'
import { transact } from '../../../apps/server/src/platform/transactions/index.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { exportDay } from './export.ts'
import { readListed } from './listed.fixture.ts'
import { verifyOptions } from './options.ts'
import { verifySettlements } from './settlements.ts'
import { verifyTriggers } from './triggers.ts'

/**
 * One tick fires stops and liquidations of all customers while their options expire, in many transactions. The process is killed
 * in the middle of that, several times, at other statements of its transactions; the next one goes on from the database.
 */

const customers = Array.from({ length: 120 }, (_, at) => at + 11)
/** Every third has so little margin that the crash liquidates it. */
const isRisky = (uid: number): boolean => uid % 3 === 0
const crash = { bid: '62000', ask: '62000.01' } as const

/** Where a process stops: so many statements of the engine and of the settlement after the storm began, or after it started. */
type KillPoint = { readonly engine: number; readonly options: number }

/**
 * Opens the product's markets, engine and settlement on the database. The first one places the orders and begins the storm; all stand
 * still at their kill point, or when they have nothing left to do, and are then killed.
 */
const program = (nowMs: number, isFirst: boolean, { engine, options }: KillPoint): string => `
  const { platformOf } = await import('@glasshouse/testkit/platform')
  const { openDatabase } = await import('./apps/server/src/platform/database/index.ts')
  const { fakeClock } = await import('@glasshouse/testkit/clock')
  const { manualFeed } = await import('@glasshouse/testkit/manualFeed')
  const { freezeConnections } = await import('@glasshouse/testkit/connectionFreeze')
  const { openMarkets } = await import('./apps/server/src/markets/index.fixture.ts')
  const { placeOrder } = await import('./apps/server/src/contracts/index.ts')
  const { openEngine } = await import('./apps/server/src/contracts/index.fixture.ts')
  const { buyOption } = await import('./apps/server/src/options/index.ts')
  const { startSettlementWorker } = await import('./apps/server/src/options/index.fixture.ts')
  const { orderCommand } = await import('@glasshouse/testkit/orderRequest')
  const { usdt } = await import('@glasshouse/core/money/units')
  const turn = () => new Promise((resolve) => setTimeout(resolve, 10))
  const limits = { statementMs: 60000, commandMs: 30000 }
  const open = (connections) => openDatabase(process.env.URL, connections, limits)
  const clock = fakeClock(${nowMs})
  const feed = manualFeed(clock)
  const platform = platformOf(open(4), clock, { MARKET_SYMBOLS: 'BTCUSDT' })
  const markets = await openMarkets(platform, feed)
  const sequence = ${isFirst ? 1 : 'Number(process.env.SEQUENCE)'}
  const [ofEngine, ofOptions] = [open(4), open(4)]
  const [engineFreeze, optionFreeze] = [freezeConnections(ofEngine), freezeConnections(ofOptions)]
  if (${isFirst}) {
    feed.trade('BTCUSDT', '65850')
    feed.book('BTCUSDT', '65849.99', '65850')
  } else {
    engineFreeze.freezeAfter(${engine})
    optionFreeze.freezeAfter(${options})
    feed.book('BTCUSDT', String(62000 - sequence / 1000), String(62000.01 - sequence / 1000), { sequence })
    feed.trade('BTCUSDT', '62000', { sequence })
  }
  const engine = await openEngine({ ...platform, database: ofEngine, markets, slices: { step: 8, batch: 7 } })
  const settlementStart = startSettlementWorker({ ...platform, database: ofOptions, markets, batchSize: 7 })
  let tickN = 0
  if (${isFirst}) {
    const settling = await settlementStart
    const deps = { ...platform, markets, engine, settling }
    const { pid } = markets.productNamed('BTCUSDT')
    const seenPrice = markets.inForce('BTCUSDT').tick.price
    await Promise.all(${JSON.stringify(customers)}.flatMap((uid) => [
      placeOrder(deps, { uid }, orderCommand({ pid, leverage: 20, price: '65850', ...(uid % 3 === 0 ? {} : { stopLoss: '64000' }) })),
      buyOption(deps, { uid }, { pid, type: uid % 2 === 0 ? 'call' : 'put', seconds: 30, stake: usdt('10'), seenPrice, termsId: undefined }),
    ]))
    await engine.settled()
    clock.tick(29000)
    for (let tenth = 0; tenth < 15; tenth += 1) {
      feed.trade('BTCUSDT', tenth % 2 === 0 ? '65850.5' : '65851')
      clock.tick(100)
    }
    engineFreeze.freezeAfter(${engine})
    optionFreeze.freezeAfter(${options})
    feed.book('BTCUSDT', '${crash.bid}', '${crash.ask}')
    tickN = markets.inForce('BTCUSDT').tick.n
    settling.look()
    const logged = async () => (await platform.database.pool.query('select from markets_tick where n >= $1', [tickN])).rowCount
    while ((await logged()) === 0) await turn()
  } else settlementStart.then((settling) => settling.look(), () => undefined)
  while (!(engineFreeze.isFrozen() && optionFreeze.isFrozen())) await turn()
  console.log(JSON.stringify({ tickN, nowMs: clock.now() }))
  process.kill(process.pid, 'SIGKILL')`

type Ending = { readonly tickN: number; readonly nowMs: number }

/** Runs a process until it is killed; returns what it told. */
const runKilled = async (
  stage: ContractFixture,
  nowMs: number,
  sequence: number | null,
  at: KillPoint,
): Promise<Ending> => {
  const words = ['--input-type=module', '-e', program(nowMs, sequence === null, at)]
  const child = spawn(process.execPath, words, {
    env: { ...process.env, URL: stage.database.url, SEQUENCE: String(sequence) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  return JSON.parse(printed) as Ending
}

/** How many of both are still to be ended. */
const leftOf = async ({ database }: ContractFixture) => {
  const { rows } = await sql<{ orders: number; options: number }>`
    select (select count(*)::int from contracts_order where state <> 'closed') as orders,
      (select count(*)::int from options_order where state = 'open') as options`.execute(database.db)
  return rows[0] ?? { orders: Number.NaN, options: Number.NaN }
}

/** How orders and options ended, each with how often, by which tick, and how often the ledger was posted to for it. */
const endingsOf = async ({ database }: ContractFixture) => {
  const { rows } = await sql<{
    kind: string
    reason: string
    tick: number
    events: number
    posted: number
    count: number
  }>`
    with ended as (
      select 'order' as kind, o.id, o.close_reason as reason, (e.tick->>'n')::int as tick,
        (select count(*) from ledger_transaction t where t.cause_kind = 'contractClosed' and t.cause_id = o.id)::int as posted
      from contracts_order o left join contracts_event e on e.order_id = o.id and e.kind = 'closed'
      union all
      select 'option', o.id, o.outcome, (e.tick->>'n')::int,
        (select count(*) from ledger_transaction t where t.cause_kind = 'optionSettled' and t.cause_id = o.id)::int
      from options_order o left join options_event e on e.order_id = o.id and e.kind = 'settled'
    ), each as (select kind, id, reason, tick, posted, count(*)::int as events from ended group by 1, 2, 3, 4, 5)
    select kind, reason, tick, events, posted, count(*)::int as count from each group by 1, 2, 3, 4, 5 order by 1, 2`.execute(
    database.db,
  )
  return rows
}

it('a storm that is killed again and again ends every stop and option once, by the tick that did it', async () => {
  const stage = await contractFixture({ trading: '5000000', insurance: '500000' })
  for (const uid of customers) {
    await stage.give(uid, isRisky(uid) ? '4.2' : '1000')
    const wallet = { from: external('deposits:sandbox'), to: customer(uid, 'wallet'), amount: usdt('10') }
    await transact(stage.database.db, (tx) =>
      postSingle(tx, 1, {
        cause: { kind: 'test', id: uid + 10_000 },
        transfers: [{ ...wallet, type: journal.deposit }],
      }),
    )
  }
  const first = await runKilled(stage, stage.clock.now(), null, { engine: 40, options: 37 })
  let { nowMs } = first
  let before = await leftOf(stage)
  for (const left of [before.orders, before.options]) {
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(customers.length)
  }
  const kills: readonly KillPoint[] = [
    { engine: 45, options: 30 },
    { engine: 52, options: 25 },
    { engine: 59, options: 36 },
  ]
  for (const [at, kill] of kills.entries()) {
    nowMs += 1000
    await runKilled(stage, nowMs, 1000 * (at + 1), kill)
    const left = await leftOf(stage)
    expect(left.orders).toBeLessThanOrEqual(before.orders)
    expect(left.options).toBeLessThanOrEqual(before.options)
    before = left
  }
  expect(before.orders).toBeGreaterThan(0)

  stage.clock.set(nowMs + 1000)
  const feed = manualFeed(stage.clock)
  const platform = platformOf(stage.database, stage.clock, { MARKET_SYMBOLS: 'BTCUSDT' })
  const markets = await openMarkets(platform, feed)
  const engine = await openEngine({ ...platform, markets })
  const settling = await startSettlementWorker({ ...platform, markets })
  feed.book('BTCUSDT', '61990', '61990.01', { sequence: 10_000 })
  feed.trade('BTCUSDT', '61990', { sequence: 10_000 })
  feed.book('BTCUSDT', '61989', '61989.01', { sequence: 10_001 })
  await settling.look()
  // The lease of the killed one has to run out first. Risk is judged by the next tick that is heard, stops by the log.
  await waitUntil(async () => (await leftOf(stage)).orders === 0, 60_000)
  await engine.settled()
  expect(await leftOf(stage)).toEqual({ orders: 0, options: 0 })
  await settling.close()
  await engine.close()
  await markets.close()

  const endings = await endingsOf(stage)
  // Each once, posted once, and all stops by the tick that was heard before the first kill.
  expect(endings.filter(({ events, posted }) => events !== 1 || posted !== 1)).toEqual([])
  const orders = endings.filter(({ kind }) => kind === 'order')
  const countOf = (asked: string): number =>
    orders.reduce((sum, { reason, count }) => sum + (reason === asked ? count : 0), 0)
  expect([countOf('liquidation'), countOf('loss')]).toEqual([
    customers.filter(isRisky).length,
    customers.filter((uid) => !isRisky(uid)).length,
  ])
  expect(new Set(orders.filter(({ reason }) => reason === 'loss').map(({ tick }) => tick))).toEqual(
    new Set([first.tickN]),
  )
  expect(orders.filter(({ tick }) => tick < first.tickN)).toEqual([])
  const options = endings.filter(({ kind }) => kind === 'option')
  expect(options.reduce((sum, { count }) => sum + count, 0)).toBe(customers.length)
  expect(options.map(({ reason }) => reason)).toEqual(['loss', 'win'])
  expect(new Set(options.map(({ tick }) => tick)).size).toBe(1)
  expect(await stage.broken()).toEqual({})
  const { invariants } = await checkInvariants(stage.database.db, 1, optionInvariants)
  expect(invariants.filter(({ holds }) => !holds)).toEqual([])

  const folder = await mkdtemp(join(tmpdir(), 'verify-storm-'))
  while ((await insertSettlements(stage.database.db, 100_000, stage.clock.now())) > 0);
  await exportDay(
    stage.database.url,
    new Date(stage.clock.now()).toISOString().slice(0, 10).replaceAll('-', ''),
    folder,
  )
  const exported = await readListed(folder)
  expect(exported.receipts).toHaveLength(customers.length)
  expect(exported.options).toHaveLength(customers.length)
  for (const report of [
    verifyTriggers(exported.receipts, exported.ticks),
    verifySettlements(exported.receipts, exported.ticks),
    verifyOptions(exported.options, exported.ticks),
  ])
    expect(report.differences).toEqual([])
  await stage.database.drop()
  await rm(folder, { recursive: true, force: true })
})
