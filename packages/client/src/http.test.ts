import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountQueryToWire } from '@glasshouse/core/contracts/codec'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError, type ClientOptions, createClient } from './http.ts'

type RecordedRequest = { path: string; headers: IncomingMessage['headers']; body: string }
let server: Server
let baseUrl = ''
let seen: RecordedRequest[] = []
let answer: (request: RecordedRequest, response: ServerResponse) => void

const reply = (response: ServerResponse, envelope: object, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(envelope))
}

beforeEach(async () => {
  seen = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      seen.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({
    baseUrl,
    session: () => null,
    lang: () => 'en',
    now: () => 1_700_000_000_000,
    ...options,
  })
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}

it('sends a signed form in the user’s language and returns the data', async () => {
  answer = (_, response) =>
    reply(response, { retCode: 0, message: '', data: { asks: [], bids: [], time: 1 } })
  const data = await client({ session: () => 'token-1', lang: () => 'zh_TW' }).call(
    '/api/market/depth',
    { pid: 7 },
    { idempotencyKey: 'once' },
  )
  expect(data).toEqual({ asks: [], bids: [], time: 1 })
  const request = seen[0]
  expect(request?.body).toBe('pid=7&lang=zh_TW')
  const hash = createHash('sha256').update('pid=7&lang=zh_TW').digest('hex')
  expect(request?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    authorization: 'token-1',
    time: '1700000000000',
    'idempotency-key': 'once',
    sign: createHmac('sha256', 'token-1').update(`1700000000000\n/api/market/depth\n${hash}`).digest('hex'),
  })
})

it('signs as a visitor without a session and returns the total of a list', async () => {
  answer = (_, response) => reply(response, { retCode: 0, message: '', data: [], total: 42 })
  const page = await client().list('/api/contract/myContractOrderList', {
    ...accountQueryToWire('contract'),
    pid: undefined,
  })
  expect(page).toEqual({ rows: [], total: 42 })
  expect(seen[0]?.headers.authorization).toBeUndefined()
  expect(seen[0]?.body).toBe('levertype=1&lang=en')
})

it('throws a domain error with its message and data', async () => {
  answer = (_, response) =>
    reply(response, { retCode: 1004, message: 'Too many requests', data: { retryAfter: 3 } }, 429)
  const error = await failure(client().call('/api/market/kList', {}))
  expect(error).toMatchObject({
    key: 'refused',
    retCode: 1004,
    status: 429,
    message: 'Too many requests',
    data: { retryAfter: 3 },
  })
})

it('distinguishes network, timeout, abort and unreadable responses', async () => {
  answer = (_, response) => response.writeHead(502).end('bad gateway')
  expect(await failure(client().call('/api/market/kList', {}))).toMatchObject({
    key: 'unreadable',
    status: 502,
  })
  answer = () => {}
  expect(await failure(client({ timeoutMs: 40 }).call('/api/market/kList', {}))).toMatchObject({
    key: 'timeout',
  })
  const giving = new AbortController()
  const call = client().call('/api/market/kList', {}, { signal: giving.signal })
  giving.abort()
  expect(await failure(call)).toMatchObject({ key: 'aborted' })
  answer = (_, response) => response.destroy()
  expect(await failure(client().call('/api/market/kList', {}))).toMatchObject({ key: 'network', retCode: -1 })
})

it('signs once more with the server’s time when the clock was wrong', async () => {
  let offset = -600_000
  answer = (request, response) => {
    const right = Math.abs(Number.parseInt(String(request.headers.time), 10) - Date.now()) < 120_000
    reply(
      response,
      right ? { retCode: 0, message: '', data: [] } : { retCode: 1002, message: 'clock', data: {} },
    )
  }
  const data = await client({
    now: () => Date.now() + offset,
    onServerTime: () => {
      offset = 0
    },
  }).call('/api/market/kList', {})
  expect(data).toEqual([])
  expect(seen.length).toBe(2)
})

it('tells how far the calendar of each response is ahead', async () => {
  const heard: number[] = []
  const asking = client({ onCalendar: (aheadMs) => heard.push(aheadMs) })
  for (const ahead of ['86400000', null]) {
    answer = (_, response) => {
      if (ahead !== null) response.setHeader('Calendar-Ahead', ahead)
      reply(response, { retCode: 0, message: '', data: [] })
    }
    await asking.call('/api/market/kList', {})
  }
  expect(heard).toEqual([86_400_000, 0])
})

it('does not retry a request whose signature is invalid for another reason', async () => {
  answer = (_, response) => reply(response, { retCode: 1002, message: 'wrong', data: {} })
  expect(await failure(client().call('/api/market/kList', {}))).toMatchObject({ retCode: 1002 })
  expect(seen.length).toBe(1)
})

it('sends a call again after the customer has confirmed who is asking, and only then', async () => {
  let confirmed = false
  answer = (_, response) =>
    reply(
      response,
      confirmed
        ? { retCode: 0, message: '', data: {} }
        : { retCode: 1010, message: 'confirm', data: { factors: ['password', 'otp'] } },
    )
  const calls: (readonly string[])[] = []
  const confirming = client({
    onStepUp: async (factors) => {
      calls.push(factors)
      confirmed = true
      return true
    },
  })
  expect(await confirming.call('/api/user/withdrawPwd', { newpwd: 'x' }, { idempotencyKey: 'one' })).toEqual(
    {},
  )
  expect(calls).toEqual([['password', 'otp']])
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['one', 'one'])

  confirmed = false
  const refusing = client({ onStepUp: async () => false })
  expect(await failure(refusing.call('/api/user/withdrawPwd', { newpwd: 'x' }))).toMatchObject({
    retCode: 1010,
  })
  expect(seen.length).toBe(3)
  const useless = client({ onStepUp: async () => true })
  expect(await failure(useless.call('/api/user/withdrawPwd', { newpwd: 'x' }))).toMatchObject({
    retCode: 1010,
  })
  expect(seen.length).toBe(5)
})
