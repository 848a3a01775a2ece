import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { price } from '@glasshouse/core/money/units'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type WebSocket as Peer, WebSocketServer } from 'ws'

/** Local server with three calls and a push stream. */
const answers: Record<string, unknown> = {
  '/api/market/depth': { asks: [['101', '1']], bids: [['99', '1']], time: 1 },
  '/api/market/trades': [{ price: '100', quantity: '1', side: 'buy', time: 10 }],
  '/api/market/kline': [{ time: 60, open: '1', high: '1', low: '1', close: '1', volume: '1' }],
}
let server: Server
let peers: Peer[] = []
const topics: string[] = []

const listen = async (): Promise<string> => {
  server = createServer((request, response) => {
    const path = request.url ?? ''
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ retCode: 0, message: '', data: answers[path] ?? null }))
  })
  new WebSocketServer({ server }).on('connection', (peer) => {
    peers.push(peer)
    peer.on('close', () => {
      peers = peers.filter((other) => other !== peer)
    })
    peer.on('message', (raw) => {
      const command = JSON.parse(String(raw))
      if (command.op === 'subscribe') topics.push(...command.args)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const send = (message: unknown): void => {
  for (const peer of peers) peer.send(JSON.stringify(message))
}
const until = async (done: () => boolean): Promise<void> => {
  for (let i = 0; i < 1500 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(done()).toBe(true)
}

/** Browser globals that Node does not have. */
const asPage = (origin: string): void => {
  const stored = new Map<string, string>()
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('requestAnimationFrame', (flush: () => void) => setTimeout(flush, 4))
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => plain(origin + path, init))
}

const load = async () => ({
  ...(await import('./stream.ts')),
  ...(await import('./quotes.ts')),
  ...(await import('./book.ts')),
  ...(await import('./trades.ts')),
  ...(await import('./candles.ts')),
})
let live: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  asPage(await listen())
  // These modules read the page at load time, and another test file may have loaded them without one.
  vi.resetModules()
  live = await load()
})
afterAll(() => {
  live.stream.close()
  server.closeAllConnections()
  server.close()
  vi.unstubAllGlobals()
})

const quote = (p: string, n: number) => ({ e: 'QUOTES', s: 'BTCUSDT', p, q: '1', T: n, n })
const depth = (ask: string) => ({
  e: 'STREAM_DEPTH',
  s: 'BTCUSDT',
  asks: [[ask, '1']],
  bids: [['99', '1']],
  T: 2,
})

it('shares one quote subscription and tracks the direction of change', async () => {
  const stops = [live.subscribeQuotes(), live.subscribeQuotes()]
  await until(() => topics.includes('quotes'))
  send(quote('100', 1))
  send(quote('100.5', 2))
  send(quote('9.9', 1))
  await until(() => live.quotes.get('BTCUSDT').value?.n === 2)
  expect(live.quotes.get('BTCUSDT')).toMatchObject({
    state: 'live',
    value: { price: price('100.5'), n: 2, direction: 'up' },
  })
  send(quote('100.5', 3))
  await until(() => live.quotes.get('BTCUSDT').value?.n === 3)
  expect(live.quotes.get('BTCUSDT').value?.direction).toBe('up')
  for (const stop of stops) stop()
  expect(topics.filter((topic) => topic === 'quotes').length).toBe(1)
})

it('starts with the book snapshot and continues with the stream', async () => {
  const stop = live.subscribeBook(1, 'BTCUSDT')
  await until(() => live.books.get('BTCUSDT').value !== undefined)
  expect(live.books.get('BTCUSDT')).toMatchObject({ state: 'loading', value: { asks: [['101', '1']] } })
  send(depth('102'))
  await until(() => live.books.get('BTCUSDT').state === 'live')
  expect(live.books.get('BTCUSDT').value?.asks).toEqual([['102', '1']])
  stop()
})

it('puts streamed trades before those of the snapshot', async () => {
  const stop = live.subscribeTrades(1, 'BTCUSDT')
  await until(() => live.trades.get('BTCUSDT').value?.length === 1)
  send({ e: 'STREAM_TRADE', s: 'BTCUSDT', p: '101', q: '2', m: true, T: 11 })
  await until(() => live.trades.get('BTCUSDT').value?.length === 2)
  expect(live.trades.get('BTCUSDT').value?.map(({ price, side }) => [price, side])).toEqual([
    ['101', 'sell'],
    ['100', 'buy'],
  ])
  stop()
})

it('reports a lost connection at once and refetches after reconnecting', async () => {
  const stopBook = live.subscribeBook(1, 'BTCUSDT')
  const candles: number[] = []
  const stopCandles = live.candleFeed(1, 'BTCUSDT', '1m').follow((candle) => candles.push(candle.time))
  await until(() => topics.includes('kline:BTCUSDT:1m'))
  send(depth('102'))
  await until(() => live.books.get('BTCUSDT').state === 'live')
  answers['/api/market/depth'] = { asks: [['103', '1']], bids: [['99', '1']], time: 3 }
  for (const peer of peers) peer.terminate()
  await until(() => live.books.get('BTCUSDT').state === 'down')
  await until(() => live.books.get('BTCUSDT').value?.asks[0]?.[0] === '103')
  await until(() => candles.length > 0)
  expect(candles).toEqual([60])
  stopBook()
  stopCandles()
})

it('merges trades without duplicates', () => {
  const trade = (id: number, time: number) => ({ id, price: '1', quantity: '1', side: 'buy' as const, time })
  expect(live.mergeTrades([trade(3, 9), trade(2, 5)], [trade(1, 5)]).map(({ id }) => id)).toEqual([3, 1])
  const many = Array.from({ length: 30 }, (_, i) => trade(i, 100 - i))
  expect(live.mergeTrades(many, []).length).toBe(21)
})
