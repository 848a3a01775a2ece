import { customerSessions } from '@glasshouse/core/access/sessions'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Product } from '@glasshouse/core/markets/product'
import { testOrigin } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identityRoutes, login, purgeExpiredSessions, sendVerifyCode } from '../identity/index.fixture.ts'
import { authenticateCustomer } from '../identity/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { buildHttp } from '../platform/http/index.ts'
import { openCalendar, practiceRoutes, seedPracticeData } from './index.fixture.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  await seedPracticeData({ ...platform, markets })
})
afterAll(() => platform.database.drop())

const symbols = [{ symbol: 'BTCUSDT', last: '65850', lastTime: 1, stale: false, dropped: {}, missed: 0 }]
const markets = {
  products: () => [{ pid: 1, symbol: 'BTCUSDT' } as Product],
  status: () => ({ source: 'simulator', connected: true, offsetMs: 0, lost: 0, symbols }),
}
const built = (mode: 'practice' | 'live') => {
  const inMode = { ...platform, settings: { ...platform.settings, MODE: mode } }
  const jobs = [{ name: 'sessions', run: () => purgeExpiredSessions(inMode) }]
  const deps = {
    ...{ ...inMode, markets, invariants: ledgerInvariants, calendar: openCalendar(inMode, jobs) },
    demoReceipt: async () => {
      throw domainError('notFound')
    },
  }
  const noSession = async () => ({ kind: 'none' }) as const
  const routes = [
    ...identityRoutes({ ...inMode, isOffered: async () => true, recheckIdentity: async () => 'notNeeded' }),
    ...practiceRoutes(deps),
  ]
  return buildHttp({
    platform: inMode,
    routes,
    customerOf: noSession,
    staffOf: noSession,
    refuseUnknownFields: true,
  })
}
const ask = async (mode: 'practice' | 'live', name: string, body: object = {}) => {
  const app = built(mode)
  const answer = await app.inject({ method: 'POST', url: `/api/practice/${name}`, payload: body })
  await app.close()
  return { status: answer.statusCode, ...answer.json() }
}

it('stops and starts the sample leads where they trade, and says what is so', async () => {
  expect(await ask('practice', 'bots', { run: 0 })).toMatchObject({ data: { run: 0 } })
  expect(await ask('practice', 'bots', { run: 1 })).toMatchObject({ data: { run: 1 } })
  expect(await ask('practice', 'bots', { run: 2 })).toMatchObject({ retCode: 1001 })
  expect((await ask('live', 'bots', { run: 1 })).status).toBe(404)
})

it('shows the time, the feed and a balanced ledger', async () => {
  const { data } = await ask('practice', 'state')
  expect(data.now).toBe(platform.clock.business())
  expect(data.feed).toEqual({
    source: 'simulator',
    symbols: [{ symbol: 'BTCUSDT', last: '65850', lastTime: 1, stale: false }],
  })
  expect(data.ledger.balanced).toBe(true)
})

it('returns sent messages with the code', async () => {
  const to = { channel: 'email', recipient: 'demo@glasshouse.test' } as const
  await sendVerifyCode(platform, { to, purpose: 2, lang: 'en', ip: '127.0.0.1' })
  const { data } = await ask('practice', 'outbox', { to: 'demo@glasshouse.test' })
  expect(data).toEqual([
    {
      channel: 'email',
      to: 'demo@glasshouse.test',
      subject: expect.stringContaining('Glasshouse'),
      text: expect.stringContaining(data[0].code),
      code: expect.stringMatching(/^\d{6}$/),
      time: platform.clock.now(),
    },
  ])
})

it('advances the calendar, and sessions expire', async () => {
  const credentials = {
    kind: 'email',
    email: 'demo@glasshouse.test',
    password: 'Demo123!',
    isRestricted: false,
  } as const
  const token = await login(platform, credentials, {
    ...testOrigin,
    ip: '',
  })
  const before = platform.clock.business()
  expect((await ask('practice', 'clock', { advanceMs: customerSessions.lengthMs })).data).toEqual({
    now: before + customerSessions.lengthMs,
  })
  expect(await authenticateCustomer(platform.database.db, platform.clock, token)).toEqual({ kind: 'none' })
  const { rows } = await sql`select 1 from identity_session`.execute(platform.database.db)
  expect(rows).toEqual([])
  expect((await ask('practice', 'clock', { advanceMs: -1 })).retCode).toBe(1001)
})

it('does not exist in live mode', async () => {
  for (const name of ['state', 'outbox', 'clock', 'receipt'])
    expect((await ask('live', name, { to: 'x' })).status).toBe(404)
})
