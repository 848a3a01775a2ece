import { minuteMs } from '@glasshouse/core/calendar/durations'
import { isOutlier } from '@glasshouse/core/markets/rules'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import { platformOf } from '@glasshouse/testkit/platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../packages/testkit/src/database.ts'
import { waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { sha256 } from '../platform/secrets/index.ts'
import { createClock } from '../platform/time/index.ts'
import { openMarkets } from './index.fixture.ts'
import type { Markets } from './index.ts'
import { listWriterRecords } from './store/writers.ts'
import { listCandlesBefore, listTicksFrom } from './store.ts'

let database: TestDatabase
let aheadMs = 0
const clock = createClock(() => Date.now() + aheadMs)
const open = (): Promise<Markets> =>
  openMarkets(platformOf(database, clock, { MARKET_SYMBOLS: 'BTCUSDT,DOGEUSDT' }))
const alive = (markets: Markets): Promise<void> =>
  waitUntil(() => markets.status().symbols.every((symbol) => !symbol.stale))

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

describe('the simulated markets', () => {
  it('live, remember, and go on after a stop of two hours where they were', async () => {
    const first = await open()
    const days = await first.candles(1, { interval: '1d', beforeMs: null, limit: 1000 })
    expect(days?.length).toBe(601)
    expect((await first.candles(6, { interval: '1m', beforeMs: null, limit: 1000 }))?.length).toBe(1000)
    await alive(first)
    expect(first.products().length).toBe(2)
    await first.close()
    const stoppedMs = clock.now()
    const [lastMinute] = (await listCandlesBefore(database.db, 1, '1m', clock.now(), 1)).slice(-1)
    const lastTick = first.inForce('BTCUSDT')?.tick

    aheadMs = 120 * minuteMs
    const startedMs = clock.now()
    const second = await open()
    expect(second.inForce('BTCUSDT')).toMatchObject({ stale: true, tick: { n: lastTick?.n } })
    const minutes = (await second.candles(1, { interval: '1m', beforeMs: null, limit: 130 })) ?? []
    // A minute in which the market ran for a part only may have seen no trade yet.
    const missed = minutes.filter(
      (candle) => candle.openMs >= stoppedMs && candle.openMs + minuteMs <= startedMs,
    )
    expect(missed.length).toBeGreaterThanOrEqual(118)
    expect(missed.filter((candle) => candle.volume === 0n)).toEqual([])
    for (const [index, candle] of minutes.entries()) {
      const before = minutes[index - 1]
      if (before === undefined) continue
      expect(candle.openMs).toBe(before.openMs + minuteMs)
      expect(isOutlier(candle.open, before.close)).toBe(false)
    }
    expect(minutes.some((candle) => candle.openMs === lastMinute?.openMs)).toBe(true)
    await alive(second)
    // A market is alive from its first book on; its first trade may come later.
    await waitUntil(() => (second.inForce('BTCUSDT')?.tick.n ?? 0) > (lastTick?.n ?? 0))
    await second.close()
    const ticks = await listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 10_000)
    // Records of the writer have numbers of the same chain, so that ticks are fewer than the newest number.
    expect(ticks.at(-1)?.n).toBeGreaterThan(lastTick?.n ?? 0)
    const writers = await listWriterRecords(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 10_000)
    expect(verifyChain(ticks, sha256, writers)).toMatchObject({ forged: [], unlinked: [], holes: [] })
  })
})
