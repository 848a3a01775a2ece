import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { catalogues } from '@glasshouse/core/errors/messages'
import { domainError, type ErrorCode, errorCodes } from '@glasshouse/core/errors/registry'
import { languages } from '@glasshouse/core/wire/languages'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type FakeServer, orderFields, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { post, signatureHeader } from '@glasshouse/testkit/requests'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildHttp, listen } from './app.ts'
import { route } from './route.ts'

let database: TestDatabase
let house: FakeServer
beforeAll(async () => {
  database = await cloneDatabase()
  house = await startFakeServer(database)
})
afterAll(async () => {
  await house.close()
  await database.drop()
})
beforeEach(() => {
  house.clock.tick(10_000)
  house.plan.fail = null
  house.plan.bought = 0
  house.plan.beforeAnswer = async () => undefined
})

it('answers a signed form and a signed JSON object alike', async () => {
  expect(await house.kList()).toEqual({ status: 200, retCode: 0, message: 'Done.', data: [] })
  const json = { time: house.clock.now(), type: 'application/json' }
  expect(await post(house.url, '/api/market/depth', '{"pid":7,"lang":"ru"}', json)).toMatchObject({
    retCode: 0,
    message: 'Готово.',
    data: { time: 7 },
  })
})

it.each(['application/json; charset=utf-8', 'Application/JSON'])('parses %s', async (type) => {
  const answer = await post(house.url, '/api/market/depth', '{"pid":7}', { time: house.clock.now(), type })
  expect(answer).toMatchObject({ retCode: 0, data: { time: 7 } })
})

it('treats a request without a body as an empty form', async () => {
  const time = house.clock.now()
  const headers = { Time: String(time), Sign: signatureHeader(undefined, time, '/api/market/kList', '') }
  const answer = await fetch(`${house.url}/api/market/kList`, { method: 'POST', headers })
  expect(await answer.json()).toMatchObject({ retCode: 0 })
})

it('reads two lists of a customer at once, the others after them, and those of another customer meanwhile', async () => {
  let reading = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  house.plan.beforeAnswer = () => {
    reading += 1
    return finished
  }
  const list = (token: string) => {
    const time = house.clock.now()
    house.clock.tick(1)
    return post(house.url, '/api/contract/myContractOrderList', { levertype: 1 }, { time, token })
  }
  const many = Array.from({ length: 6 }, () => list('user-1'))
  await expect.poll(() => reading).toBe(2)
  const another = list('user-2')
  await expect.poll(() => reading).toBe(3)
  finish()
  for (const answer of await Promise.all([...many, another])) expect(answer).toMatchObject({ retCode: 0 })
  expect(reading).toBe(7)
})

it('accepts Bearer before the token, and returns the total of a list', async () => {
  const path = '/api/contract/myContractOrderList'
  const options = { time: house.clock.now(), token: 'user-1', headers: { Authorization: 'Bearer user-1' } }
  expect(await post(house.url, path, { levertype: 1, pageSize: 100 }, options)).toMatchObject({
    retCode: 0,
    data: [],
    total: 100,
  })
})

it('ignores the optional fields of any form unless the call declares them', async () => {
  expect(await house.kList({}, { comenewtask: '1', source: 'x', code: 'y', lang: 'en' })).toMatchObject({
    retCode: 0,
  })
})

it.each([
  ['another signature', { sign: '0'.repeat(64) }],
  ['no signature', { sign: null }],
  ['a signature that is not hex', { sign: 'ä' }],
])('rejects %s', async (_, options) => {
  expect((await house.kList(options)).retCode).toBe(1002)
})

it('rejects a clock more than 120 s off and a malformed time', async () => {
  expect((await house.kList({ time: house.clock.now() - 120_000 })).retCode).toBe(0)
  expect((await house.kList({ time: house.clock.now() + 120_000 })).retCode).toBe(0)
  expect((await house.kList({ time: house.clock.now() - 120_001 })).retCode).toBe(1002)
  expect((await house.kList({ time: house.clock.now() + 120_001 })).retCode).toBe(1002)
  expect((await house.kList({ headers: { Time: '1e12' } })).retCode).toBe(1002)
  expect((await house.kList({ headers: { Time: '' } })).retCode).toBe(1002)
})

it('rejects a body changed after signing and a signature for another path', async () => {
  const time = house.clock.now()
  const made = signatureHeader('user-10001', time, '/api/contract/buyContract', 'number=1')
  expect((await house.buy({ time, sign: made })).retCode).toBe(1002)
  expect(
    (await house.kList({ time, sign: signatureHeader(undefined, time, '/api/market/depth', '') })).retCode,
  ).toBe(1002)
})

it('distinguishes a missing from a revoked session, and customer from staff sessions', async () => {
  expect((await house.buy({ token: 'unknown' })).retCode).toBe(102)
  expect((await house.buy({ token: 'ended' })).retCode).toBe(103)
  expect(
    (await post(house.url, '/api/contract/buyContract', orderFields, { time: house.clock.now() })).retCode,
  ).toBe(102)
  expect(
    (await post(house.url, '/staff/api/me', {}, { time: house.clock.now(), token: 'user-10001' })).retCode,
  ).toBe(102)
  expect(
    (await post(house.url, '/staff/api/me', {}, { time: house.clock.now(), token: 'staff' })).retCode,
  ).toBe(0)
  expect((await house.buy({ token: 'staff' })).retCode).toBe(102)
})

it.each([
  '-1',
  '+1',
  '1e3',
  '1e309',
  'NaN',
  'Infinity',
  '',
  ' ',
  ' 1',
  '1 ',
  '1.',
  '.1',
  '1,5',
  '0x10',
  '1.0000000001',
  '1234567890123456',
  '١٢٣',
  '\uff11\uff12\uff13',
  '1\u0000',
  'null',
  '1_000',
  '1.2.3',
])('rejects the amount %j and names its field', async (originPrice) => {
  expect(await house.buy({}, { ...orderFields, originPrice })).toMatchObject({
    status: 200,
    retCode: 1001,
    data: { field: 'originPrice' },
  })
  expect(house.plan.bought).toBe(0)
})

it('rejects an amount sent as a JSON number', async () => {
  const type = 'application/json'
  const body = JSON.stringify({ ...orderFields, originPrice: 66128.74 })
  const answer = await post(house.url, '/api/contract/buyContract', body, {
    time: house.clock.now(),
    token: 'user-1',
    type,
  })
  expect(answer).toMatchObject({ retCode: 1001, data: { field: 'originPrice' } })
})

it.each([
  ['an unknown field', { ...orderFields, admin: 1 }, 'admin'],
  ['a page size of a thousand million', { levertype: 1, pageSize: '1e9' }, 'pageSize'],
  ['a page size above 100', { levertype: 1, pageSize: 101 }, 'pageSize'],
  ['page 0', { levertype: 1, pageNum: 0 }, 'pageNum'],
  ['an order column outside the set', { levertype: 1, orderByColumn: 'id;drop' }, 'orderByColumn'],
  ['a missing field', {}, 'levertype'],
])('rejects %s', async (_, fields, field) => {
  const path =
    'pageSize' in fields || 'pageNum' in fields || 'orderByColumn' in fields || field === 'levertype'
      ? '/api/contract/myContractOrderList'
      : '/api/contract/buyContract'
  const answer = await post(house.url, path, fields, { time: house.clock.now(), token: 'user-10001' })
  expect(answer).toMatchObject({ status: 200, retCode: 1001, data: { field } })
})

it.each([1001, 10_000, '999999999999999'])(
  'answers page %s of a list as an empty one, with the total',
  async (pageNum) => {
    const path = '/api/contract/myContractOrderList'
    const caller = { time: house.clock.now(), token: 'user-10001' }
    const first = await post(house.url, path, { levertype: 1 }, caller)
    expect(first.total).toBeGreaterThan(0)
    expect(await post(house.url, path, { levertype: 1, pageNum }, caller)).toMatchObject({
      ...{ retCode: 0, data: [], total: first.total },
    })
  },
)

it.each([
  ['a repeated form field', 'application/x-www-form-urlencoded', 'pid=1&pid=2', 'pid'],
  ['a repeated JSON field', 'application/json', '{"pid":1,"pid":2}', 'body'],
  ['a repeated JSON field in disguise', 'application/json', '{"pid":1,"p\\u0069d":2}', 'body'],
  ['a JSON list', 'application/json', '[1]', 'body'],
  ['a nested value', 'application/json', '{"pid":{"a":1}}', 'pid'],
  ['a prototype', 'application/json', '{"__proto__":{"pid":1},"pid":1}', '__proto__'],
  ['a constructor', 'application/x-www-form-urlencoded', 'constructor=1&pid=1', 'constructor'],
  ['NaN in JSON', 'application/json', '{"pid":NaN}', 'body'],
  ['half a JSON', 'application/json', '{"pid":', 'body'],
  ['a fraction', 'application/json', '{"pid":1.5}', 'pid'],
  ['deep JSON', 'application/json', `{"pid":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 'pid'],
  [
    'too many fields',
    'application/x-www-form-urlencoded',
    Array.from({ length: 200 }, (_, i) => `f${i}=1`).join('&'),
    'f100',
  ],
])('rejects %s', async (_, type, body, field) => {
  const answer = await post(house.url, '/api/market/depth', body, { time: house.clock.now(), type })
  expect(answer).toMatchObject({ status: 200, retCode: 1001, data: { field } })
})

it('sends the envelope for an oversized, unsupported or compressed body', async () => {
  const large = await house.kList({}, `x=${'a'.repeat(2 * 1024 * 1024)}`)
  expect(large).toMatchObject({ status: 413, retCode: 1001 })
  for (const type of ['text/xml', 'multipart/form-data; boundary=x', 'text/plain'])
    expect(await house.kList({ type }, 'pid=1')).toMatchObject({ status: 415, retCode: 1001 })
  expect(await house.kList({ headers: { 'Content-Encoding': 'gzip' } }, 'pid=1')).toMatchObject({
    status: 415,
  })
})

it('answers an unknown path with 404 and 1005', async () => {
  expect(await post(house.url, '/api/nothing/here', {}, { time: house.clock.now() })).toMatchObject({
    status: 404,
    retCode: 1005,
  })
  const got = await fetch(`${house.url}/api/market/kList`)
  expect([got.status, ((await got.json()) as { retCode: number }).retCode]).toEqual([404, 1005])
})

it('sends every error in every language under its retCode', async () => {
  for (const [code, retCode] of Object.entries(errorCodes))
    for (const lang of languages) {
      house.clock.tick(1000)
      house.plan.fail = domainError(code as ErrorCode, { min: '10' })
      const answer = await house.kList({}, { lang })
      expect(answer.retCode).toBe(retCode)
      expect(answer.status).toBe(retCode === 1004 ? 429 : 200)
      const own = catalogues[lang][code as ErrorCode]
        .replace(/\[([^\]]*)\]/g, (_, part: string) => (part.includes('{min}') ? part : ''))
        .replace('{min}', '10')
      if (!own.includes('{')) expect(answer.message, `${code} in ${lang}`).toBe(own.trim())
    }
})

it('reveals only the trace id of an internal error and logs no secret', async () => {
  house.plan.fail = new Error('the cellar is flooded')
  house.logged.length = 0
  const answer = await house.kList({ token: 'user-very-secret' }, { source: 'my-private-text' })
  expect(answer).toMatchObject({ status: 500, retCode: 5000 })
  expect(answer.message).toContain(String((answer.data as { traceId: string }).traceId))
  expect(JSON.stringify(answer)).not.toContain('cellar')
  const lines = house.logged.join('')
  expect(lines).toContain((answer.data as { traceId: string }).traceId)
  expect(lines).not.toContain('user-very-secret')
  expect(lines).not.toContain('my-private-text')
})

it('answers 503 for an external failure', async () => {
  house.plan.fail = Object.assign(new Error('terminating connection'), { code: '57P01' })
  expect(await house.kList()).toMatchObject({ status: 503, retCode: 5000 })
})

it('limits an account and returns the wait', async () => {
  const answers = await Promise.all(Array.from({ length: 420 }, () => house.kList()))
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited).toHaveLength(20)
  expect(limited[0]).toMatchObject({ retCode: 1004, data: { retryAfter: 1 } })
  house.clock.tick(1000)
  expect((await house.kList()).retCode).toBe(0)
})

it('accepts unsigned practice calls, but not from a page of another site', async () => {
  const form = {
    method: 'POST',
    body: 'to=a%40b.test',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }
  const read = async (headers: Record<string, string>) =>
    (
      (await (
        await fetch(`${house.url}/api/practice/outbox`, { ...form, headers: { ...form.headers, ...headers } })
      ).json()) as {
        retCode: number
      }
    ).retCode
  expect(await read({})).toBe(0)
  expect(await read({ Origin: 'https://evil.test' })).toBe(1002)
  expect(await read({ Origin: house.url })).toBe(0)
  expect(await read({ Time: String(house.clock.now()), Sign: '00' })).toBe(1002)
})

it('sends the security headers with every response', async () => {
  const { headers } = await fetch(`${house.url}/api/nothing`)
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBeNull()
})

it('survives a broken request line', async () => {
  const status = await new Promise<number | undefined>((answered) => {
    const { port } = new URL(house.url)
    rawRequest({ port, path: '/api/%zz', method: 'POST' }, (response) => answered(response.statusCode)).end()
  })
  expect(status).toBe(400)
  expect((await house.kList()).retCode).toBe(0)
})

it('has no practice calls in live mode', async () => {
  const settings = { ...house.platform.settings, MODE: 'live' as const }
  const live = await startFakeServer(database, { platform: { ...house.platform, settings } })
  const time = house.clock.now()
  expect(await post(live.url, '/api/practice/outbox', { to: 'a@b.test' }, { time })).toMatchObject({
    status: 404,
    retCode: 1005,
  })
  expect(await post(live.url, '/api/market/kList', {}, { time })).toMatchObject({ retCode: 0 })
  expect(await (await fetch(`${live.url}/api/openapi.json`)).text()).not.toContain('/api/practice')
  await live.close()
})

it('reports an occupied port by its code', async () => {
  const { port } = new URL(house.url)
  const second = buildHttp({
    platform: house.platform,
    routes: [],
    customerOf: async () => ({ kind: 'none' }),
    staffOf: async () => ({ kind: 'none' }),
  })
  await expect(listen(second, '127.0.0.1', Number.parseInt(port, 10))).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await second.close()
})

it('sends no field that is missing from the schema', async () => {
  const member = { id: 1, email: 'm@glasshouse.test', name: 'M', role: 'manager' as const, totp: false }
  const careless = route('/staff/api/me', async () => ({ ...member, password_hash: 'secret' }))
  const wrong = route('/api/market/depth', async () => ({ ...member }) as never)
  const ask = async (path: string, refuseUnknownFields: boolean) => {
    const one = await startFakeServer(database, { routes: [careless, wrong], refuseUnknownFields })
    const answer = await post(one.url, path, { pid: 1 }, { time: one.clock.now(), token: 'staff' })
    const staff = await post(one.url, path, {}, { time: one.clock.now(), token: 'staff' })
    await one.close()
    return path.startsWith('/staff') ? staff : answer
  }
  expect((await ask('/staff/api/me', false)).data).toEqual(member)
  expect(await ask('/staff/api/me', true)).toMatchObject({ status: 500, retCode: 5000 })
  // A response of another shape is an internal error, and none of it is sent.
  const shapeless = await ask('/api/market/depth', false)
  expect(shapeless).toMatchObject({ status: 500, retCode: 5000 })
  expect(JSON.stringify(shapeless)).not.toContain('glasshouse.test')
})

it.each([
  ['headers too large', `GET / HTTP/1.1\r\nHost: x\r\nX-Much: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'request',
  ],
  ['no HTTP at all', 'hello\r\n\r\n', 400, 'request'],
])('answers %s in the envelope', async (_name, text, status, field) => {
  const answer = await new Promise<string>((heard) => {
    let received = ''
    const socket = connect(Number.parseInt(new URL(house.url).port, 10), '127.0.0.1', () =>
      socket.write(text),
    )
    socket.on('data', (bytes) => {
      received += bytes.toString()
    })
    socket.on('close', () => heard(received))
  })
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('x-content-type-options: nosniff')
  expect(JSON.parse(body)).toMatchObject({ retCode: 1001, data: { field } })
})
