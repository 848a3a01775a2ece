import { once } from 'node:events'
import { dayMs } from '@glasshouse/core/calendar/durations'
import { calls } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { newCustomer, signIn } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { type Post, post } from '@glasshouse/testkit/requests'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { runningLock } from '../customers/locks/index.ts'
import { listMessagesTo } from '../notifications/index.ts'
import { currentApiKey } from '../platform/apiKeys/index.ts'
import { type AnyRoute, buildHttp, listen } from '../platform/http/index.ts'
import { practiceLimits } from '../platform/limits/index.ts'
import { openPush } from '../platform/push/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { findApiKeyOf, identityRoutes, streamSessions } from './index.fixture.ts'
import { authenticateCustomer } from './index.ts'
import { endLock, lockOwnAccount } from './service/locks.ts'

const invalidFieldCode = 1001

/** API keys over a real socket. What the routes of other modules would do is not the subject. */

const reached: { path: string; uid: number; apiKey: number | null }[] = []
const specs = Object.entries(calls) as [keyof typeof calls, CallSpec][]
const of = (scope: CallSpec['apiKeyScope']) => specs.filter(([, spec]) => spec.apiKeyScope === scope)
const own = (path: string): boolean => path.startsWith('/api/user/key') || path === '/api/common/wsTicket'
const reporting: readonly AnyRoute[] = specs
  .filter(([path, { audience }]) => audience === 'user' && !own(path))
  .map(([path]) => ({
    path,
    answer: async ({ customer }: { customer: { uid: number } }) => {
      reached.push({ path, uid: customer.uid, apiKey: currentApiKey() })
      return path === '/api/user/walletTransfer' ? {} : []
    },
  }))

let platform: TestPlatform
let app: FastifyInstance
let baseUrl: string
const sockets: WebSocket[] = []

beforeAll(async () => {
  const fresh = testPlatform(await cloneDatabase())
  platform = { ...fresh, settings: { ...fresh.settings, TRUSTED_PROXIES: ['127.0.0.1'] } }
  const whose = (token: string) => authenticateCustomer(platform.database.db, platform.clock, token)
  const ownRoutes = identityRoutes({
    ...platform,
    isOffered: async () => true,
    recheckIdentity: async () => 'notNeeded',
  }).filter(({ path }) => own(path))
  app = buildHttp({
    platform,
    routes: [...ownRoutes, ...reporting],
    customerOf: whose,
    staffOf: async () => ({ kind: 'none' }),
    stepUpOf: async ({ uid }) => ({
      confirmedBy: uid === unconfirmed ? null : 'password',
      factors: ['password'],
    }),
    apiKeyOf: findApiKeyOf(platform),
    limits: { ...practiceLimits, write: { perSecond: 0.001, burst: 40 } },
  })
  openPush({
    app,
    platform,
    customerOf: whose,
    ...streamSessions(platform),
    isSymbol: () => false,
    sessionCheckMs: 50,
  })
  baseUrl = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await app.close()
  await platform.database.drop()
})

let unconfirmed = 0

type Fields = Readonly<Record<string, string | number>>
const ask = (path: string, fields: Fields = {}, more: Partial<Post> = {}) => {
  platform.clock.tick(1)
  return post(baseUrl, path, fields, { time: platform.clock.now(), ...more })
}
const signedIn = async () => {
  const customer = await newCustomer(platform)
  return { ...customer, token: await signIn(platform, customer) }
}
const fieldsOf = (more: Fields = {}): Fields => ({
  name: 'Grid bot',
  scopes: 'read',
  until: platform.clock.business() + dayMs,
  ...more,
})
type CreatedKey = { readonly id: number; readonly key: string; readonly secret: string }
const addKey = async (token: string, more: Fields = {}): Promise<CreatedKey> => {
  const { retCode, data } = await ask('/api/user/keyAdd', fieldsOf(more), { token })
  expect(retCode).toBe(0)
  return data as CreatedKey
}
const withKey = async (more: Fields = {}) => {
  const customer = await signedIn()
  const made = await addKey(customer.token, more)
  return { ...customer, made, use: { token: made.key, secret: made.secret } }
}
const retCode = async (path: string, use: Partial<Post>) => (await ask(path, {}, use)).retCode

describe('an API key', () => {
  it('is shown once with its secret, which the database holds neither of in clear', async () => {
    const { token, made, uid } = await withKey({ scopes: 'trade,read', addresses: '203.0.113.7, 10.0.0.0/8' })
    const { data } = await ask('/api/user/keys', {}, { token })
    // Asked and answered an instant each.
    const created = platform.clock.business() - 1
    expect(data).toEqual([
      {
        id: made.id,
        name: 'Grid bot',
        scopes: ['read', 'trade'],
        addresses: ['203.0.113.7', '10.0.0.0/8'],
        created,
        until: created - 1 + dayMs,
        lastUsed: null,
      },
    ])
    const { rows } = await sql`select to_jsonb(k) as row from identity_api_key k where uid = ${uid}`.execute(
      platform.database.db,
    )
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(made.key)
    expect(stored).not.toContain(made.secret)
  })
  it('needs a confirmed session to be added and removed', async () => {
    const ann = await withKey()
    unconfirmed = ann.uid
    const { token } = ann
    expect((await ask('/api/user/keyAdd', fieldsOf(), { token })).retCode).toBe(1010)
    expect((await ask('/api/user/keyRemove', { id: ann.made.id }, { token })).retCode).toBe(1010)
    unconfirmed = 0
  })
  it.each([
    ['name', { name: '' }, 1001],
    ['name', { name: 'x'.repeat(33) }, 1001],
    ['name', { name: '<b>' }, 1001],
    ['scopes', { scopes: '' }, 1001],
    ['scopes', { scopes: 'read,withdraw' }, 1001],
    ['addresses', { addresses: '203.0.113.7/33' }, 1001],
    ['addresses', { addresses: 'example.com' }, 1001],
    ['addresses', { addresses: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join(',') }, 1001],
    ['until', { until: 1 }, 2002],
    ['until', { until: 9_000_000_000_000 }, 2002],
  ])('with a malformed %s %o is refused', async (field, more, code) => {
    const { token } = await signedIn()
    const { retCode: refused, data } = await ask('/api/user/keyAdd', fieldsOf(more), { token })
    expect(refused).toBe(code)
    if (code === invalidFieldCode) expect(data).toEqual({ field })
  })
  it('is one of at most five, also when ten are added concurrently', async () => {
    const { token } = await signedIn()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        ask('/api/user/keyAdd', fieldsOf({ name: `Bot ${at}` }), { token }),
      ),
    )
    expect(answers.filter(({ retCode: code }) => code === 0)).toHaveLength(5)
    expect(answers.find(({ retCode: code }) => code !== 0)).toMatchObject({ retCode: 2005, data: { max: 5 } })
  })
  it('is reported by a letter', async () => {
    const { email } = await withKey()
    const letters = await listMessagesTo(platform.database.db, email)
    expect(letters.map(({ subject }) => subject)).toContain(
      'Your Glasshouse account: API key created: a program can now act in the account',
    )
  })
})

describe('a request with an API key', () => {
  it('is signed with the secret: the key itself, another secret and none get 1002', async () => {
    const { use, made } = await withKey()
    const other = await withKey()
    expect(await retCode('/api/user/wallet', use)).toBe(0)
    expect(await retCode('/api/user/wallet', { token: made.key })).toBe(1002)
    expect(await retCode('/api/user/wallet', { ...use, secret: other.made.secret })).toBe(1002)
    expect(await retCode('/api/user/wallet', { ...use, sign: null })).toBe(1002)
    expect(await retCode('/api/user/wallet', { ...use, token: `gk_${'A'.repeat(43)}` })).toBe(102)
  })
  it('reaches every call of its scopes as its customer, and 1006 for all others, before any field is judged', async () => {
    const read = await withKey({ scopes: 'read' })
    const trade = await withKey({ scopes: 'trade' })
    const outside = { retCode: 1006, data: { reason: 'apiKeyScope' } }
    const malformed = { nonsense: 'x' }
    for (const [path] of of('none')) {
      platform.clock.tick(1_000_000)
      expect([path, await ask(path, malformed, read.use)]).toMatchObject([path, outside])
      expect([path, await ask(path, malformed, trade.use)]).toMatchObject([path, outside])
    }
    for (const [path] of of('trade')) {
      expect([path, await ask(path, malformed, read.use)]).toMatchObject([path, outside])
      platform.clock.tick(1_000_000)
      expect([path, (await ask(path, malformed, trade.use)).retCode]).toEqual([path, 1001])
    }
    for (const [path] of of('read')) {
      expect([path, await ask(path, malformed, trade.use)]).toMatchObject([path, outside])
      expect([path, (await ask(path, malformed, read.use)).retCode]).toEqual([path, 1001])
    }
    reached.length = 0
    await ask('/api/user/wallet', {}, read.use)
    expect(reached).toEqual([{ path: '/api/user/wallet', uid: read.uid, apiKey: read.made.id }])
  })
  it('cannot send, withdraw or change the account whatever its scopes', () => {
    const forbidden = of('none').map(([path]) => path)
    for (const path of [
      '/api/pay/withdraw',
      '/api/user/internalTransfer',
      '/api/user/setUserinfo',
      '/api/user/withdrawPwd',
      '/api/user/keyAdd',
      '/api/user/stepUp',
      '/api/user/introduceCode',
    ] as const)
      expect(forbidden).toContain(path)
    // What asks for a step-up is never for a key, which could not answer it.
    expect(specs.filter(([, { stepUp, apiKeyScope: scope }]) => stepUp && scope !== 'none')).toEqual([])
  })
  it('counts only from its addresses, as a trusted proxy names them', async () => {
    const { use } = await withKey({ addresses: '203.0.113.7,2001:db8::/32' })
    const from = (ip: string) => ask('/api/user/wallet', {}, { ...use, headers: { 'X-Forwarded-For': ip } })
    expect((await from('203.0.113.7')).retCode).toBe(0)
    expect((await from('2001:db8:9::1')).retCode).toBe(0)
    for (const ip of ['203.0.113.8', '2001:db9::1', '::ffff:203.0.113.8'])
      expect([ip, await from(ip)]).toMatchObject([ip, { retCode: 1006, data: { reason: 'apiKeyAddress' } }])
    expect((await from('::ffff:203.0.113.7')).retCode).toBe(0)
    expect(await retCode('/api/user/wallet', use)).toBe(1006)
  })
  it('gets 102 once the key expired, and once it was removed', async () => {
    const ann = await withKey()
    const second = await addKey(ann.token, { until: platform.clock.business() + 5 * dayMs })
    const removed = await addKey(ann.token)
    expect((await ask('/api/user/keyRemove', { id: removed.id }, { token: ann.token })).retCode).toBe(0)
    expect((await ask('/api/user/keyRemove', { id: removed.id }, { token: ann.token })).retCode).toBe(1005)
    expect(await retCode('/api/user/wallet', { token: removed.key, secret: removed.secret })).toBe(102)
    platform.clock.advance(dayMs)
    expect(await retCode('/api/user/wallet', ann.use)).toBe(102)
    expect(await retCode('/api/user/wallet', { token: second.key, secret: second.secret })).toBe(0)
    const { data } = await ask('/api/user/keys', {}, { token: ann.token })
    expect((data as CreatedKey[]).map(({ id }) => id)).toEqual([second.id, ann.made.id])
  })
  it('gets 103 or 102 once the account is locked, also after the lock is over', async () => {
    const { uid, use, made } = await withKey()
    const { db } = platform.database
    await lockOwnAccount(platform, uid)
    expect(await retCode('/api/user/wallet', use)).toBe(102)
    await transact(db, async (tx) => {
      const lock = await runningLock(tx, platform.clock, uid)
      if (lock === undefined) throw new Error('there is no lock')
      await endLock(platform, tx, lock, null)
    })
    expect(await retCode('/api/user/wallet', use)).toBe(102)
    // A lock that leaves the keys ends their use all the same.
    const ann = await withKey()
    const nowMs = platform.clock.business()
    await sql`insert into identity_lock (uid, reason, remark, origin, from_ms, until_ms)
      values (${ann.uid}, 'customer_request', '', 'customer', ${nowMs}, ${nowMs + 60_000})`.execute(db)
    expect(await retCode('/api/user/wallet', ann.use)).toBe(103)
    await sql`update identity_lock set until_ms = ${nowMs} where uid = ${ann.uid}`.execute(db)
    expect(await retCode('/api/user/wallet', ann.use)).toBe(0)
    expect(made.id).toBeLessThan(ann.made.id)
  })
  it('is no session: uploads, the stream by token and signing in know nothing of it', async () => {
    const { made } = await withKey()
    const lookup = await authenticateCustomer(platform.database.db, platform.clock, made.key)
    expect(lookup).toEqual({ kind: 'none' })
  })
  it('notes its last use to about five minutes', async () => {
    const ann = await withKey()
    await ask('/api/user/wallet', {}, ann.use)
    const usedMs = platform.clock.business()
    await ask('/api/user/wallet', {}, ann.use)
    const { data } = await ask('/api/user/keys', {}, { token: ann.token })
    expect(data).toMatchObject([{ lastUsed: usedMs }])
  })
  it('shares the limits of its customer: keys and sessions together are not allowed more', async () => {
    const ann = await withKey({ scopes: 'trade' })
    const second = await addKey(ann.token, { scopes: 'trade' })
    const callers = [ann.use, { token: second.key, secret: second.secret }, { token: ann.token }]
    const transfer = { type: 1, typeReverse: 1, transfervalue: '1' }
    const codes: number[] = []
    // Two keys were added with the same allowance of 40.
    for (let at = 0; at < 45; at++)
      codes.push((await ask('/api/user/walletTransfer', transfer, callers[at % 3])).retCode)
    expect(codes.filter((code) => code === 0)).toHaveLength(38)
    expect(codes.slice(38)).toEqual(Array.from({ length: 7 }, () => 1004))
  })
})

describe('the push stream of an API key', () => {
  const open = async (use: Partial<Post>) => {
    const { data } = await ask('/api/common/wsTicket', {}, use)
    const socket = new WebSocket(
      `${baseUrl.replace('http', 'ws')}/ws?ticket=${(data as { ticket: string }).ticket}`,
    )
    sockets.push(socket)
    const closed = once(socket, 'close')
    await once(socket, 'open')
    return { code: async () => (await closed)[0] }
  }
  it('opens by a ticket with the scope read and closes when the key is removed', async () => {
    const ann = await withKey()
    const socket = await open(ann.use)
    await ask('/api/user/keyRemove', { id: ann.made.id }, { token: ann.token })
    expect(await socket.code()).toBe(4001)
  })
  it('is refused without the scope read', async () => {
    const { use } = await withKey({ scopes: 'trade' })
    expect(await retCode('/api/common/wsTicket', use)).toBe(1006)
  })
})
