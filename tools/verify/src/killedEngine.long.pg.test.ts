import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractFixture } from '@glasshouse/testkit/contracts'
import { manualFeed } from '@glasshouse/testkit/manualFeed'
import { platformOf } from '@glasshouse/testkit/platform'
import { expect, it } from 'vitest'
import { cancelOrder, openEngine } from '../../../apps/server/src/contracts/index.fixture.ts'
import { closePosition, orderReceipt } from '../../../apps/server/src/contracts/index.ts'
import { openMarkets } from '../../../apps/server/src/markets/index.fixture.ts'
import { insertSettlements } from '../../../apps/server/src/trust/store/settlements.ts'
import { exportDay } from './export.ts'
import { readListed } from './listed.fixture.ts'
import { verifySettlements } from './settlements.ts'
import { verifyTriggers } from './triggers.ts'

const uid = 7
/** Places a limit order, one far away and a position with a stop, logs ticks that reach two of them, and is killed. */
const program = (nowMs: number): string => `
  const { platformOf } = await import('@glasshouse/testkit/platform')
  const { openDatabase } = await import('./apps/server/src/platform/database/index.ts')
  const { fakeClock } = await import('@glasshouse/testkit/clock')
  const { manualFeed } = await import('@glasshouse/testkit/manualFeed')
  const { freezeConnections } = await import('@glasshouse/testkit/connectionFreeze')
  const { openMarkets } = await import('./apps/server/src/markets/index.fixture.ts')
  const { placeOrder } = await import('./apps/server/src/contracts/index.ts')
  const { openEngine, setTpSl } = await import('./apps/server/src/contracts/index.fixture.ts')
  const { parseTrailing } = await import('@glasshouse/core/contracts/trailingStop')
  const { orderCommand } = await import('@glasshouse/testkit/orderRequest')
  const clock = fakeClock(${nowMs})
  const feed = manualFeed(clock)
  const environment = { MARKET_SYMBOLS: 'BTCUSDT' }
  const platform = platformOf(openDatabase(process.env.URL, 4, { statementMs: 60000, commandMs: 30000 }), clock, environment)
  const markets = await openMarkets(platform, feed)
  const say = (bid, ask) => { clock.tick(100); feed.book('BTCUSDT', bid, ask) }
  feed.trade('BTCUSDT', '65850')
  say('65849.99', '65850')
  const own = openDatabase(process.env.URL, 4, { statementMs: 60000, commandMs: 30000 })
  const connections = freezeConnections(own)
  const engine = await openEngine({ ...platform, database: own, markets })
  const { pid } = markets.productNamed('BTCUSDT')
  const place = (order) => placeOrder({ ...platform, markets, engine }, { uid: ${uid} }, orderCommand({ pid, leverage: 20, ...order }))
  const limit = await place({ kind: 'limit', price: '65000' })
  const far = await place({ kind: 'limit', price: '60000' })
  const stopped = await place({ price: '65850', stopLoss: '65100' })
  const follow = (id, distance) =>
    setTpSl({ ...platform, markets, engine }, { uid: ${uid} }, { id, stops: {}, trailing: parseTrailing(distance) })
  const long = await place({ price: '65850' })
  await follow(long.id, '1.2%')
  const short = await place({ side: 'short', price: '65849.99' })
  await follow(short.id, '1050')
  await engine.settled()
  connections.freezeAfter(0)
  say('64999.99', '65000')
  say('66000', '66000.01')
  const logged = async () => (await platform.database.pool.query('select from markets_tick where bid = 66000000000000')).rowCount
  while ((await logged()) === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  console.log(JSON.stringify([limit.id, far.id, stopped.id, long.id, short.id]))
  process.kill(process.pid, 'SIGKILL')`

it('what a tick had reached before kill -9 is decided, and the verifier agrees with every receipt', async () => {
  const stage = await contractFixture({ trading: '1000000', insurance: '1000' })
  await stage.give(uid, '1000')
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(stage.clock.now())], {
    env: { ...process.env, URL: stage.database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  const [limit = 0, far = 0, stopped = 0, long = 0, short = 0] = JSON.parse(printed) as number[]

  stage.clock.tick(1000)
  const feed = manualFeed(stage.clock)
  const platform = platformOf(stage.database, stage.clock, { MARKET_SYMBOLS: 'BTCUSDT' })
  const markets = await openMarkets(platform, feed)
  const engine = await openEngine({ ...platform, markets })
  const deps = { ...platform, markets, engine }
  feed.book('BTCUSDT', '66100', '66100.01', { sequence: 1000 })
  const outcome = (asked: Promise<unknown>) =>
    asked.then(
      () => 'done',
      ({ code }: { code?: string }) => code,
    )
  expect(
    await Promise.all([
      outcome(cancelOrder(deps, { uid }, limit)),
      outcome(cancelOrder(deps, { uid }, far)),
      outcome(closePosition(deps, { uid }, { id: stopped, lots: null })),
    ]),
  ).toEqual(['invalidState', 'done', 'invalidState'])
  const receipt = async (id: number) => (await orderReceipt(deps, { uid }, id)).events.at(-1)
  expect(await receipt(limit)).toMatchObject({ kind: 'opened', price: '65000', rule: 'limitBuyAtAsk' })
  expect(await receipt(stopped)).toMatchObject({
    kind: 'closed',
    price: '64999.99',
    rule: 'stopLossSellAtBid',
  })
  feed.trade('BTCUSDT', '66100', { sequence: 1000 })
  feed.book('BTCUSDT', '66100.5', '66100.51', { sequence: 1001 })
  await engine.settled()
  // One was reached before the kill; the other's best ask was heard before it, and the first tick after it fires.
  const trailed = async (id: number) => {
    const { rule, price, trailing } = (await receipt(id)) ?? {}
    return [rule, price, trailing?.best?.bid]
  }
  expect(await trailed(long)).toEqual(['trailingStopSellAtBid', '64999.99', '65849.99'])
  expect(await trailed(short)).toEqual(['trailingStopBuyAtAsk', expect.stringMatching(/^66100/), '64999.99'])
  await engine.close()
  await markets.close()

  const folder = await mkdtemp(join(tmpdir(), 'verify-killed-'))
  const day = new Date(stage.clock.now()).toISOString().slice(0, 10).replaceAll('-', '')
  await insertSettlements(stage.database.db, 100_000, stage.clock.now())
  await exportDay(stage.database.url, day, folder)
  const { ticks, receipts } = await readListed(folder)
  expect(receipts).toHaveLength(5)
  expect(verifyTriggers(receipts, ticks).differences).toEqual([])
  expect(verifySettlements(receipts, ticks).differences).toEqual([])
  expect(await stage.broken()).toEqual({})
  await stage.database.drop()
  await rm(folder, { recursive: true, force: true })
})
