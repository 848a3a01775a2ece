import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Product } from '@glasshouse/core/markets/product'
import { price, quantity } from '@glasshouse/core/money/units'
import { fakeClock } from '@glasshouse/testkit/clock'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { createLog } from '../../platform/telemetry/index.ts'
import { binanceFeed } from './binance.ts'
import { readKlines, readMessage } from './binanceMessages.ts'
import { defaultTimeouts, retryAfterMs } from './binanceStream.ts'

const nowMs = 1_723_161_255_400
const data = {
  e: 'trade',
  E: 1_723_161_255_343,
  s: 'BTCUSDT',
  t: 3_735_683_259,
  p: '61837.63000000',
  q: '0.02000000',
  T: 1_723_161_255_342,
  m: true,
  M: true,
}
const tradeText = (changes: object = {}): string =>
  JSON.stringify({ stream: 'btcusdt@trade', data: { ...data, ...changes } })
const depthText = (changes: object = {}): string =>
  JSON.stringify({
    stream: 'btcusdt@depth20@100ms',
    data: { lastUpdateId: 160, bids: [['0.0024', '10']], asks: [['0.0026', '100']], ...changes },
  })

describe('messages of the stream', () => {
  it('read a trade and the side of its taker', () => {
    expect(readMessage(tradeText(), nowMs)).toEqual({
      kind: 'trade',
      trade: {
        symbol: 'BTCUSDT',
        sequence: 3_735_683_259,
        timeMs: 1_723_161_255_342,
        recordedMs: null,
        price: price('61837.63'),
        quantity: quantity('0.02'),
        side: 'sell',
      },
    })
  })

  it('read a book, which carries no time of its own', () => {
    expect(readMessage(depthText(), nowMs)).toMatchObject({
      kind: 'book',
      book: { symbol: 'BTCUSDT', sequence: 160, timeMs: nowMs, asks: [[price('0.0026'), quantity('100')]] },
    })
  })

  it.each([
    ['NaN', tradeText({ p: 'NaN' })],
    ['zero', tradeText({ p: '0.00000000' })],
    ['a negative price', tradeText({ p: '-1' })],
    ['an exponent', tradeText({ p: '1e309' })],
    ['a number instead of a text', tradeText({ p: 61837 })],
    ['another symbol inside', tradeText({ s: 'ETHUSDT' })],
    ['no id', tradeText({ t: undefined })],
    ['a zero level', depthText({ bids: [['0.0024', '0']] })],
    ['an unknown stream', JSON.stringify({ stream: 'btcusdt@kline_1m', data: {} })],
  ])('call %s bad and say of which symbol', (_, text) => {
    expect(readMessage(text, nowMs)).toEqual({ kind: 'bad', symbol: 'BTCUSDT' })
  })

  it('survive any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['bad', 'shutdown']).toContain(readMessage(text, nowMs).kind)
      }),
    )
    expect(readMessage('{"e":"serverShutdown","E":1}', nowMs).kind).toBe('shutdown')
  })
})

describe('candles of the exchange', () => {
  const row = [0, '5.0', '6.0', '4.0', '5.5', '2.0', 59_999, '11.0', 3, '1', '5', '0']
  it('leave out stretches without a trade', () => {
    const silent = [60_000, '5.5', '5.5', '5.5', '5.5', '0.0', 119_999, '0.0', 0, '0', '0', '0']
    expect(readKlines([row, silent])).toMatchObject([{ openMs: 0, high: price('6'), volume: quantity('2') }])
  })
  it('refuse what cannot be', () => {
    expect(() => readKlines([row.with(2, '4.5')])).toThrow('do not enclose')
    expect(() => readKlines([row.with(1, 'NaN')])).toThrow()
    expect(() => readKlines({ code: -1121, msg: 'Invalid symbol.' })).toThrow()
  })
})

describe('reconnecting', () => {
  it('waits twice as long each time, up to half a minute, scattered by half', () => {
    expect([0, 1, 2, 10].map((attempt) => retryAfterMs(defaultTimeouts, attempt, 0.5))).toEqual([
      500, 1000, 2000, 30_000,
    ])
    expect(retryAfterMs(defaultTimeouts, 0, 0)).toBe(250)
    expect(retryAfterMs(defaultTimeouts, 10, 0.999)).toBe(44_970)
  })
})

describe('an exchange that does not answer', () => {
  it('holds up the start for one market, not for each', async () => {
    const calls: string[] = []
    const exchange = createServer(
      ({ url }) => void calls.push(new URL(url ?? '', 'http://exchange').searchParams.get('symbol') ?? ''),
    )
    await once(exchange.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      exchange.closeAllConnections()
      exchange.close()
    })
    const { port } = exchange.address() as AddressInfo
    const settings = readSettings({ BINANCE_REST_URL: `http://127.0.0.1:${port}` })
    const feed = binanceFeed(
      { settings, clock: fakeClock(), log: createLog('silent') },
      { ...defaultTimeouts, answerMs: 50 },
    )
    for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT'])
      expect(await feed.history({ product: { symbol } as Product, newest: null })).toEqual({})
    expect(new Set(calls)).toEqual(new Set(['BTCUSDT']))
  })
})
