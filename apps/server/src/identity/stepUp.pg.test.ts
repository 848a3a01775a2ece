import { calls } from '@glasshouse/core/calls'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { newCustomer, signIn, type TestCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { appCode } from '@glasshouse/testkit/liveServer'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { type Post, post } from '@glasshouse/testkit/requests'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eligibilityRoutes } from '../eligibility/index.fixture.ts'
import { type AnyRoute, buildHttp, listen } from '../platform/http/index.ts'
import { privacyRoutes } from '../privacy/index.fixture.ts'
import { findStepUpStatus, identityRoutes } from './index.fixture.ts'
import { authenticateCustomer } from './index.ts'
import { enableTotp, startTotp } from './service/totp.ts'

/** Sensitive calls over a real socket: who has only a session gets 1010. */

let platform: TestPlatform
let app: FastifyInstance
let baseUrl: string

beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  const { db } = platform.database
  // What the routes of other modules would do is not the subject: they are declared and never reached.
  const reached: AnyRoute[] = (
    [
      '/api/user/saveBankCard',
      '/api/user/updateWalletaddr',
      '/api/user/saveOrUpdColdWallet',
      '/api/user/internalTransfer',
      '/api/pay/withdraw',
    ] as const
  ).map((path) => ({ path, answer: async () => ({ id: 1, tax: '0', net: '0' }) }))
  app = buildHttp({
    platform,
    routes: [
      ...identityRoutes({
        ...platform,
        isOffered: async () => true,
        recheckIdentity: async () => 'notNeeded',
      }),
      ...eligibilityRoutes(platform),
      ...privacyRoutes({ ...platform } as never),
      ...reached,
    ],
    customerOf: (token) => authenticateCustomer(db, platform.clock, token),
    staffOf: async () => ({ kind: 'none' }),
    stepUpOf: (customer) => findStepUpStatus(db, platform.clock, customer),
  })
  baseUrl = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
})
afterAll(async () => {
  await app.close()
  await platform.database.drop()
})

type Fields = Readonly<Record<string, string | number>>

const ask = (path: string, fields: Fields, more: Partial<Post> = {}) => {
  platform.clock.tick(1)
  return post(baseUrl, path, fields, { time: platform.clock.now(), ...more })
}
const signedIn = async (): Promise<TestCustomer & { readonly token: string }> => {
  const customer = await newCustomer(platform)
  return { ...customer, token: await signIn(platform, customer) }
}
const stepUp = (token: string, fields: Fields) => ask('/api/user/stepUp', fields, { token })
/** Switches two-step sign-in on and returns a source of codes that were not used yet. */
const withTotp = async (customer: TestCustomer) => {
  const { secret } = await startTotp(platform, customer.uid, customer.email)
  const code = () => {
    platform.clock.tick(30_000)
    return appCode(secret, Math.round((platform.clock.now() - Date.now()) / 30_000))
  }
  await enableTotp(platform, customer.uid, code())
  return code
}

const specs = Object.entries(calls) as [keyof typeof calls, CallSpec][]
const declared = (rule: CallSpec['stepUp']): readonly string[] =>
  specs.filter(([, { stepUp: own }]) => own === rule).map(([path]) => path)

describe('a call that needs a confirmed session', () => {
  it('is declared', () => {
    expect(declared('always').toSorted()).toEqual([
      '/api/user/closeAccount',
      '/api/user/export',
      '/api/user/keyAdd',
      '/api/user/keyRemove',
      '/api/user/passkeyAdd',
      '/api/user/passkeyRemove',
      '/api/user/saveBankCard',
      '/api/user/saveOrUpdColdWallet',
      '/api/user/setUserinfo',
      '/api/user/totp',
      '/api/user/updateWalletaddr',
      '/api/user/withdrawPwd',
    ])
    expect(declared('withSecondFactor').toSorted()).toEqual([
      '/api/pay/withdraw',
      '/api/user/internalTransfer',
    ])
    expect(declared('decidedByCall')).toEqual(['/api/user/setLimits'])
  })

  it.each(declared('always'))('%s answers 1010 to a session alone, whatever its fields', async (path) => {
    const { token } = await signedIn()
    const spec: CallSpec = calls[path as keyof typeof calls]
    const names = Object.fromEntries((spec.stepUpFields ?? []).map((name) => [name, 'x@example.com']))
    for (const fields of [names, { ...names, unknownField: 1 }])
      expect(await ask(path, fields, { token })).toMatchObject({
        retCode: 1010,
        data: { factors: ['password'] },
      })
  })

  it.each(declared('withSecondFactor'))('%s answers 1010 only where two-step sign-in is on', async (path) => {
    const ann = await signedIn()
    expect((await ask(path, {}, { token: ann.token })).retCode).toBe(1001)
    const code = await withTotp(ann)
    expect(await ask(path, {}, { token: ann.token })).toMatchObject({
      retCode: 1010,
      data: { factors: ['password', 'otp'] },
    })
    expect((await stepUp(ann.token, { pwd: ann.password, otp: code() })).retCode).toBe(0)
    expect((await ask(path, {}, { token: ann.token })).retCode).toBe(1001)
  })

  it('is judged before the fields and after the session', async () => {
    expect((await ask('/api/user/withdrawPwd', {})).retCode).toBe(102)
    const { token } = await signedIn()
    expect((await ask('/api/user/withdrawPwd', {}, { token })).retCode).toBe(1010)
  })

  it('takes a name or an avatar without one', async () => {
    const { token } = await signedIn()
    expect((await ask('/api/user/setUserinfo', { username: 'Ann' }, { token })).retCode).toBe(0)
    expect((await ask('/api/user/setUserinfo', { username: 'Eve', email: '' }, { token })).retCode).toBe(1010)
  })

  it('is for a limit the one that loosens or ends it', async () => {
    const { token, password } = await signedIn()
    const set = (fields: Fields) => ask('/api/user/setLimits', fields, { token })
    expect((await set({ deposit: '100' })).retCode).toBe(0)
    expect((await set({ deposit: '50' })).retCode).toBe(0)
    expect((await set({ deposit: '60' })).retCode).toBe(1010)
    expect((await set({ deposit: '' })).retCode).toBe(1010)
    expect((await set({ deposit: '40', dailyLoss: '10' })).retCode).toBe(0)
    await stepUp(token, { pwd: password })
    expect(await set({ deposit: '60' })).toMatchObject({ retCode: 0, data: { deposit: '40' } })
  })
})

describe('stepping up', () => {
  it('lasts ten minutes of the business calendar and counts for this session alone', async () => {
    const ann = await signedIn()
    const other = await signIn(platform, ann)
    const startMs = platform.clock.business()
    const { retCode, data } = await stepUp(ann.token, { pwd: ann.password })
    expect(retCode).toBe(0)
    const { until } = data as { until: number }
    expect(until - startMs).toBeGreaterThanOrEqual(600_000)
    const tries = async (token: string) => (await ask('/api/user/withdrawPwd', {}, { token })).retCode
    expect(await tries(ann.token)).toBe(1001)
    expect(await tries(other)).toBe(1010)
    platform.clock.advance(until - platform.clock.business() - 5)
    expect(await tries(ann.token)).toBe(1001)
    platform.clock.advance(10)
    expect(await tries(ann.token)).toBe(1010)
  })

  it('needs the password, and the second factor where one is on', async () => {
    const ann = await signedIn()
    const wrong = { retCode: 1007 }
    expect(await stepUp(ann.token, {})).toMatchObject(wrong)
    expect(await stepUp(ann.token, { pwd: 'Wrong123' })).toMatchObject(wrong)
    expect(await stepUp(ann.token, { otp: '123456' })).toMatchObject(wrong)
    const code = await withTotp(ann)
    expect(await stepUp(ann.token, { pwd: ann.password })).toMatchObject({
      retCode: 1007,
      data: { otp: true },
    })
    expect(await stepUp(ann.token, { pwd: ann.password, otp: '000000' })).toMatchObject(wrong)
    expect(await stepUp(ann.token, { pwd: 'Wrong123', otp: code() })).toMatchObject(wrong)
    expect((await stepUp(ann.token, { pwd: ann.password, otp: code() })).retCode).toBe(0)
    expect((await ask('/api/user/withdrawPwd', {}, { token: ann.token })).retCode).toBe(1001)
  })

  it('by the password alone ends where a second factor is switched on', async () => {
    const ann = await signedIn()
    await stepUp(ann.token, { pwd: ann.password })
    await withTotp(ann)
    expect((await ask('/api/user/withdrawPwd', {}, { token: ann.token })).retCode).toBe(1010)
  })

  it('is slowed down after failures as signing in is', async () => {
    const ann = await signedIn()
    for (let at = 0; at < 20; at++) expect((await stepUp(ann.token, { pwd: 'Wrong123' })).retCode).toBe(1007)
    expect(await stepUp(ann.token, { pwd: ann.password })).toMatchObject({
      retCode: 1001,
      data: { field: 'code' },
    })
  })
})
