import { customerSessions } from '@glasshouse/core/access/sessions'
import { addressKindFromWire, registerFromWire } from '@glasshouse/core/identity/codec'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAddress } from '../../customers/addresses/index.ts'
import { listMessagesTo } from '../../notifications/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { endCustomerSessions, purgeExpiredSessions } from '../index.fixture.ts'
import { authenticateCustomer, getProfile } from '../index.ts'
import { sendVerifyCode } from './codes.ts'
import { register } from './register.ts'
import { login, signOut } from './sessions.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

type Form = Parameters<typeof registerFromWire>[0]
let people = 0
const form = (changes: Partial<Form> = {}): Form => {
  people += 1
  return {
    telcode: '1',
    email: `person${people}@example.com`,
    phone: `1202555${String(1000 + people)}`,
    oid: '10000',
    pwd: 'harbour7',
    verifycode: '000000',
    type: 2,
    ...changes,
  }
}

const codeFor = async (channel: 'email' | 'sms', recipient: string): Promise<string> => {
  platform.clock.tick(120_000)
  const to = readAddress(channel === 'email' ? { email: recipient } : { phone: recipient })
  await sendVerifyCode(platform, { to, purpose: 1, lang: 'en', ip: '127.0.0.1' })
  return (await listMessagesTo(platform.database.db, recipient))[0]?.code ?? ''
}
const registered = async (changes: Partial<Form> = {}) => {
  const filled = form(changes)
  const verifycode = await codeFor(
    addressKindFromWire(filled.type) === 'phone' ? 'sms' : 'email',
    addressKindFromWire(filled.type) === 'phone' ? filled.phone : filled.email,
  )
  const { uid } = await register(platform, registerFromWire({ ...filled, verifycode }), 'ja')
  return { ...filled, verifycode, uid }
}
const origin = { ip: '127.0.0.1', userAgent: 'test', lang: 'en', device: null, country: null } as const
const signIn = (credentials: Partial<Parameters<typeof login>[1]>) =>
  login(platform, { kind: 'email', password: 'harbour7', isRestricted: false, ...credentials }, origin)
const whose = (token: string) => authenticateCustomer(platform.database.db, platform.clock, token)

describe('registering', () => {
  it('gives the next uid from 10001 up, an activation code and the profile of a beginner', async () => {
    const first = await registered({ email: 'First@Example.com' })
    expect(first.uid).toBe(10_001)
    const { info, activation, lang } = await getProfile(platform.database.db, first.uid)
    expect(activation).toEqual({ status: 1, untilMs: null })
    expect(info).toEqual({
      uid: 10_001,
      username: 'user10001',
      email: 'first@example.com',
      phone: first.phone,
      isEmailProven: true,
      isPhoneProven: false,
      avatar: 0,
      activationCode: expect.stringMatching(/^G[0-9A-Z]{8}$/),
      creditScore: 100,
      hasWithdrawPassword: false,
      letterWord: '',
      hasTwoStep: false,
      recoveryCodes: 0,
      hidesIdentityCheck: false,
      canSendToOthers: false,
      hasBoughtExperience: false,
      isIntroducingBroker: false,
    })
    expect(lang).toBe('ja')
  })

  it('takes the code of the phone with type 1, and a customer as referrer by uid or activation code', async () => {
    const inviter = await registered({ type: 1 })
    const { info } = await getProfile(platform.database.db, inviter.uid)
    const byUid = await registered({ oid: String(inviter.uid) })
    const byCode = await registered({ oid: info.activationCode.toLowerCase() })
    const { rows } = await sql<{ referrer_uid: number }>`
      select referrer_uid from identity_customer where uid in (${byUid.uid}, ${byCode.uid})
    `.execute(platform.database.db)
    expect(rows.map((row) => row.referrer_uid)).toEqual([inviter.uid, inviter.uid])
  })

  it('announces the customer', async () => {
    const { uid } = await registered()
    const facts = await platform.database.db.selectFrom('platform_fact').select(['kind', 'body']).execute()
    expect(facts).toContainEqual({ kind: 'customerRegistered', body: { uid, referrerUid: 10_000 } })
  })

  it('names the field that is malformed', async () => {
    const wrong: [string, Partial<Form>][] = [
      ['email', { email: '' }],
      ['email', { email: 'a b@example.com' }],
      ['telcode', { telcode: '+1' }],
      ['phone', { phone: '' }],
      ['phone', { phone: '12' }],
      ['phone', { telcode: '44' }],
      ['pwd', { pwd: 'short' }],
      ['pwd', { pwd: 'with space' }],
      ['pwd', { pwd: 'Password123' }],
      ['oid', { oid: '' }],
      ['oid', { oid: '1 0000' }],
      ['oid', { oid: '99999999' }],
      ['oid', { oid: 'GNOTACODE' }],
      ['verifycode', { verifycode: '12a456' }],
    ]
    for (const [field, changes] of wrong)
      expect(await expectDomainError(register(platform, registerFromWire(form(changes)), 'en'))).toEqual({
        code: 'invalidField',
        data: { field },
      })
  })

  it('tells that an address is taken only to who has the right code, and leaves that code usable', async () => {
    const known = await registered()
    const again = form({ email: known.email })
    expect((await expectDomainError(register(platform, registerFromWire(again), 'en'))).code).toBe(
      'invalidVerificationCode',
    )
    const verifycode = await codeFor('email', known.email)
    expect(
      await expectDomainError(register(platform, registerFromWire({ ...again, verifycode }), 'en')),
    ).toEqual({
      code: 'alreadyTaken',
      data: { field: 'email' },
    })
    // The phone was merely typed in until it is proven: then it is taken, too.
    await sql`update identity_customer set phone_proven_ms = 1 where uid = ${known.uid}`.execute(
      platform.database.db,
    )
    const newcomer = form({ phone: known.phone })
    const code = await codeFor('email', newcomer.email)
    expect(
      await expectDomainError(register(platform, registerFromWire({ ...newcomer, verifycode: code }), 'en')),
    ).toEqual({
      code: 'alreadyTaken',
      data: { field: 'phone' },
    })
    const { uid } = await register(
      platform,
      registerFromWire({ ...newcomer, phone: form().phone, verifycode: code }),
      'en',
    )
    expect(uid).toBeGreaterThan(known.uid)
  })

  it('spends the code, so that it tells nothing afterwards', async () => {
    const { uid: _, ...spent } = await registered()
    expect((await expectDomainError(register(platform, registerFromWire(spent), 'en'))).code).toBe(
      'invalidVerificationCode',
    )
  })

  it('registers one of many at once with the same code', async () => {
    const filled = form()
    const verifycode = await codeFor('email', filled.email)
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() => register(platform, registerFromWire({ ...filled, verifycode }), 'en')),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await sql`select 1 from identity_customer where email = ${filled.email}`.execute(
      platform.database.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('cannot make a customer their own referrer or a loop', async () => {
    const { uid } = await registered()
    const loop = sql`update identity_customer set referrer_uid = ${uid} where uid = ${uid}`
    await expect(loop.execute(platform.database.db)).rejects.toThrow(/check constraint/)
  })
})

describe('signing in', () => {
  it('works by e-mail in any case and by phone', async () => {
    const person = await registered()
    expect((await expectDomainError(signIn({ kind: 'phone', phone: person.phone }))).code).toBe(
      'invalidCredentials',
    )
    await sql`update identity_customer set phone_proven_ms = 1 where uid = ${person.uid}`.execute(
      platform.database.db,
    )
    for (const credentials of [
      { email: person.email.toUpperCase() },
      { kind: 'phone' as const, phone: person.phone },
    ]) {
      const token = await signIn(credentials)
      expect(token.length).toBeGreaterThanOrEqual(43)
      expect(await whose(token)).toMatchObject({ kind: 'ok', customer: { uid: person.uid } })
    }
  })

  it('refuses everything wrong alike', async () => {
    const person = await registered()
    const wrong = [
      { email: person.email, password: 'secret2' },
      { email: person.email, password: '' },
      { email: 'nobody@example.com' },
      { email: 'not an address' },
      { kind: 'phone' as const, phone: '12025559999' },
      { kind: 'phone' as const, phone: 'abc' },
    ]
    for (const credentials of wrong)
      expect(await expectDomainError(signIn(credentials))).toEqual({ code: 'invalidCredentials', data: {} })
    expect(await expectDomainError(signIn({}))).toEqual({ code: 'invalidField', data: { field: 'email' } })
  })

  it('never lets the house account in', async () => {
    const { rows } = await sql<{ email: string | null }>`
      select email, phone, password_hash from identity_customer where uid = 10000
    `.execute(platform.database.db)
    expect(rows).toEqual([{ email: null, phone: null, password_hash: null }])
  })

  it('keeps neither token nor password', async () => {
    const person = await registered({ pwd: 'Keep!Nothing9' })
    const token = await signIn({ email: person.email, password: 'Keep!Nothing9' })
    const { rows } = await sql<{ kept: string }>`
      select string_agg(s::text || c::text, '') as kept
      from identity_session s join identity_customer c using (uid) where uid = ${person.uid}
    `.execute(platform.database.db)
    expect(rows[0]?.kept).not.toContain(token)
    expect(rows[0]?.kept).not.toContain('Keep!Nothing9')
    expect(rows[0]?.kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('a session', () => {
  it('lasts fourteen days of the business calendar', async () => {
    const person = await registered()
    const token = await signIn({ email: person.email })
    platform.clock.advance(customerSessions.lengthMs - 1)
    expect((await whose(token)).kind).toBe('ok')
    platform.clock.advance(1)
    expect(await whose(token)).toEqual({ kind: 'none' })
    expect(await purgeExpiredSessions(platform)).toBeGreaterThanOrEqual(1)
    expect(await whose(token)).toEqual({ kind: 'none' })
  })

  it('is none after signing out, and ended when the platform ended it', async () => {
    const person = await registered()
    const [here, there] = [await signIn({ email: person.email }), await signIn({ email: person.email })]
    const session = await whose(here)
    if (session.kind !== 'ok') throw new Error('not signed in')
    await signOut(platform.database.db, platform.clock, session.customer)
    expect(await whose(here)).toEqual({ kind: 'none' })
    expect((await whose(there)).kind).toBe('ok')
    await transact(platform.database.db, (tx) => endCustomerSessions(tx, person.uid, platform.clock.now()))
    expect(await whose(there)).toEqual({ kind: 'ended' })
    expect(await whose(here)).toEqual({ kind: 'none' })
  })

  it('returns no customer for an unknown token', async () => {
    expect(await whose('')).toEqual({ kind: 'none' })
    expect(await whose('visitor')).toEqual({ kind: 'none' })
  })
})
