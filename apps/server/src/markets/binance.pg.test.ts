import { minuteMs } from '@glasshouse/core/calendar/durations'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import { formatPrice } from '@glasshouse/core/money/units'
import { longIt } from '@glasshouse/testkit/cases'
import { platformOf } from '@glasshouse/testkit/platform'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../packages/testkit/src/database.ts'
import { generatedDay } from '../../../../packages/testkit/src/exchange/generated.ts'
import { type Exchange, startExchange } from '../../../../packages/testkit/src/exchange/server.ts'
import { waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { sha256 } from '../platform/secrets/index.ts'
import type { Platform } from '../platform/services/index.ts'
import { createClock } from '../platform/time/index.ts'
import { binanceFeed } from './feeds/binance.ts'
import { openMarkets } from './index.fixture.ts'
import type { Markets } from './index.ts'
import { listTicksFrom } from './store.ts'

const impatient = {
  firstRetryMs: 50,
  longestRetryMs: 200,
  silenceMs: 2000,
  renewMs: 3_600_000,
  answerMs: 8000,
}
let database: TestDatabase
let exchange: Exchange
let markets: Markets | undefined

let aheadMs = 0
/** The clock that exchange and product share. */
const now = (): number => Date.now() + aheadMs

const play = async (pastMs = 0, tradeEveryMs = 60, rest?: number, stream?: number): Promise<Exchange> => {
  const startMs = now() - pastMs
  const started = await startExchange({
    script: generatedDay({
      symbols: ['BTCUSDT', 'ETHUSDT'],
      seed: 5,
      startMs,
      lengthMs: pastMs + 600_000,
      tradeEveryMs,
      bookEveryMs: Math.max(100, tradeEveryMs / 2),
    }),
    now,
    pastMs,
    remember: true,
    ...(rest === undefined ? {} : { restPort: rest }),
    ...(stream === undefined ? {} : { streamPort: stream }),
  })
  await started.caughtUp
  return started
}
const platform = (): Platform =>
  platformOf(database, createClock(now), {
    MARKET_FEED: 'binance',
    MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT',
    BINANCE_REST_URL: exchange.restUrl,
    BINANCE_STREAM_URL: exchange.streamUrl,
  })
const open = async (): Promise<Markets> => {
  const own = platform()
  markets = await openMarkets(own, binanceFeed(own, impatient))
  return markets
}
const symbol = (of: Markets) => {
  const [first] = of.status().symbols
  if (first === undefined) throw new Error('no symbol')
  return first
}
const alive = (of: Markets): Promise<void> =>
  waitUntil(() => of.status().symbols.every((one) => !one.stale && one.last !== null))
const newestN = (of: Markets): number => of.inForce('BTCUSDT')?.tick.n ?? 0

beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(async () => {
  await markets?.close()
  markets = undefined
  await exchange.close()
  await database.drop()
})

describe('an exchange with the Binance protocol', () => {
  it('tells its past on start and its trades and book from then on', async () => {
    exchange = await play(90 * minuteMs, 1500)
    const opened = await open()
    const hours = (await opened.candles(1, { interval: '1h', beforeMs: null, limit: 10 })) ?? []
    expect(hours.length).toBeGreaterThanOrEqual(2)
    const minutes = (await opened.candles(1, { interval: '1m', beforeMs: null, limit: 1000 })) ?? []
    expect(minutes.length).toBeGreaterThanOrEqual(90)
    await alive(opened)
    const price = opened.inForce('BTCUSDT')?.tick.price
    const heard = exchange
      .played()
      .findLast(
        (message) =>
          message.kind === 'trade' &&
          message.symbol === 'BTCUSDT' &&
          price !== undefined &&
          message.price.startsWith(formatPrice(price)),
      )
    expect(heard).toBeDefined()
    expect(opened.view(1)?.book?.bids.length).toBe(5)
    expect(symbol(opened).dropped).toEqual({})
  })

  longIt('may be opened again on the same day: stored minutes and told minutes are merged', async () => {
    exchange = await play(90 * minuteMs, 1500)
    await alive(await open())
    await markets?.close()
    const opened = await open()
    await alive(opened)
    const minutes = (await opened.candles(1, { interval: '1m', beforeMs: null, limit: 90 })) ?? []
    expect(new Set(minutes.map(({ openMs }) => openMs)).size).toBe(90)
  })

  it('may lie: bad prices, duplicates, disorder, noise and spikes are dropped and counted', async () => {
    exchange = await play()
    const opened = await open()
    await alive(opened)
    const prices: bigint[] = []
    opened.onTick((tick) => {
      if (tick.symbol === 'BTCUSDT') prices.push(tick.price)
    })
    const counted = (reason: 'malformed' | 'duplicate' | 'outOfOrder' | 'unconfirmed') => () =>
      opened.status().symbols.reduce((sum, one) => sum + (one.dropped[reason] ?? 0), 0) > 0
    exchange.badPrice('NaN', 3)
    await waitUntil(counted('malformed'))
    exchange.badPrice('-61837.1', 2)
    exchange.badPrice('0.00000000', 2)
    exchange.duplicate(4)
    await waitUntil(counted('duplicate'))
    exchange.swap()
    await waitUntil(counted('outOfOrder'))
    exchange.badPrice('6.00000000', 1)
    await waitUntil(counted('unconfirmed'))
    for (const noise of [
      '',
      'not json',
      '[]',
      '{}',
      '{"stream":"btcusdt@trade"}',
      '{"stream":5,"data":null}',
    ])
      exchange.say(noise)
    const before = newestN(opened)
    await waitUntil(() => newestN(opened) > before + 10)
    expect(exchange.connections()).toBe(1)
    const [low = 0n, high = 0n] = [
      prices.reduce((a, b) => (a < b ? a : b)),
      prices.reduce((a, b) => (a > b ? a : b)),
    ]
    expect(low * 10n > high * 9n).toBe(true)
    await opened.close()
    markets = undefined
    const ticks = await listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 100_000)
    expect(verifyChain(ticks, sha256)).toMatchObject({ forged: [], unlinked: [], holes: [] })
  })

  longIt('may fall silent: the symbol goes stale and comes back', async () => {
    exchange = await play()
    const opened = await open()
    await alive(opened)
    exchange.silence(5600)
    await waitUntil(() => symbol(opened).stale)
    expect(opened.inForce('BTCUSDT')?.stale).toBe(true)
    await alive(opened)
  })

  /** Makes faults in one minute, whose candle ends up as if nothing had happened. */
  const expectRepairedMinute = async (secondsLeft: number, isRestFailing = false): Promise<void> => {
    aheadMs = minuteMs - secondsLeft * 1000 - (Date.now() % minuteMs)
    exchange = await play(3 * minuteMs)
    const opened = await open()
    await alive(opened)
    const aliveMs = now()
    if (isRestFailing) {
      // Candles that were asked for within ten seconds are not asked for again.
      await waitUntil(() => now() > aliveMs + 10_500, 20_000)
      exchange.changeKlines(() => [[0, 'NaN']])
    }
    exchange.slowRest(400)
    exchange.gap(15)
    await waitUntil(() => opened.status().symbols.some((one) => one.missed > 0))
    exchange.cut()
    await waitUntil(() => !opened.status().connected)
    await waitUntil(() => opened.status().connected)
    await alive(opened)
    const minute = Math.floor(now() / minuteMs) * minuteMs
    if (isRestFailing) {
      // The first attempt has failed, the next one is ten seconds later.
      await waitUntil(() => now() > aliveMs + 16_000, 20_000)
      exchange.changeKlines((rows) => rows)
    }
    const expected = () => {
      const trades = exchange
        .played()
        .flatMap((message) => (message.kind === 'trade' && message.symbol === 'BTCUSDT' ? [message] : []))
        .filter((trade) => trade.atMs >= minute && trade.atMs < minute + minuteMs)
      const volume = trades.reduce((sum, trade) => sum + BigInt(trade.quantity.replace('.', '')), 0n)
      const prices = trades.map((trade) => BigInt(trade.price.replace('.', '')) * 10n)
      return {
        openMs: minute,
        open: prices[0],
        close: prices.at(-1),
        high: prices.reduce((a, b) => (a > b ? a : b)),
        low: prices.reduce((a, b) => (a < b ? a : b)),
        volume,
      }
    }
    await waitUntil(() => now() > minute + minuteMs + 3500, 60_000)
    const asked = await opened.candles(1, { interval: '1m', beforeMs: minute + minuteMs, limit: 1 })
    expect(asked?.[0]).toMatchObject(expected())
    const five = await opened.candles(1, { interval: '5m', beforeMs: null, limit: 2 })
    expect(five?.length).toBeGreaterThan(0)
  }

  longIt(
    'may cut the connection or skip trades: the candles end up as if nothing had happened',
    () => expectRepairedMinute(12),
    120_000,
  )

  longIt(
    'may refuse to tell candles right after it: they are told when the minute is over',
    () => expectRepairedMinute(40, true),
    120_000,
  )

  it('may skip trades all the time: candles are not asked for at each of them', async () => {
    exchange = await play()
    const opened = await open()
    await alive(opened)
    let asked = 0
    exchange.changeKlines((rows) => {
      asked += 1
      return rows
    })
    const missed = () => opened.status().symbols.reduce((sum, one) => sum + one.missed, 0)
    for (let gaps = 0; gaps < 12; gaps += 1) {
      const before = missed()
      exchange.gap(1)
      await waitUntil(() => missed() > before)
    }
    expect(asked).toBeLessThan(6)
  })

  longIt('may be away at the start: the markets open stale and come alive when it is back', async () => {
    exchange = await play()
    const [rest, stream] = [exchange.restUrl, exchange.streamUrl].map((url) =>
      Number.parseInt(new URL(url).port, 10),
    )
    await exchange.close()
    const opened = await open()
    expect(opened.status()).toMatchObject({ connected: false })
    expect(opened.inForce('BTCUSDT')).toBeNull()
    exchange = await play(5 * minuteMs, 60, rest, stream)
    await alive(opened)
    await waitUntil(
      async () =>
        ((await opened.candles(1, { interval: '1m', beforeMs: null, limit: 10 })) ?? []).length >= 5,
    )
  })
})
