import { solveCaptcha } from '@glasshouse/testkit/captcha'
import { longIt } from '@glasshouse/testkit/cases'
import { newCustomer, signIn, testLock, testOrigin } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningLock } from '../../customers/locks/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { endLock, purgeAttempts, startLock } from '../index.fixture.ts'
import { authenticateCustomer } from '../index.ts'
import { createCaptcha, verifyCaptcha } from './captcha.ts'
import { createSignInCode, redeemSignInCode } from './introductions.ts'
import { listSessions, login, revokeSession } from './sessions.ts'

let platform: TestPlatform
let live: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  live = { ...platform, settings: { ...platform.settings, MODE: 'live' } }
})
afterAll(() => platform.database.drop())

const captchaRequired = { code: 'invalidField', data: { field: 'code' } }
const wrong = { code: 'invalidCredentials', data: {} }
const whose = (token: string) => authenticateCustomer(platform.database.db, platform.clock, token)
const customerOfToken = async (token: string) => {
  const session = await whose(token)
  if (session.kind !== 'ok') throw new Error('not signed in')
  return session.customer
}
const captcha = async () => solveCaptcha(await createCaptcha(live))

describe('failed sign-ins', () => {
  it('owe a captcha after five, known account or not, from that address only', async () => {
    const known = await newCustomer(platform)
    for (const [email, ip] of [
      [known.email, '192.0.2.1'],
      ['nobody@example.com', '192.0.2.2'],
    ] as const) {
      const guess = (more: object = {}) =>
        expectDomainError(signIn(live, { email, password: 'wrong1' }, { ip, ...more }))
      for (let tries = 0; tries < 5; tries += 1) expect(await guess()).toEqual(wrong)
      expect(await guess()).toEqual(captchaRequired)
      expect(await guess({ captcha: 'nonsense' })).toEqual(captchaRequired)
      const answer = await captcha()
      expect(await guess({ captcha: answer })).toEqual(wrong)
      expect(await guess({ captcha: answer })).toEqual(captchaRequired)
    }
    // The right password owes it too, and pays with it once; afterwards the count is forgotten.
    expect(await expectDomainError(signIn(live, known, { ip: '192.0.2.1' }))).toEqual(captchaRequired)
    expect(await signIn(live, known, { ip: '192.0.2.3' })).toHaveLength(43)
    await signIn(live, known, { ip: '192.0.2.1', captcha: await captcha() })
    expect(await signIn(live, known, { ip: '192.0.2.1' })).toHaveLength(43)
  })

  longIt('wait after ten, longer each time, and only those from the same address', async () => {
    const ann = await newCustomer(platform)
    const bad = { email: ann.email, password: 'wrong1' }
    const ip = '192.0.2.10'
    for (let tries = 0; tries < 10; tries += 1)
      await expectDomainError(signIn(live, bad, { ip, ...(tries < 5 ? {} : { captcha: await captcha() }) }))
    const waits = { code: 'tooManyRequests', data: { retryAfter: 30 } }
    expect(await expectDomainError(signIn(live, ann, { ip, captcha: await captcha() }))).toEqual(waits)
    platform.clock.tick(30_000)
    expect(await expectDomainError(signIn(live, bad, { ip, captcha: await captcha() }))).toEqual(wrong)
    expect((await expectDomainError(signIn(live, ann, { ip }))).data).toEqual({ retryAfter: 60 })
    // Somewhere else the owner gets in, at the price of a captcha.
    expect(await expectDomainError(signIn(live, ann, { ip: '192.0.2.11' }))).toEqual(captchaRequired)
    await signIn(live, ann, { ip: '192.0.2.11', captcha: await captcha() })
    platform.clock.tick(60_000)
    await signIn(live, ann, { ip, captcha: await captcha() })
  })

  it('are counted in practice mode too, where tests may fail twenty times first', async () => {
    const ann = await newCustomer(platform)
    const bad = { email: ann.email, password: 'wrong1' }
    for (let tries = 0; tries < 20; tries += 1)
      expect(await expectDomainError(signIn(platform, bad, { ip: '192.0.2.20' }))).toEqual(wrong)
    expect(await expectDomainError(signIn(platform, bad, { ip: '192.0.2.20' }))).toEqual(captchaRequired)
    platform.clock.tick(3_600_000)
    expect(await expectDomainError(signIn(platform, bad, { ip: '192.0.2.20' }))).toEqual(wrong)
  })

  it('cannot outrun their count: of a hundred guesses at once hardly more than five are looked at', async () => {
    const ann = await newCustomer(platform)
    const bad = { email: ann.email, password: 'wrong1' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => expectDomainError(signIn(live, bad, { ip: '192.0.2.30' }))),
    )
    const lookedAt = answers.filter(({ code }) => code === 'invalidCredentials').length
    expect(lookedAt).toBeGreaterThanOrEqual(5)
    expect(lookedAt).toBeLessThanOrEqual(8)
  })

  longIt('never hinder right ones: a hundred at once all get in', async () => {
    const ann = await newCustomer(platform)
    const tokens = await Promise.all(Array.from({ length: 100 }, () => signIn(live, ann)))
    expect(new Set(tokens).size).toBe(100)
  })

  it('are forgotten by the job after a day', async () => {
    await expectDomainError(signIn(live, { email: 'old@example.com', password: 'wrong1' }))
    platform.clock.tick(86_400_001)
    expect(await purgeAttempts(platform)).toBeGreaterThan(0)
    const { rows } = await sql`select 1 from access_attempt`.execute(platform.database.db)
    expect(rows).toEqual([])
  })
})

describe('a captcha', () => {
  it('counts once, for ten minutes, from this house, and only solved', async () => {
    const { db } = platform.database
    const challenge = await createCaptcha(live)
    const answer = solveCaptcha(challenge)
    const read = JSON.parse(Buffer.from(answer, 'base64').toString('utf8'))
    const pack = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')
    const forged = [
      '',
      'not base64 of anything',
      pack({}),
      pack({ ...read, solution: { ...read.solution, derivedKey: '00'.repeat(32) } }),
      pack({ ...read, challenge: { ...read.challenge, signature: '00'.repeat(32) } }),
      pack({
        ...read,
        challenge: {
          ...read.challenge,
          parameters: {
            ...read.challenge.parameters,
            data: { ...challenge.challenge.parameters.data, id: 'x' },
          },
        },
      }),
    ]
    for (const text of forged) expect(await verifyCaptcha(live, db, text)).toBe(false)
    const passed = await Promise.all(Array.from({ length: 10 }, () => verifyCaptcha(live, db, answer)))
    expect(passed.filter(Boolean)).toHaveLength(1)
    const late = await captcha()
    platform.clock.tick(600_000)
    expect(await verifyCaptcha(live, db, late)).toBe(false)
  })
})

describe('sessions', () => {
  it('are listed for their owner, who can end another one (103) and the current one (102)', async () => {
    const [ann, bob] = [await newCustomer(platform), await newCustomer(platform)]
    const here = await signIn(platform, ann)
    const there = await login(
      platform,
      { kind: 'phone', phone: ann.phone, password: ann.password, isRestricted: false },
      { ...testOrigin, ip: '198.51.100.7', userAgent: 'phone' },
    )
    const { db } = platform.database
    const [me, he] = [await customerOfToken(here), await customerOfToken(await signIn(platform, bob))]
    const listed = await listSessions(db, platform.clock, me)
    expect(listed).toEqual([
      expect.objectContaining({ ip: '198.51.100.7', userAgent: 'phone', current: false }),
      expect.objectContaining({ ip: '127.0.0.1', userAgent: 'test', current: true }),
    ])
    const other = listed[0]?.id ?? 0
    for (const [customer, id] of [
      [he, other],
      [me, 999_999],
    ] as const)
      expect((await expectDomainError(revokeSession(db, platform.clock, customer, id))).code).toBe('notFound')
    await revokeSession(db, platform.clock, me, other)
    expect(await whose(there)).toEqual({ kind: 'ended' })
    expect((await expectDomainError(revokeSession(db, platform.clock, me, other))).code).toBe('notFound')
    expect(await listSessions(db, platform.clock, me)).toHaveLength(1)
    await revokeSession(db, platform.clock, me, me.sessionId)
    expect(await whose(here)).toEqual({ kind: 'none' })
  })
})

describe('an introduction', () => {
  it('signs in on another device once, within a minute', async () => {
    const ann = await newCustomer(platform)
    const me = await customerOfToken(await signIn(platform, ann))
    const { code } = await createSignInCode(platform, me)
    const uses = await Promise.allSettled(
      Array.from({ length: 20 }, () => redeemSignInCode(platform, code, testOrigin)),
    )
    const tokens = uses.flatMap((use) => (use.status === 'fulfilled' ? [use.value] : []))
    expect(tokens).toHaveLength(1)
    expect((await customerOfToken(tokens[0] ?? '')).uid).toBe(ann.uid)
    const { code: late } = await createSignInCode(platform, me)
    platform.clock.tick(60_000)
    for (const text of [late, 'no such code', ''])
      expect((await expectDomainError(redeemSignInCode(platform, text, testOrigin))).code).toBe(
        'invalidVerificationCode',
      )
  })

  it('is worth nothing after a newer one, or once its session has ended', async () => {
    const ann = await newCustomer(platform)
    const me = await customerOfToken(await signIn(platform, ann))
    const { code: old } = await createSignInCode(platform, me)
    const { code } = await createSignInCode(platform, me)
    expect((await expectDomainError(redeemSignInCode(platform, old, testOrigin))).code).toBe(
      'invalidVerificationCode',
    )
    await revokeSession(platform.database.db, platform.clock, me, me.sessionId)
    expect((await expectDomainError(redeemSignInCode(platform, code, testOrigin))).code).toBe(
      'invalidVerificationCode',
    )
  })
})

describe('a locked account', () => {
  const lock = (uid: number) => transact(platform.database.db, (tx) => startLock(platform, tx, uid, testLock))
  const unlock = (uid: number) =>
    transact(platform.database.db, async (tx) => {
      const standing = await runningLock(tx, platform.clock, uid)
      if (standing === undefined) throw new Error('no lock stands')
      await endLock(platform, tx, standing, null)
    })

  it('loses all sessions and gets 1006 for the right password, 1007 for a wrong one, until the lock is lifted', async () => {
    const ann = await newCustomer(platform)
    const [here, there] = [await signIn(platform, ann), await signIn(platform, ann)]
    const { until } = await lock(ann.uid)
    expect([await whose(here), await whose(there)]).toEqual([{ kind: 'ended' }, { kind: 'ended' }])
    expect(await expectDomainError(signIn(platform, ann))).toEqual({
      code: 'notAllowed',
      data: { reason: 'stolen_access', until },
    })
    expect(await expectDomainError(signIn(platform, { ...ann, password: 'wrong1' }))).toEqual(wrong)
    await unlock(ann.uid)
    expect(await whose(await signIn(platform, ann))).toMatchObject({ kind: 'ok' })
    expect(await whose(here)).toEqual({ kind: 'ended' })
    expect((await expectDomainError(lock(999_999))).code).toBe('notFound')
  })

  it('keeps no session that was being opened meanwhile', async () => {
    const ann = await newCustomer(platform)
    const signingIn = Promise.allSettled(Array.from({ length: 12 }, () => signIn(platform, ann)))
    await lock(ann.uid)
    for (const result of await signingIn)
      if (result.status === 'fulfilled') expect(await whose(result.value)).toEqual({ kind: 'ended' })
  })
})
