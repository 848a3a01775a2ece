import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { minuteMs } from '@glasshouse/core/calendar/durations'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { DepthMessage, PublicMessage } from '@glasshouse/core/markets/topics'
import { verifyChain } from '@glasshouse/core/markets/verifyChain'
import { formatPrice, formatQuantity } from '@glasshouse/core/money/units'
import { platformOf } from '@glasshouse/testkit/platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../packages/testkit/src/database.ts'
import {
  marketDataFolder,
  missingRecordingsReason,
  recordedDay,
} from '../../../../packages/testkit/src/exchange/recorded.ts'
import { type Exchange, startExchange } from '../../../../packages/testkit/src/exchange/server.ts'
import { waitUntil } from '../../../../packages/testkit/src/manualFeed.ts'
import { sha256 } from '../platform/secrets/index.ts'
import { createClock } from '../platform/time/index.ts'
import { openMarkets } from './index.fixture.ts'
import type { Markets } from './index.ts'
import { listTicksFrom } from './store.ts'

const missing = missingRecordingsReason()
if (missing !== null) console.log(`recorded prices are not compared: ${missing}`)

/** Exchange and product share a clock that runs faster, so that minutes stay whole minutes. */
const speed = 20
const realStartMs = Date.now()
const now = (): number => realStartMs + (Date.now() - realStartMs) * speed

type Row = {
  readonly timeMs: number
  readonly price: string
  readonly quantity: string
  readonly side: string
}

/** The recorded trades from the table beside the raw messages, read in the plainest way. */
const tableOf = (symbol: string): Row[] =>
  gunzipSync(readFileSync(join(marketDataFolder, 'trades', `${symbol}_trades_2024-08-08_11min.csv.gz`)))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [time = '', price = '', quantity = '', side = ''] = line.split(',')
      return { timeMs: Number.parseInt(time, 10), price, quantity, side }
    })

/** The recorded best levels per update id, from the depth file that was rebuilt elsewhere. */
const depthOf = (symbol: string): Map<number, { bids: [string, string][]; asks: [string, string][] }> =>
  new Map(
    gunzipSync(
      readFileSync(join(marketDataFolder, 'depth', `${symbol}_depth20_1s_2024-08-08_11min.jsonl.gz`)),
    )
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((row) => [row.last_update_id, row]),
  )

const plain = (text: string): string => text.replace(/\.?0+$/, '')
const eighths = (text: string): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(8, '0'))
}
const lowest = (list: readonly bigint[]): bigint => list.reduce((a, b) => (a < b ? a : b))
const highest = (list: readonly bigint[]): bigint => list.reduce((a, b) => (a > b ? a : b))

describe.skipIf(missing !== null)('over a recorded stretch', () => {
  let database: TestDatabase
  let exchange: Exchange
  let markets: Markets
  const messages: PublicMessage[] = []
  const ticks: Tick[] = []

  beforeAll(async () => {
    database = await cloneDatabase()
    exchange = await startExchange({
      script: recordedDay(['BTCUSDT', 'ETHUSDT']),
      now,
      waitForListener: true,
      // The past is asked for and empty before the first message, so all candles come from the stream.
      leadMs: 1000,
      remember: true,
    })
    const environment = {
      MARKET_FEED: 'binance',
      MARKET_SYMBOLS: 'BTCUSDT,ETHUSDT',
      BINANCE_REST_URL: exchange.restUrl,
      BINANCE_STREAM_URL: exchange.streamUrl,
    }
    markets = await openMarkets(platformOf(database, createClock(now), environment))
    markets.onMessage((_, message) => messages.push(message))
    markets.onTick((tick) => ticks.push(tick))
    await exchange.finished
    await waitUntil(() => now() - (ticks.at(-1)?.receivedTimeMs ?? now()) > 500 * speed)
  })
  afterAll(async () => {
    await markets.close()
    await exchange.close()
    await database.drop()
  })

  it.each(['BTCUSDT', 'ETHUSDT'])('every trade of %s arrives once, in order, at its price', (symbol) => {
    const heard = messages.flatMap((message) =>
      message.e === 'STREAM_TRADE' && message.s === symbol
        ? [`${message.T} ${message.p} ${message.q} ${message.m ? 'sell' : 'buy'}`]
        : [],
    )
    const recorded = tableOf(symbol).map(
      (row) => `${exchange.shifted(row.timeMs)} ${row.price} ${row.quantity} ${row.side}`,
    )
    expect(heard.length).toBe(recorded.length)
    expect(heard).toEqual(recorded)
    expect(markets.status().symbols.find((one) => one.symbol === symbol)).toMatchObject({
      dropped: {},
      missed: 0,
    })
  })

  it.each(['BTCUSDT', 'ETHUSDT'])(
    'the last price and the newest trades of %s are the recorded ones',
    (symbol) => {
      const table = tableOf(symbol)
      const view = markets
        .products()
        .flatMap((product) => (product.symbol === symbol ? [markets.view(product.pid)] : []))[0]
      expect(formatPrice(view?.last?.price ?? 0n)).toBe(table.at(-1)?.price)
      expect(
        view?.trades.map((trade) => `${formatPrice(trade.price)} ${formatQuantity(trade.quantity)}`),
      ).toEqual(
        table
          .slice(-21)
          .reverse()
          .map((row) => `${row.price} ${row.quantity}`),
      )
    },
  )

  it.each(['BTCUSDT', 'ETHUSDT'])('the minutes of %s are those of the table', async (symbol) => {
    const groups = new Map<number, Row[]>()
    for (const row of tableOf(symbol)) {
      const openMs = Math.floor(exchange.shifted(row.timeMs) / minuteMs) * minuteMs
      groups.set(openMs, [...(groups.get(openMs) ?? []), row])
    }
    const expected = [...groups].map(([openMs, rows]) => {
      const prices = rows.map((row) => eighths(row.price) * 10n)
      return {
        openMs,
        open: prices[0],
        close: prices.at(-1),
        high: highest(prices),
        low: lowest(prices),
        volume: rows.reduce((sum, row) => sum + eighths(row.quantity), 0n),
      }
    })
    const pid = markets.products().find((product) => product.symbol === symbol)?.pid ?? 0
    const lastMs = expected.at(-1)?.openMs ?? 0
    const found = await markets.candles(pid, {
      interval: '1m',
      beforeMs: lastMs + minuteMs,
      limit: expected.length,
    })
    expect(found).toMatchObject(expected)
  })

  it.each(['BTCUSDT', 'ETHUSDT'])(
    'the book of %s is the one rebuilt elsewhere at the same update',
    (symbol) => {
      const elsewhere = depthOf(symbol)
      const books = messages.filter(
        (message): message is DepthMessage => message.e === 'STREAM_DEPTH' && message.s === symbol,
      )
      const played = exchange
        .played()
        .flatMap((message) => (message.kind === 'depth' && message.symbol === symbol ? [message] : []))
      expect(books.length).toBe(played.length)
      let compared = 0
      for (const [index, message] of played.entries()) {
        const other = elsewhere.get(message.lastUpdateId)
        const book = books[index]
        if (other === undefined || book === undefined) continue
        const texts = (levels: [string, string][]) => levels.slice(0, 5).map((pair) => pair.map(plain))
        expect({ bids: book.bids, asks: book.asks }).toEqual({
          bids: texts(other.bids),
          asks: texts(other.asks),
        })
        compared += 1
      }
      expect(compared).toBeGreaterThan(500)
    },
  )

  it('the stored chain is whole and the ticks carry the book in force', async () => {
    await waitUntil(
      async () =>
        (await listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 100_000)).length > 19_904,
    )
    const stored = await listTicksFrom(database.db, { pid: 1, symbol: 'BTCUSDT' }, 1, 100_000)
    expect(verifyChain(stored, sha256)).toEqual({
      checked: stored.length,
      forged: [],
      unlinked: [],
      holes: [],
    })
    expect(stored).toEqual(ticks.filter((tick) => tick.symbol === 'BTCUSDT'))
    expect(stored.every((tick) => tick.bid < tick.ask)).toBe(true)
  })
})
