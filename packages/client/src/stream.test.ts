import {
  createQuoteEncoder,
  type EncodedQuotes,
  quoteColumnsProtocol,
} from '@glasshouse/core/markets/quoteColumns'
import type { Topic } from '@glasshouse/core/markets/topics'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WebSocket as Peer, WebSocketServer } from 'ws'
import { createStream, type Stream, type StreamOptions } from './stream.ts'

/** A real local push server that records the commands it receives. */
const createServer = async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const peers: Peer[] = []
  const commands: { op: string; args?: string[] }[] = []
  const queries: string[] = []
  let answersPings = true
  let pings = 0
  server.on('connection', (peer, request) => {
    peers.push(peer)
    queries.push(new URL(request.url ?? '', 'http://local').search)
    peer.on('message', (raw) => {
      const command = JSON.parse(String(raw))
      if (command.op !== 'ping') commands.push(command)
      else if (answersPings) {
        pings++
        peer.send('{"e":"PONG"}')
      }
    })
  })
  return {
    url: `ws://127.0.0.1:${address.port}/ws`,
    peers,
    commands,
    queries,
    pings: () => pings,
    fallSilent: () => {
      answersPings = false
    },
    send: (message: unknown) => peers.at(-1)?.send(JSON.stringify(message)),
    sendQuotes: ({ whole, columns }: EncodedQuotes) => {
      for (const message of whole) peers.at(-1)?.send(JSON.stringify(message))
      if (columns !== null) peers.at(-1)?.send(columns)
    },
    stop: () => {
      for (const peer of peers) peer.terminate()
      server.close()
    },
  }
}

const until = async (done: () => boolean): Promise<void> => {
  for (let i = 0; i < 2000 && !done(); i++) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(done()).toBe(true)
}

let server: Awaited<ReturnType<typeof createServer>>
let stream: Stream
let token: string | null = null
const opened = (options: Partial<StreamOptions> = {}): Stream => {
  stream = createStream({
    url: server.url,
    session: () => token,
    ticket: async () => 'a ticket',
    jitter: () => 0.5,
    lingerMs: 20,
    backOffMs: [10],
    ...options,
  })
  return stream
}
const listen = (topic: Topic, into: unknown[] = []) =>
  stream.subscribe(topic, (message) => into.push(message))

beforeEach(async () => {
  server = await createServer()
  token = null
})
afterEach(() => {
  stream.close()
  server.stop()
})

const quote = { e: 'QUOTES', s: 'BTCUSDT', p: '1', q: '1', T: 1, n: 1 }

it('sends the subscriptions of one turn in one frame and delivers by topic', async () => {
  opened()
  const quotes: unknown[] = []
  const candles: unknown[] = []
  listen('quotes', quotes)
  listen('kline:BTCUSDT:1m', candles)
  await until(() => server.commands.length > 0)
  expect(server.commands).toEqual([{ op: 'subscribe', args: ['quotes', 'kline:BTCUSDT:1m'] }])
  const candle = {
    e: 'KLINE',
    s: 'BTCUSDT',
    i: '5m',
    k: { t: 1, o: '1', h: '1', l: '1', c: '1', v: '1', x: false },
  }
  server.send(candle)
  server.send({ ...candle, i: '1m' })
  server.send('not an object')
  server.send(quote)
  await until(() => quotes.length === 1)
  expect(quotes).toEqual([quote])
  expect(candles).toEqual([{ ...candle, i: '1m' }])
})

it('subscribes once for many readers and unsubscribes after the linger time of the last one', async () => {
  opened()
  const first = listen('depth:BTCUSDT')
  const second = listen('depth:BTCUSDT')
  await until(() => server.commands.length === 1)
  first()
  second()
  listen('quotes')
  const back = listen('depth:BTCUSDT')
  await until(() => server.commands.length === 2)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(server.commands.map((command) => command.args)).toEqual([['depth:BTCUSDT'], ['quotes']])
  back()
  await until(() => server.commands.length === 3)
  expect(server.commands[2]).toEqual({ op: 'unsubscribe', args: ['depth:BTCUSDT'] })
})

it('reports a gap to a signed-in user at the first connection, because data read before may have changed', async () => {
  token = 'a-session'
  opened()
  let gaps = 0
  stream.onGap(() => gaps++)
  listen('quotes')
  await until(() => server.commands.length === 1)
  expect(gaps).toBe(1)
})

it('reconnects, subscribes again, and reports a gap to a visitor only then', async () => {
  opened()
  const statuses: string[] = []
  let gaps = 0
  stream.onStatus((status) => statuses.push(status))
  stream.onGap(() => gaps++)
  const quotes: unknown[] = []
  listen('quotes', quotes)
  await until(() => server.commands.length === 1)
  expect(gaps).toBe(0)
  server.peers[0]?.terminate()
  await until(() => server.commands.length === 2)
  expect(gaps).toBe(1)
  expect(statuses).toEqual(['live', 'down', 'live'])
  server.send(quote)
  await until(() => quotes.length === 1)
})

it('closes a connection without a response', async () => {
  opened({ pingMs: 250 })
  listen('quotes')
  await until(() => server.pings() >= 2)
  expect(server.peers.length).toBe(1)
  server.fallSilent()
  await until(() => server.peers.length > 1)
})

it('opens anew with a ticket, never the token, and hands over private events', async () => {
  opened()
  const events: unknown[] = []
  stream.onPrivate((event) => events.push(event))
  await until(() => stream.status() === 'live')
  token = 'a token'
  stream.reopen()
  await until(() => stream.status() === 'live' && server.queries.length === 2)
  expect(server.queries).toEqual(['?token=visitor', '?ticket=a%20ticket'])
  server.send({ e: 'WALLET_CHANGED', data: { wallet: 'contract' } })
  await until(() => events.length === 1)
  expect(events).toEqual([{ e: 'WALLET_CHANGED', data: { wallet: 'contract' } }])
})

it('hands quotes in columns over like messages, and begins anew after differences that do not follow', async () => {
  opened()
  const quotes: unknown[] = []
  listen('quotes', quotes)
  await until(() => server.commands.length === 1)
  expect(server.peers[0]?.protocol).toBe(quoteColumnsProtocol)
  const encoder = createQuoteEncoder()
  const next = { e: 'QUOTES' as const, s: 'BTCUSDT', p: '2', q: '3', T: 5, n: 6 }
  server.sendQuotes(encoder.encode([{ ...next, p: '1' }]))
  server.sendQuotes(encoder.encode([next]))
  await until(() => quotes.length === 2)
  expect(quotes).toEqual([{ ...next, p: '1' }, next])
  server.peers[0]?.terminate()
  await until(() => server.commands.length === 2)
  server.sendQuotes(encoder.encode([next]))
  await until(() => server.commands.length === 3)
  server.sendQuotes({ whole: encoder.state(), columns: null })
  await until(() => quotes.length === 3)
})

it('treats a reload command as a gap', async () => {
  opened()
  let gaps = 0
  stream.onGap(() => gaps++)
  listen('quotes')
  await until(() => server.commands.length === 1)
  server.send({ e: 'RELOAD' })
  await until(() => gaps === 1)
})

it('tries again when no ticket can be had, and drops one that comes after another attempt began', async () => {
  token = 'a token'
  const late: ((ticket: string) => void)[] = []
  let calls = 0
  opened({
    ticket: () => {
      calls++
      if (calls === 1) return Promise.reject(new Error('offline'))
      return new Promise((resolve) => late.push(resolve))
    },
  })
  listen('quotes')
  await until(() => late.length === 1)
  stream.reopen()
  await until(() => late.length === 2)
  late[0]?.('outdated')
  late[1]?.('current')
  await until(() => stream.status() === 'live')
  expect(server.queries).toEqual(['?ticket=current'])
})
