import { genesisHash, type Tick, tickHash } from '@glasshouse/core/markets/evidence'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import { price, quantity } from '@glasshouse/core/money/units'
import { platformOf } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeClock, fakeClock } from '../../../../packages/testkit/src/clock.ts'
import { cloneDatabase, type TestDatabase } from '../../../../packages/testkit/src/database.ts'
import { manualFeed, waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { assertLeading } from '../platform/leadership/index.ts'
import { sha256 } from '../platform/secrets/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { openMarkets } from './index.fixture.ts'
import { createDecisions } from './service/decisions.ts'
import { createRecorder, tickRetentionMs } from './service/recorder.ts'
import { listProductRows, listTicksFrom } from './store.ts'

let database: TestDatabase
let clock: FakeClock
beforeEach(async () => {
  database = await cloneDatabase()
  clock = fakeClock()
})
afterEach(() => database.drop())

const chainOf = (count: number, firstMs: number): Tick[] => {
  const ticks: Tick[] = []
  for (let n = 1; n <= count; n += 1) {
    const tick = {
      symbol: 'BTCUSDT',
      n,
      kind: 'trade' as const,
      source: 'simulator',
      sourceSequence: n.toString(),
      sourceTimeMs: firstMs + n,
      recordedTimeMs: null,
      receivedTimeMs: firstMs + n,
      price: price('5'),
      quantity: quantity('1'),
      side: 'buy' as const,
      bid: price('4'),
      ask: price('6'),
    }
    const previousHash = ticks.at(-1)?.hash ?? genesisHash
    ticks.push({ ...tick, previousHash, hash: tickHash(previousHash, tick, sha256) })
  }
  return ticks
}
const stored = () => listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 100_000)

describe('the recorder', () => {
  it('writes many ticks in batches, in order and whole', async () => {
    const recorder = createRecorder(platformOf(database, clock), createDecisions())
    const ticks = chainOf(5500, clock.now())
    for (const tick of ticks) recorder.tick({ pid: 1, tick })
    expect(recorder.pendingTicks(1).length).toBe(5500)
    await recorder.close()
    expect(await stored()).toEqual(ticks)
  })

  it('stores ticks within 50 ms while a decision is near, all that wait, in order', async () => {
    const decisions = createDecisions()
    // A batch that never comes: what is stored was stored because of the decision.
    const recorder = createRecorder(platformOf(database, clock), decisions, { batchMs: 1e9, promptMs: 25 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    const planned = () => timers.mock.calls.filter(([, waitMs]) => waitMs === 25).length
    const ticks = chainOf(40, clock.now())
    const hear = (from: number, to: number) => {
      for (const tick of ticks.slice(from, to)) recorder.tick({ pid: 1, tick })
    }
    const far = decisions.register(1, clock.now() + 60_000)
    decisions.register(2, clock.now())
    hear(0, 10)
    expect(planned()).toBe(0)
    const release = decisions.register(1, clock.now() + 1000)
    hear(10, 20)
    expect(planned()).toBe(1)
    await waitUntil(() => recorder.pendingTicks(1).length === 0)
    expect(await stored()).toEqual(ticks.slice(0, 20))
    hear(20, 30)
    await waitUntil(() => recorder.pendingTicks(1).length === 0)
    expect(await stored()).toEqual(ticks.slice(0, 30))
    expect(planned()).toBe(2)
    for (const end of [release, far]) end()
    hear(30, 40)
    expect(planned()).toBe(2)
    timers.mockRestore()
    await recorder.close()
    expect(await stored()).toEqual(ticks)
  })

  it('loses no tick that comes while a prompt write is under way, and none to a write that fails', async () => {
    const decisions = createDecisions()
    const recorder = createRecorder(platformOf(database, clock), decisions, { batchMs: 20, promptMs: 0 })
    decisions.register(1, clock.now())
    const ticks = chainOf(400, clock.now())
    for (const [at, tick] of ticks.entries()) {
      recorder.tick({ pid: 1, tick })
      if (at === 100) await sql`alter table markets_tick rename to away`.execute(database.db)
      if (at === 200) await sql`alter table away rename to markets_tick`.execute(database.db)
      if (at % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await waitUntil(() => recorder.pendingTicks(1).length === 0)
    expect(await stored()).toEqual(ticks)
    await recorder.close()
  })

  it('bounds its memory while the database is away, and counts what it gave up', async () => {
    const recorder = createRecorder(platformOf(database, clock), createDecisions())
    await sql`alter table markets_tick rename to away`.execute(database.db)
    const [tick] = chainOf(1, clock.now())
    if (tick === undefined) throw new Error('a tick')
    for (let n = 1; n <= 60_000; n += 1) recorder.tick({ pid: 1, tick: { ...tick, n } })
    expect(recorder.pendingTicks(1).length).toBeLessThanOrEqual(50_000)
    expect(recorder.lost()).toBe(60_000 - recorder.pendingTicks(1).length)
    await expect(recorder.close()).rejects.toThrow()
    await sql`alter table away rename to markets_tick`.execute(database.db)
  })

  it('reserves numbers before they are used and never gives one twice', async () => {
    const [product] = await listProductRows(database.db)
    if (product === undefined) throw new Error('a product')
    const first = createRecorder(platformOf(database, clock), createDecisions())
    const { numbers } = await first.openChain(product)
    expect([numbers.next(), numbers.next()]).toEqual([2, 3])
    const second = createRecorder(platformOf(database, clock), createDecisions())
    const afterCrash = await second.openChain(product)
    expect(afterCrash.numbers.next()).toBeGreaterThan(100_000)
    await second.close()
    await first.close()
  })

  it('of a leader that was replaced writes nothing into a log that its successor goes on with', async () => {
    const [product] = await listProductRows(database.db)
    if (product === undefined) throw new Error('a product')
    await sql`update platform_leader set term = 1`.execute(database.db)
    const of = (term: number): Platform => ({
      ...platformOf(database, clock),
      assertLeading: (tx) => assertLeading(tx, term),
    })
    const replaced = createRecorder(of(1), createDecisions())
    await replaced.openChain(product)
    await sql`update platform_leader set term = 2`.execute(database.db)
    const successor = createRecorder(of(2), createDecisions())
    const { numbers } = await successor.openChain(product)
    const [tick] = chainOf(1, clock.now())
    if (tick === undefined) throw new Error('a tick')
    replaced.tick({ pid: 1, tick: { ...tick, n: 3 } })
    await expect(replaced.flush()).rejects.toThrow('another process took over after term 1')
    await expect(replaced.close()).rejects.toThrow('another process took over')
    expect(await stored()).toEqual([])
    successor.tick({ pid: 1, tick: { ...tick, n: numbers.next() } })
    await successor.close()
    expect(await stored()).toHaveLength(1)
  })

  it('pauses a market whose numbers cannot be reserved, and goes on when they can', async () => {
    const [product] = await listProductRows(database.db)
    if (product === undefined) throw new Error('a product')
    const recorder = createRecorder(platformOf(database, clock), createDecisions())
    const { numbers } = await recorder.openChain(product)
    await sql`alter table markets_chain rename to away`.execute(database.db)
    while (numbers.available()) numbers.next()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(numbers.available()).toBe(false)
    await sql`alter table away rename to markets_chain`.execute(database.db)
    await waitUntil(() => numbers.available())
    await recorder.close()
  })

  it('prunes old ticks, never the newest nor kept ones', async () => {
    const recorder = createRecorder(platformOf(database, clock), createDecisions())
    const ticks = chainOf(20, clock.now())
    for (const tick of ticks) recorder.tick({ pid: 1, tick })
    await recorder.flush()
    const [third, last] = [ticks[2], ticks.at(-1)]
    if (third === undefined || last === undefined) throw new Error('ticks')

    const markets = await openMarkets(
      platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT' }),
      manualFeed(clock),
    )
    await transact(database.db, (tx) => markets.keep(tx, third))
    const keptMs = third.sourceTimeMs
    await recorder.prune([1])
    expect((await stored()).length).toBe(20)
    expect(await markets.tickAt(1, keptMs + 1)).toMatchObject({ n: 4 })
    clock.tick(tickRetentionMs + 1000)
    // A market that says nothing more keeps what it has: only newer ticks make others old.
    await recorder.prune([1])
    expect((await stored()).length).toBe(20)
    const unhashed = { ...last, n: 21, sourceTimeMs: clock.now(), receivedTimeMs: clock.now() }
    const hash = tickHash(last.hash, unhashed, sha256)
    recorder.tick({ pid: 1, tick: { ...unhashed, previousHash: last.hash, hash } })
    await recorder.flush()
    // No day file holds them yet.
    await recorder.prune([1])
    expect((await stored()).length).toBe(21)
    await sql`insert into markets_filed (pid, n) values (1, 21)`.execute(database.db)
    await recorder.prune([1])
    const left = await stored()
    expect(left.map((tick) => tick.n)).toEqual([3, 21])
    expect(verifyChain(left, sha256)).toEqual({
      checked: 2,
      forged: [],
      unlinked: [],
      holes: [{ from: 4, to: 20, linked: false, withinTerm: true }],
    })
    // What was in force then is no longer known; the kept tick is not passed off for it.
    expect(await markets.tickAt(1, keptMs + 1)).toBeNull()
    expect(await markets.tickAt(1, clock.now())).toMatchObject({ n: 21 })
    await markets.close()
    await recorder.close()
  })
})
