import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createQuoteDecoder, quoteColumnsProtocol } from '@glasshouse/core/markets/quoteColumns'
import { fakeClock } from '@glasshouse/testkit/clock'
import { type FastifyInstance, fastify } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type PerMessageDeflateOptions, WebSocket } from 'ws'
import { readSettings } from '../settings/index.ts'
import { hubDefaults } from './hub.ts'
import { openPush, type Push } from './open.ts'

const log = pino({ level: 'silent' })
const clock = fakeClock()
const ended = new Set<number>()
const tickets = new Map<string, number>()
let app: FastifyInstance
let push: Push
let url = ''
const sockets: WebSocket[] = []

const sessionOf = (uid: number | string): number => 500 + Number(uid)

const open = async (pingMs: number, mode: 'practice' | 'live' = 'practice') => {
  app = fastify()
  push = openPush({
    app,
    platform: { clock, log, settings: { ...readSettings({}), MODE: mode } },
    customerOf: async (token) => {
      const uid = /^user-(\d+)$/.exec(token)?.[1]
      if (uid === undefined) return { kind: 'none' }
      return { kind: 'ok', customer: { uid: Number.parseInt(uid, 10), sessionId: sessionOf(uid) } }
    },
    redeemTicket: async (ticket) => {
      const uid = tickets.get(ticket)
      tickets.delete(ticket)
      return uid === undefined ? null : { uid, sessionId: sessionOf(uid) }
    },
    openSessionsOf: async (ids) => new Set(ids.filter((id) => !ended.has(id))),
    isSymbol: (symbol) => symbol === 'BTCUSDT',
    hub: { flushMs: 5 },
    sessionCheckMs: 30,
    pingMs,
    perAddress: 20,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ws`
}
beforeEach(async () => {
  ended.clear()
  tickets.clear()
  // So rare that no test but the one about it depends on how soon this machine answers one.
  await open(60_000)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate()
  await app.close()
})

const connect = async (
  query = '?token=visitor',
  perMessageDeflate: boolean | PerMessageDeflateOptions = true,
  protocols: string[] = [],
) => {
  const socket = new WebSocket(url + query, protocols, { perMessageDeflate })
  sockets.push(socket)
  const got: { e: string; [name: string]: unknown }[] = []
  const quotes = createQuoteDecoder()
  socket.on('message', (data, isBinary) => {
    if (isBinary) return void got.push(...quotes.columns(data as Buffer))
    const message = JSON.parse(data.toString())
    got.push(message.e === 'QUOTES' ? quotes.whole(message) : message)
  })
  await once(socket, 'open')
  const until = async (count: number) => {
    for (let waited = 0; waited < 10_000 && got.length < count; waited += 5) await wait(5)
    return got
  }
  return { socket, got, until, say: (value: unknown) => socket.send(JSON.stringify(value)) }
}
const expectDomainError = (path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((answered) => {
    const socket = new WebSocket(path, { headers })
    socket.on('unexpected-response', (_, response) => answered(response.statusCode))
    socket.on('open', () => answered(101))
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
const quote = (n: number) => ({ e: 'QUOTES', s: 'BTCUSDT', p: '1', q: '1', T: n, n }) as const

it('delivers subscribed topics and answers a ping', async () => {
  const client = await connect()
  // Commands run in order, so a PONG confirms the previous one.
  client.say({ op: 'subscribe', args: ['quotes', 'kline:BTCUSDT:1m'] })
  client.say({ op: 'ping' })
  expect(await client.until(1)).toEqual([{ e: 'PONG' }])
  push.publish('quotes', quote(1))
  expect((await client.until(2))[1]).toEqual(quote(1))
  client.say({ op: 'unsubscribe', args: ['quotes'] })
  client.say({ op: 'ping' })
  expect((await client.until(3))[2]).toEqual({ e: 'PONG' })
  push.publish('quotes', quote(2))
  await wait(40)
  expect(client.got).toHaveLength(3)
})

it.each([
  ['as browsers do', true, 'permessage-deflate'],
  ['not at all', false, ''],
  ['without memory, which shared frames need', { serverNoContextTakeover: true }, ''],
  ['with less memory', { serverMaxWindowBits: 9 }, ''],
] as const)('serves a reader that compresses %s', async (_, offer, agreed) => {
  const client = await connect('?token=user-1', offer)
  expect(client.socket.extensions).toBe(agreed)
  client.say({ op: 'subscribe', args: ['quotes', 'trade:BTCUSDT'] })
  client.say({ op: 'ping' })
  await client.until(1)
  const expected: object[] = [{ e: 'PONG' }]
  for (let n = 1; n <= 5; n += 1) {
    const trade = { e: 'STREAM_TRADE', s: 'BTCUSDT', p: `${n}`, q: '1', m: true, T: n } as const
    push.publish('quotes', quote(n))
    push.publish('trade:BTCUSDT', trade)
    push.publish('trade:BTCUSDT', trade)
    expected.push(quote(n), trade, trade)
    await client.until(expected.length)
    // Messages to a single reader are interleaved and must not disturb the shared ones.
    push.sendToCustomer(1, { e: 'WALLET_CHANGED', data: { n } })
    client.say({ op: 'ping', padding: 'x'.repeat(2000) })
    expected.push({ e: 'WALLET_CHANGED', data: { n } }, { e: 'PONG' })
    await client.until(expected.length)
  }
  expect(client.got).toEqual(expected)
})

it('serves readers with columns and with messages side by side, also those that come late or anew', async () => {
  const subscribe = async (protocols: string[]) => {
    const client = await connect('?token=user-1', true, protocols)
    client.say({ op: 'subscribe', args: ['quotes', 'trade:BTCUSDT'] })
    client.say({ op: 'ping' })
    for (let waited = 0; waited < 10_000 && !client.got.some(({ e }) => e === 'PONG'); waited += 5)
      await wait(5)
    const from = client.got.length
    return { ...client, from, news: () => client.got.slice(from) }
  }
  const [old, columns] = [await subscribe([]), await subscribe(['other', quoteColumnsProtocol])]
  expect([old.socket.protocol, columns.socket.protocol]).toEqual(['', quoteColumnsProtocol])
  const readers = [old, columns]
  const publish = async (n: number) => {
    const before = readers.map(({ got }) => got.length)
    const quotes = ['BTCUSDT', 'ETHUSDT'].map((s) => ({ ...quote(n), s, p: `${n}.5`, q: `0.${n}` }))
    for (const one of quotes) push.publish('quotes', one)
    push.publish('trade:BTCUSDT', { e: 'STREAM_TRADE', s: 'BTCUSDT', p: `${n}`, q: '1', m: true, T: n })
    for (const [at, reader] of readers.entries()) {
      await reader.until((before[at] ?? 0) + 3)
      const last = reader.got.slice(before[at])
      expect(last.filter(({ e }) => e === 'QUOTES')).toEqual(quotes)
      expect(last).toHaveLength(3)
    }
  }
  for (let n = 1; n <= 3; n += 1) await publish(n)
  const late = await subscribe([quoteColumnsProtocol])
  expect(late.got.filter(({ e }) => e === 'QUOTES').map(({ s, n }) => [s, n])).toEqual([
    ['BTCUSDT', 3],
    ['ETHUSDT', 3],
  ])
  readers.push(late)
  await publish(4)
  columns.socket.terminate()
  readers.splice(1, 1)
  await publish(5)
  readers.push(await subscribe([quoteColumnsProtocol]))
  for (let n = 6; n <= 8; n += 1) await publish(n)
  expect(old.news()).toHaveLength(24)
})

it('treats a socket without a token as a visitor', async () => {
  expect((await connect('')).socket.readyState).toBe(WebSocket.OPEN)
})

it('sends private events to the sockets of their owner', async () => {
  const [mine, other, visitor] = [
    await connect('?token=user-1'),
    await connect('?token=user-2'),
    await connect(),
  ]
  push.sendToCustomer(1, { e: 'CLOSE_LEVER_ORDER', data: { id: 9 } })
  expect(await mine.until(1)).toEqual([{ e: 'CLOSE_LEVER_ORDER', data: { id: 9 } }])
  await wait(30)
  expect([other.got, visitor.got]).toEqual([[], []])
})

it('rejects a foreign origin, an unknown token and another path', async () => {
  expect(await expectDomainError(url, { Origin: 'https://evil.test' })).toBe(403)
  expect(await expectDomainError(url, { Origin: 'null' })).toBe(403)
  expect(await expectDomainError(url, { Origin: url.replace('ws', 'http').replace('/ws', '') })).toBe(101)
  expect(await expectDomainError(`${url}?token=nobody`)).toBe(401)
  expect(await expectDomainError(url.replace('/ws', '/other'))).toBe(404)
})

it('opens a customer’s stream with a ticket, once', async () => {
  tickets.set('one-time', 1)
  const mine = await connect('?ticket=one-time')
  push.sendToCustomer(1, { e: 'CLOSE_LEVER_ORDER', data: { id: 9 } })
  expect(await mine.until(1)).toEqual([{ e: 'CLOSE_LEVER_ORDER', data: { id: 9 } }])
  expect(await expectDomainError(`${url}?ticket=one-time`)).toBe(401)
  expect(await expectDomainError(`${url}?ticket=`)).toBe(401)
})

it('refuses a token in live mode, and accepts visitors and tickets', async () => {
  await app.close()
  await open(60_000, 'live')
  tickets.set('one-time', 1)
  expect(await expectDomainError(`${url}?token=user-1`)).toBe(401)
  expect((await connect('?token=visitor')).socket.readyState).toBe(WebSocket.OPEN)
  expect((await connect('?ticket=one-time')).socket.readyState).toBe(WebSocket.OPEN)
})

it('limits the sockets of one address', async () => {
  await Promise.all(Array.from({ length: 20 }, () => connect()))
  expect(await expectDomainError(url)).toBe(429)
})

it.each([
  ['no JSON', 'hello', 'send a JSON object'],
  ['a list', '[1]', 'send a JSON object'],
  ['another op', '{"op":"buy"}', 'op must be'],
  ['topics that are no list', '{"op":"subscribe","args":"quotes"}', 'args must be'],
  ['an unknown topic', '{"op":"subscribe","args":["depth:NOSUCH"]}', 'no such topic: depth:NOSUCH'],
  ['another interval', '{"op":"subscribe","args":["kline:BTCUSDT:7m"]}', 'no such topic'],
  ['another customer’s events', '{"op":"subscribe","args":["user:1"]}', 'no such topic'],
])('answers %s with an error and continues', async (_, text, message) => {
  const client = await connect()
  client.socket.send(text)
  const [error] = await client.until(1)
  expect(error).toMatchObject({ e: 'ERROR', message: expect.stringContaining(message) })
  client.say({ op: 'ping' })
  expect((await client.until(2))[1]).toEqual({ e: 'PONG' })
})

it('subscribes the known topics of a list with an unknown one', async () => {
  const client = await connect()
  client.say({ op: 'subscribe', args: ['quotes', 'depth:NOSUCH'] })
  await client.until(1)
  push.publish('quotes', quote(1))
  expect((await client.until(2))[1]).toEqual(quote(1))
})

const closing = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0] as number

it('closes a socket that sends oversized, binary or too frequent messages', async () => {
  const large = await connect()
  large.socket.send('x'.repeat(17 * 1024))
  expect(await closing(large.socket)).toBe(1009)
  const binary = await connect()
  binary.socket.send(Buffer.from([1, 2]))
  expect(await closing(binary.socket)).toBe(1003)
  const noisy = await connect()
  for (let i = 0; i < 300; i += 1) noisy.say({ op: 'ping' })
  expect(await closing(noisy.socket)).toBe(1008)
})

it('closes the sockets of a revoked session soon', async () => {
  const [gone, stays] = [await connect('?token=user-1'), await connect('?token=user-2')]
  const closed = closing(gone.socket)
  ended.add(sessionOf(1))
  expect(await closed).toBe(4001)
  expect(stays.socket.readyState).toBe(WebSocket.OPEN)
})

it('closes a customer’s sockets on request', async () => {
  const mine = await connect('?token=user-1')
  push.closeSessions(1, 6)
  await wait(30)
  expect(mine.socket.readyState).toBe(WebSocket.OPEN)
  const closed = closing(mine.socket)
  push.closeSessions(1)
  expect(await closed).toBe(4001)
})

it('drops a socket that stopped responding', async () => {
  await app.close()
  await open(250)
  const dead = await connect()
  const living = await connect()
  dead.socket.pause()
  for (let waited = 0; waited < 20_000 && push.clients() > 1; waited += 10) await wait(10)
  expect(push.clients()).toBe(1)
  expect(living.socket.readyState).toBe(WebSocket.OPEN)
})

it('bounds the pending bytes of a reader that stopped reading and keeps the others current', async () => {
  const accepted: Socket[] = []
  app.server.on('connection', (socket) => accepted.push(socket))
  const [slow, quick] = [await connect(), await connect()]
  for (const client of [slow, quick]) client.say({ op: 'subscribe', args: ['quotes'] })
  await wait(20)
  slow.socket.pause()
  const pending = () => Math.max(...accepted.map(({ writableLength }) => writableLength))
  // Random text, because compression would shrink any other; the operating system accepts the first megabytes.
  const publish = async (n: number) => {
    push.publish('quotes', { ...quote(n), q: randomBytes(150_000).toString('base64') })
    await quick.until(n)
  }
  let n = 0
  while (pending() <= hubDefaults.slowAt) {
    n += 1
    expect(n).toBeLessThan(400)
    await publish(n)
  }
  const atLimit = pending()
  for (const last = n + 30; n < last; ) {
    n += 1
    await publish(n)
    expect(pending()).toBeLessThanOrEqual(atLimit)
  }
  expect(quick.got).toHaveLength(n)
})

it('closes cleanly when the server stops', async () => {
  const client = await connect()
  const closed = closing(client.socket)
  await app.close()
  expect(await closed).toBe(1001)
  expect(push.clients()).toBe(0)
})
