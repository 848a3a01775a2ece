import { once } from 'node:events'
import { solveCaptcha } from '@glasshouse/testkit/captcha'
import { codeFor, newCustomer, testLock } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { type Post, post } from '@glasshouse/testkit/requests'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildHttp, listen } from '../platform/http/index.ts'
import { openPush } from '../platform/push/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { countryPage, identityRoutes, startLock, streamSessions } from './index.fixture.ts'
import { authenticateCustomer } from './index.ts'

/** Accounts over a real socket: every answer is checked against the wire. */

let platform: TestPlatform
let app: FastifyInstance
let baseUrl: string
const sockets: WebSocket[] = []

beforeAll(async () => {
  const fresh = testPlatform(await cloneDatabase())
  platform = { ...fresh, settings: { ...fresh.settings, COUNTRY_HEADER: 'CF-IPCountry' } }
  const whose = (token: string) => authenticateCustomer(platform.database.db, platform.clock, token)
  app = buildHttp({
    platform,
    routes: identityRoutes({
      ...platform,
      isOffered: async (telcode) => telcode !== '7',
      recheckIdentity: async () => 'notNeeded',
    }),
    customerOf: whose,
    staffOf: async () => ({ kind: 'none' }),
    // Confirming who is asking has a test of its own.
    stepUpOf: async () => ({ confirmedBy: 'password', factors: ['password'] }),
    plugins: [countryPage(platform)],
    refuseUnknownFields: true,
  })
  openPush({ app, platform, customerOf: whose, ...streamSessions(platform), isSymbol: () => false })
  baseUrl = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await app.close()
  await platform.database.drop()
})

const ask = (path: string, fields: Readonly<Record<string, string | number>>, more: Partial<Post> = {}) => {
  // Every call at an instant of its own: two equal ones would be a replay.
  platform.clock.tick(1)
  return post(baseUrl, path, fields, { time: platform.clock.now(), ...more })
}
const user = (call: string, fields: Readonly<Record<string, string | number>>, token?: string) =>
  ask(`/api/user/${call}`, fields, token === undefined ? {} : { token })
const signedIn = async () => {
  const customer = await newCustomer(platform)
  const { data } = await user('login', { email: customer.email, pwd: customer.password, type: 2 })
  if (typeof data !== 'string') throw new Error('not signed in')
  return { ...customer, token: data }
}
/** Opens the stream and tells when and how it is closed. */
const openSocket = async (token: string) => {
  const { data } = await ask('/api/common/wsTicket', {}, { token })
  const socket = connect((data as { ticket: string }).ticket)
  const closed = once(socket, 'close') as Promise<[number]>
  await once(socket, 'open')
  return { closed: async () => (await closed)[0], isOpen: () => socket.readyState === WebSocket.OPEN }
}
const connect = (ticket: string): WebSocket => {
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/ws?ticket=${ticket}`)
  sockets.push(socket)
  return socket
}
/** The HTTP status with which an upgrade is answered. */
const statusOf = async (ticket: string): Promise<number> => {
  const socket = connect(ticket)
  socket.on('error', () => undefined)
  return new Promise((answered) => {
    socket.on('open', () => answered(101))
    socket.on('unexpected-response', (_, { statusCode }) => answered(statusCode ?? 0))
  })
}

describe('a ticket for the stream', () => {
  const ticketOf = async (token: string): Promise<string> => {
    const { data } = await ask('/api/common/wsTicket', {}, { token })
    return (data as { ticket: string }).ticket
  }
  it('opens one socket of a hundred concurrent ones', async () => {
    const ticket = await ticketOf((await signedIn()).token)
    const statuses = await Promise.all(Array.from({ length: 100 }, () => statusOf(ticket)))
    expect(statuses.sort()).toEqual([101, ...Array.from({ length: 99 }, () => 401)])
  })
  it('expires after 30 s of the wall clock, which the business calendar does not move', async () => {
    const ann = await signedIn()
    const [kept, expired] = [await ticketOf(ann.token), await ticketOf(ann.token)]
    platform.clock.advance(86_400_000)
    platform.clock.tick(29_000)
    expect(await statusOf(kept)).toBe(101)
    platform.clock.tick(2000)
    expect(await statusOf(expired)).toBe(401)
  })
  it('opens nothing once its session has ended, and needs a session', async () => {
    const ann = await signedIn()
    const ticket = await ticketOf(ann.token)
    await user('logout', {}, ann.token)
    expect(await statusOf(ticket)).toBe(401)
    expect((await ask('/api/common/wsTicket', {})).retCode).toBe(102)
  })
})

describe('everywhere at once', () => {
  it('is 103 after a new password: on every call, and on open sockets within five seconds', async () => {
    const ann = await signedIn()
    const { data: second } = await user('login', { phone: ann.phone, pwd: ann.password, type: 1 })
    const bob = await signedIn()
    const open = await Promise.all([openSocket(ann.token), openSocket(String(second))])
    const bobs = await openSocket(bob.token)
    const verifycode = await codeFor(platform, ann.email, 2)
    const began = performance.now()
    const changed = await user('updatePwd', { email: ann.email, pwd: 'Changed1', verifycode, type: 2 })
    expect(changed).toMatchObject({ retCode: 0, data: {} })
    for (const token of [ann.token, String(second)])
      expect((await user('sessions', {}, token)).retCode).toBe(103)
    expect(await Promise.all(open.map(({ closed }) => closed()))).toEqual([4001, 4001])
    expect(performance.now() - began).toBeLessThan(5000)
    expect((await user('sessions', {}, bob.token)).retCode).toBe(0)
    expect(bobs.isOpen()).toBe(true)
  })

  it('is 103 after a lock; then the right password gets 1006 with the reason, a wrong one 1007', async () => {
    const ann = await signedIn()
    const { closed } = await openSocket(ann.token)
    const began = performance.now()
    const { until } = await transact(platform.database.db, (tx) => startLock(platform, tx, ann.uid, testLock))
    expect(await user('sessions', {}, ann.token)).toMatchObject({ retCode: 103 })
    expect(await closed()).toBe(4001)
    expect(performance.now() - began).toBeLessThan(5000)
    const again = await user('login', { email: ann.email, pwd: ann.password, type: 2 })
    expect(again).toMatchObject({ retCode: 1006, data: { reason: 'stolen_access', until } })
    expect((await user('login', { email: ann.email, pwd: 'wrong12', type: 2 })).retCode).toBe(1007)
  })

  it('is 103 for the session that was ended from another one, 102 for the one that signed out', async () => {
    const ann = await signedIn()
    const { data: second } = await user('login', { email: ann.email, pwd: ann.password, type: 2 })
    const { data } = await user('sessions', {}, ann.token)
    const other = (data as { id: number; current: boolean }[]).find(({ current }) => !current)
    expect((await user('endSession', { id: other?.id ?? 0 }, ann.token)).retCode).toBe(0)
    expect((await user('sessions', {}, String(second))).retCode).toBe(103)
    expect((await user('endSession', { id: other?.id ?? 0 }, ann.token)).retCode).toBe(1005)
    expect((await user('logout', {}, ann.token)).retCode).toBe(0)
    expect((await user('sessions', {}, ann.token)).retCode).toBe(102)
  })
})

describe('the calls of an account', () => {
  it('set the withdraw password, the profile and two-step sign-in', async () => {
    const ann = await signedIn()
    expect(await user('withdrawPwd', { newpwd: 'Money1!' }, ann.token)).toMatchObject({
      retCode: 0,
      data: {},
    })
    expect(await user('withdrawPwd', { newpwd: 'Money2!', type: 0 }, ann.token)).toMatchObject({
      retCode: 1001,
      data: { field: 'type' },
    })
    expect((await user('setUserinfo', { userphoto: 3, username: 'Ann' }, ann.token)).retCode).toBe(0)
    expect((await user('setUserinfo', { userphoto: 3 }, ann.token)).retCode).toBe(2003)
    for (const userphoto of ['14', '-1', '1.5', 'x'])
      expect(await user('setUserinfo', { userphoto }, ann.token)).toMatchObject({
        retCode: 1001,
        data: { field: 'userphoto' },
      })
    const started = await user('totp', { action: 'start' }, ann.token)
    expect(started.data).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth: expect.stringContaining('otpauth://totp/'),
    })
    expect(await user('totp', { action: 'confirm', code: '000000' }, ann.token)).toMatchObject({
      retCode: 1008,
    })
    expect(await user('totp', { action: 'forget' }, ann.token)).toMatchObject({ retCode: 1001 })
  })

  it('carry a customer to another device once', async () => {
    const ann = await signedIn()
    const { data } = await user('introduceCode', {}, ann.token)
    const { code } = data as { code: string }
    const there = await user('introduce', { code })
    expect((await user('sessions', {}, String(there.data))).retCode).toBe(0)
    expect((await user('introduce', { code })).retCode).toBe(1008)
  })

  it('carry a customer no further than the sign-in they come from', async () => {
    const ann = await signedIn()
    const sessionsOf = async (token: string) =>
      (await user('sessions', {}, token)).data as { current: boolean; started: number; expires: number }[]
    const [first] = await sessionsOf(ann.token)
    platform.clock.advance(10 * 86_400_000)
    let { token } = ann
    for (let times = 0; times < 2; times += 1) {
      const { data } = await user('introduceCode', {}, token)
      token = String((await user('introduce', data as { code: string })).data)
      const there = (await sessionsOf(token)).find(({ current }) => current)
      expect(there?.started).toBeGreaterThan(first?.started ?? 0)
      expect(there?.expires).toBe(first?.expires)
    }
    platform.clock.advance(4 * 86_400_000)
    expect((await user('sessions', {}, token)).retCode).toBe(102)
  })

  it('need a session, all of them', async () => {
    for (const call of ['withdrawPwd', 'setUserinfo', 'sessions', 'endSession', 'totp', 'introduceCode'])
      expect([call, (await user(call, {})).retCode]).toEqual([call, 102])
  })

  it('ask for a captcha after repeated failure, and take the answer in the field code', async () => {
    const bad = { email: 'nobody@example.com', pwd: 'wrong12', type: 2 }
    for (let tries = 0; tries < 20; tries += 1) expect((await user('login', bad)).retCode).toBe(1007)
    expect(await user('login', bad)).toMatchObject({ retCode: 1001, data: { field: 'code' } })
    const { data } = await ask('/api/common/captcha', {})
    const code = solveCaptcha(data as Parameters<typeof solveCaptcha>[0])
    expect((await user('login', { ...bad, code })).retCode).toBe(1007)
  })
})

describe('the country of a caller', () => {
  it('is checked for its country before a registration', async () => {
    const form = { email: 'x@example.com', oid: '10000', pwd: 'Harbour77!', verifycode: '123456', type: 2 }
    const from = (telcode: string, phone: string) => user('register', { ...form, telcode, phone })
    expect(await from('7', '79161234567')).toMatchObject({ retCode: 1006, data: { field: 'telcode' } })
    expect((await from('44', '447911123456')).retCode).toBe(1008)
    expect(await from('x', '447911123456')).toMatchObject({ retCode: 1001, data: { field: 'telcode' } })
  })

  it('is what the trusted proxy says, and nowhere without one', async () => {
    const ip = async (headers: Record<string, string>) =>
      (await (await fetch(`${baseUrl}/api/common/ip`, { headers })).json()) as { countryCode: string }
    expect(await ip({ 'CF-IPCountry': 'PT' })).toEqual({
      retCode: 0,
      message: 'Done.',
      data: { status: 'success', countryCode: 'PT' },
      status: 'success',
      countryCode: 'PT',
    })
    for (const headers of [{}, { 'CF-IPCountry': 'T1<script>' }, { 'X-Country': 'PT' }])
      expect((await ip(headers as Record<string, string>)).countryCode).toBe('ZZ')
    const document = await (await fetch(`${baseUrl}/api/openapi.json`)).json()
    expect(document).toMatchObject({
      paths: { '/api/common/ip': { get: { summary: expect.stringContaining('country') } } },
    })
  })
})
