import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Candle, deriveCandles } from '@glasshouse/core/markets/candles'
import { bucketStart, type Interval, intervalMs } from '@glasshouse/core/markets/intervals'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import { type OwnPostgres, openOwnPostgres } from '@glasshouse/testkit/ownPostgres'
import { type SpawnedMarkets, spawnMarkets } from '@glasshouse/testkit/spawnedMarkets'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { generatedDay } from '../../../../packages/testkit/src/exchange/generated.ts'
import {
  marketDataFolder,
  missingRecordingsReason,
} from '../../../../packages/testkit/src/exchange/recorded.ts'
import { type Exchange, startExchange } from '../../../../packages/testkit/src/exchange/server.ts'
import { waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { type Database, openDatabase } from '../platform/database/index.ts'
import { sha256 } from '../platform/secrets/index.ts'
import { binanceHistory } from './feeds/binanceHistory.ts'
import { listWriterRecords } from './store/writers.ts'
import { listCandlesBefore, listTicksFrom } from './store.ts'

const missing = missingRecordingsReason()
if (missing !== null) console.log(`restarts with recorded prices are not tested: ${missing}`)

const minuteMs = intervalMs['1m']
const hourMs = intervalMs['1h']
/** How long the server is away after the first and the second run, by its clock. */
const awayMs = 70 * minuteMs
const bitcoin = { pid: 1, symbol: 'BTCUSDT' }

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await openOwnPostgres()
})
afterAll(() => postgres.close())

/** A feed, and what it does to the server besides being there. */
type FeedUnderTest = {
  readonly environment: Readonly<Record<string, string>>
  /** Called before each run, when the clock already shows its time. */
  readonly beforeRun?: (run: number) => Promise<void>
}

type History = {
  readonly candles: (interval: Interval) => Promise<readonly Candle[]>
  readonly lastStartMs: number
}

/** Runs the markets four times: ended by Ctrl-C, by kill -9, by kill -9 with the database, and by Ctrl-C again. */
const restartThrice = async (
  feed: FeedUnderTest,
  clock: { aheadMs: number },
  check: (history: History) => Promise<void>,
): Promise<void> => {
  const databaseUrl = await postgres.createDatabase()
  const numbers: number[] = []
  const inDatabase = async <Result>(ask: (db: Database['db']) => Promise<Result>): Promise<Result> => {
    const database = openDatabase(databaseUrl, 1)
    return ask(database.db).finally(database.close)
  }
  const start = async (run: number): Promise<SpawnedMarkets> => {
    await feed.beforeRun?.(run)
    const environment = { MARKET_SYMBOLS: bitcoin.symbol, ...feed.environment }
    const markets = await spawnMarkets({
      databaseUrl,
      environment,
      aheadMs: clock.aheadMs,
      options: 'none',
      batchMs: 250,
    })
    await waitUntil(() => markets.ticks.length >= 3, 30_000)
    return markets
  }
  const isStored = (n: number) =>
    waitUntil(async () => (await inDatabase((db) => listTicksFrom(db, bitcoin, n, 1))).length > 0)
  const end = async (markets: SpawnedMarkets, how: () => Promise<unknown>): Promise<void> => {
    await isStored(markets.ticks[2]?.n ?? 0)
    await how()
    numbers.push(...markets.ticks.map(({ n }) => n))
  }

  const first = await start(1)
  await end(first, async () => expect(await first.stop()).toBe(0))
  clock.aheadMs += awayMs
  const second = await start(2)
  await end(second, second.kill)
  clock.aheadMs += awayMs
  const third = await start(3)
  await end(third, async () => {
    await third.kill()
    await postgres.crash()
  })
  // This time at once, often within the same minute.
  const lastStartMs = Date.now() + clock.aheadMs
  const fourth = await start(4)
  await end(fourth, async () => expect(await fourth.stop()).toBe(0))

  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  const stored = await inDatabase((db) => listTicksFrom(db, bitcoin, 1, 1_000_000))
  const writers = await inDatabase((db) => listWriterRecords(db, bitcoin, 1, 1_000_000))
  const { forged, unlinked, holes } = verifyChain(stored, sha256, writers)
  expect(holes.filter(({ withinTerm }) => withinTerm)).toEqual([])
  expect({ forged, unlinked }).toEqual({ forged: [], unlinked: [] })
  const candles = (interval: Interval) =>
    inDatabase((db) => listCandlesBefore(db, bitcoin.pid, interval, Number.MAX_SAFE_INTEGER, 2000))
  await check({ candles, lastStartMs })
}

/** Every closed hour that begins after the first minute is what its minutes make of it. */
const expectHoursOfMinutes = async (
  { candles, lastStartMs }: History,
  hoursAtLeast: number,
): Promise<void> => {
  const minutes = await candles('1m')
  const [first] = minutes
  const isClosed = ({ openMs }: Candle) =>
    openMs >= (first?.openMs ?? 0) && openMs + hourMs <= bucketStart(lastStartMs, '1h')
  const hours = (await candles('1h')).filter(isClosed)
  expect(hours.length).toBeGreaterThanOrEqual(hoursAtLeast)
  expect(hours).toEqual(deriveCandles(minutes, '1h').filter(isClosed))
}

it('starts again with the simulator after Ctrl-C, kill -9, and kill -9 of server and database', async () => {
  const feed = { environment: { MARKET_FEED: 'simulator' } }
  await restartThrice(feed, { aheadMs: 0 }, async (history) => {
    const minutes = await history.candles('1m')
    const openings = minutes.map(({ openMs }) => openMs)
    // Every minute since the beginning, those of the absences included.
    expect(openings).toEqual(openings.map((_, at) => (openings[0] ?? 0) + at * minuteMs))
    await expectHoursOfMinutes(history, 30)
  })
})

it.skipIf(missing !== null)(
  'starts again with a replay after Ctrl-C, kill -9, and kill -9 of server and database',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'glasshouse-replay-'))
    const file = 'BTCUSDT_trades_2024-08-08_11min.csv.gz'
    await symlink(join(marketDataFolder, 'trades', file), join(folder, file))
    onTestFinished(() => rm(folder, { recursive: true }))
    const feed = { environment: { MARKET_FEED: 'replay', REPLAY_DIR: folder } }
    await restartThrice(feed, { aheadMs: 0 }, async (history) => {
      // What was played in each run, and nothing between them: the recording does not tell of the absences.
      const minutes = await history.candles('1m')
      expect(minutes.length).toBeGreaterThanOrEqual(3)
      expect(new Set(minutes.map(({ openMs }) => openMs)).size).toBe(minutes.length)
      await expectHoursOfMinutes(history, 1)
    })
  },
)

/** What the exchange does to the candles it is asked for, by run. */
const errorForLog = (exchange: Exchange, run: number, withheldMs: number): void => {
  exchange.changeKlines((rows, interval) => {
    // In the first run an hour of minutes is missing, which the candle of the hour tells nevertheless.
    if (run === 1 && interval === '1m')
      return rows.filter(([openMs]) => bucketStart(openMs, '1h') !== withheldMs)
    if (run === 2) return rows.flatMap((row) => [row, row])
    if (run === 3) return [...rows].reverse()
    return rows
  })
}

it('starts again with an exchange after Ctrl-C, kill -9, and kill -9 of server and database, whatever order it answers in', async () => {
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const pastMs = 4 * hourMs
  const startMs = now() - pastMs
  const withheldMs = bucketStart(now() - 2 * hourMs, '1h')
  const exchange = await startExchange({
    script: generatedDay({
      symbols: [bitcoin.symbol],
      seed: 5,
      startMs,
      lengthMs: pastMs + 5 * awayMs,
      tradeEveryMs: 1000,
      bookEveryMs: 500,
    }),
    now,
    pastMs,
  })
  onTestFinished(exchange.close)
  const past = binanceHistory(exchange.restUrl, 8000)
  const beforeRun = async (run: number): Promise<void> => {
    exchange.changeKlines((rows) => rows)
    const played = async () =>
      (await past.candles(bitcoin.symbol, '1m', now() - 2 * minuteMs, now())).length > 0
    await waitUntil(played, 30_000)
    errorForLog(exchange, run, withheldMs)
  }
  const environment = {
    MARKET_FEED: 'binance',
    BINANCE_REST_URL: exchange.restUrl,
    BINANCE_STREAM_URL: exchange.streamUrl,
  }
  await restartThrice({ environment, beforeRun }, clock, async ({ candles, lastStartMs }) => {
    const own = async (interval: Interval, toMs: number) =>
      (await past.candles(bitcoin.symbol, interval, startMs - hourMs, now())).filter(
        ({ openMs }) => openMs < toMs,
      )
    const lastMinuteMs = bucketStart(lastStartMs, '1m')
    const minutes = (await candles('1m')).filter(({ openMs }) => openMs < lastMinuteMs)
    const expected = (await own('1m', lastMinuteMs)).filter(
      ({ openMs }) => bucketStart(openMs, '1h') !== withheldMs,
    )
    expect(minutes).toEqual(expected)
    const lastHourMs = bucketStart(lastStartMs, '1h')
    expect((await candles('1h')).filter(({ openMs }) => openMs < lastHourMs)).toEqual(
      await own('1h', lastHourMs),
    )
  })
})
