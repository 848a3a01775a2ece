import { calls, type Path } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { CallSpec } from '@glasshouse/core/wire/call'
import { someCases } from '@glasshouse/testkit/cases'
import { cloneDatabase, type TestDatabase } from '@glasshouse/testkit/database'
import { type FakeServer, startFakeServer } from '@glasshouse/testkit/fakeServer'
import { type HttpResult, type Post, post } from '@glasshouse/testkit/requests'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { practiceLimits } from '../limits/index.ts'
import type { HttpParts } from './app.ts'
import type { AnyRoute } from './route.ts'

// Every call by every kind of caller with every unreadable body: which error comes first.

const all = Object.entries(calls) as [Path, CallSpec][]
const of = (audience: CallSpec['audience']) => all.filter(([, spec]) => spec.audience === audience)

/** Requests that reached a module; a malformed one must not. */
const reached: { path: string; body: unknown }[] = []
const routes: readonly AnyRoute[] = all.map(([path]) => ({
  path,
  answer: async ({ body }: { body: unknown }) => {
    reached.push({ path, body })
    throw domainError('invalidCredentials')
  },
}))

const unconfirmed = 2
const customerOf: HttpParts['customerOf'] = async (token) =>
  token === 'customer' || token === 'unconfirmed'
    ? { kind: 'ok', customer: { uid: 10_001, sessionId: token === 'customer' ? 1 : unconfirmed } }
    : { kind: token === 'ended' ? 'ended' : 'none' }
const stepUpOf: HttpParts['stepUpOf'] = async ({ sessionId }) => ({
  confirmedBy: sessionId === unconfirmed ? null : 'secondFactor',
  factors: ['password', 'otp'],
})
const staffOf: HttpParts['staffOf'] = async (token) =>
  token === 'service' || token === 'manager'
    ? {
        kind: 'ok',
        staff: { id: 1, sessionId: 1, email: 's@x.test', name: 'S', role: token satisfies StaffRole },
      }
    : { kind: token === 'ended' ? 'ended' : 'none' }

const often = { perSecond: 1e9, burst: 1e9 }
let database: TestDatabase
let house: FakeServer
beforeAll(async () => {
  database = await cloneDatabase()
  house = await startFakeServer(database, {
    routes,
    customerOf,
    staffOf,
    stepUpOf,
    limits: {
      ...practiceLimits,
      address: often,
      read: often,
      write: often,
      writesTogether: { count: 1e6, seconds: 10 },
      calls: {},
    },
  })
})
afterAll(async () => {
  await house.close()
  await database.drop()
})

const ask = (path: string, body: string, options: Partial<Post> = {}): Promise<HttpResult> => {
  house.clock.tick(1)
  return post(house.url, path, body, { time: house.clock.now(), ...options })
}

const fieldsOf = ({ request }: CallSpec): readonly string[] =>
  'shape' in request ? Object.keys(request.shape as object) : []

type Malformed = { readonly body: string; readonly type: string }
const form = 'application/x-www-form-urlencoded'
const json = 'application/json'

/** Bodies that no call accepts, including the fields of this call where it has any. */
const malformedFor = (spec: CallSpec): readonly (Malformed & { readonly what: string })[] => {
  const names = fieldsOf(spec)
  const nested = JSON.stringify(Object.fromEntries([...names, 'x'].map((name) => [name, [name]])))
  return [
    { what: 'an unknown field', type: form, body: 'unknownField=1' },
    { what: 'a repeated field', type: form, body: `${names[0] ?? 'x'}=1&${names[0] ?? 'x'}=1` },
    {
      what: 'a NUL in every field',
      type: form,
      body: [...names, 'x'].map((name) => `${name}=%00`).join('&'),
    },
    { what: 'nested values', type: json, body: nested },
    { what: 'half a JSON', type: json, body: '{"' },
    { what: 'a prototype', type: json, body: '{"__proto__":{"role":"manager"}}' },
  ]
}

let turn = 0

/**
 * Posts malformed bodies and expects one error code for all, but for the kinds that name their own. In the short ring
 * each caller of each call sends others of the bodies.
 */
const expectRetCodes = async (
  path: string,
  spec: CallSpec,
  token: string | undefined,
  expected: number,
  others: Readonly<Record<string, number>> = {},
): Promise<void> => {
  turn += 1
  for (const { what, type, body } of someCases(malformedFor(spec), turn)) {
    const { status, retCode } = await ask(path, body, { type, ...(token === undefined ? {} : { token }) })
    expect({ what, token, status, retCode }).toEqual({
      what,
      token,
      status: 200,
      retCode: others[what] ?? expected,
    })
  }
}

describe('a malformed request', () => {
  it.each(of('user'))('to %s fails on the session first, then on its fields', async (path, spec) => {
    reached.length = 0
    await expectRetCodes(path, spec, undefined, 102)
    for (const token of ['nonsense', 'service', 'manager']) await expectRetCodes(path, spec, token, 102)
    await expectRetCodes(path, spec, 'ended', 103)
    await expectRetCodes(path, spec, 'customer', 1001)
    expect(reached).toEqual([])
  })

  it.each(
    of('user').filter(([, { stepUp, stepUpFields }]) => stepUpFields === undefined && stepUp !== undefined),
  )('to %s is told of the step-up before its fields, unless the call decides itself', async (path, spec) => {
    const first = spec.stepUp === 'decidedByCall' ? 1001 : 1010
    await expectRetCodes(path, spec, 'unconfirmed', first)
  })

  it.each(of('staff'))(
    'to %s fails on the session, then on the role, then on its fields',
    async (path, spec) => {
      reached.length = 0
      await expectRetCodes(path, spec, undefined, 102)
      for (const token of ['nonsense', 'customer']) await expectRetCodes(path, spec, token, 102)
      await expectRetCodes(path, spec, 'ended', 103)
      const namesEvery = { 'a NUL in every field': 1006, 'nested values': 1006 }
      await expectRetCodes(
        path,
        spec,
        'service',
        spec.requiredRole === 'manager' ? 1006 : 1001,
        Object.values(spec.managerFields ?? {}).includes('any') ? namesEvery : {},
      )
      await expectRetCodes(path, spec, 'manager', 1001)
      expect(reached).toEqual([])
    },
  )

  it.each([...of('visitor'), ...of('practice')])('to %s fails on its fields', async (path, spec) => {
    reached.length = 0
    await expectRetCodes(path, spec, undefined, 1001)
    expect(reached).toEqual([])
  })
})

describe('a field that requires a manager', () => {
  const guarded = of('staff').flatMap(([path, spec]) =>
    Object.entries(spec.managerFields ?? {}).map(([name, values]) => [path, name, values] as const),
  )
  it('is declared by the calls that have one', () => {
    expect(guarded.map(([path, name]) => `${path} ${name}`).sort()).toEqual([
      '/staff/api/contentSave published',
      '/staff/api/reviewDecide kind',
      '/staff/api/userSet creditscore',
      '/staff/api/userSet frozen',
      '/staff/api/userSet ib',
    ])
  })
  it.each(guarded)(
    '%s %s is rejected for the role service before the fields are checked',
    async (path, name, values) => {
      const value = values === 'any' ? 'nonsense' : values[0]
      const body = `${name}=${value}&unknownField=1`
      expect((await ask(path, body, { token: 'service' })).retCode).toBe(1006)
      expect((await ask(path, body, { token: 'manager' })).retCode).toBe(1001)
      if (values === 'any') return
      expect((await ask(path, `${name}=other&unknownField=1`, { token: 'service' })).retCode).toBe(1001)
    },
  )
})

describe('a malformed password to verify', () => {
  const checked = all.flatMap(([path, spec]) =>
    (spec.checkedPasswords ?? []).map((name) => [path, name] as const),
  )
  const tokens = { user: 'customer', staff: 'manager', visitor: undefined, practice: undefined } as const

  it('is declared by every call that verifies one', () => {
    expect(checked.map(([path, name]) => `${path} ${name}`).sort()).toEqual([
      '/api/invest/buy withdrawpsd',
      '/api/invest/buy2 withdrawpsd',
      '/api/pay/withdraw withdrawpsd',
      '/api/user/closeAccount pwd',
      '/api/user/internalTransfer withdrawpsd',
      '/api/user/login pwd',
      '/api/user/lostFactor pwd',
      '/api/user/stepUp pwd',
      '/staff/api/login pwd',
      '/staff/api/passkeyAdd pwd',
      '/staff/api/passkeyRemove pwd',
      '/staff/api/updatePwd oldpwd',
    ])
  })

  it.each(checked)('%s %s reaches the module empty, to fail like any wrong password', async (path, name) => {
    const spec: CallSpec = calls[path]
    const token = tokens[spec.audience]
    const options = { type: json, ...(token === undefined ? {} : { token }) }
    const whole = spec.example ?? {}
    for (const value of [
      123_456,
      true,
      ['a'],
      { a: 1 },
      { pwd: { pwd: 'x' } },
      'x'.repeat(513),
      'nul\u0000',
      '',
    ]) {
      reached.length = 0
      const answer = await ask(path, JSON.stringify({ ...whole, [name]: value }), options)
      expect([value, answer.retCode]).toEqual([value, 1007])
      expect(reached).toEqual([{ path, body: expect.objectContaining({ [name]: '' }) }])
    }
    reached.length = 0
    // Missing and other malformed fields are reported as usual.
    const others = Object.fromEntries(Object.entries(whole).filter(([field]) => field !== name))
    const isOptional = spec.request.safeParse(others).success
    for (const body of isOptional
      ? []
      : [JSON.stringify(others), JSON.stringify({ ...others, [name]: null })])
      expect(await ask(path, body, options)).toMatchObject({ retCode: 1001, data: { field: name } })
    expect(await ask(path, JSON.stringify({ ...whole, [name]: 7, unknownField: 1 }), options)).toMatchObject({
      retCode: 1001,
      data: { field: 'unknownField' },
    })
    expect(await ask(path, `{"${name}":"a","${name}":"b"}`, options)).toMatchObject({ retCode: 1001 })
    expect(reached).toEqual([])
  })

  it('is reported in the language of the request', async () => {
    const body = JSON.stringify({ email: 'a@b.test', type: 2, pwd: [1], lang: 'ru' })
    const { message } = await ask('/api/user/login', body, { type: json })
    expect(message).toMatch(/[а-я]/)
  })
})
