import { codeFor, newCustomer, signIn } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { register } from '../index.fixture.ts'
import {
  authenticateCustomer,
  findSecurity,
  getProfile,
  verifySignInPassword,
  verifyWithdrawPassword,
} from '../index.ts'
import { changeProfile } from './account.ts'
import { resetPassword, setWithdrawPassword } from './passwords.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const whose = (token: string) => authenticateCustomer(platform.database.db, platform.clock, token)
const malformed = (field: string) => ({ code: 'invalidField', data: { field } })
const strong = () => ({ ...platform, settings: { ...platform.settings, PASSWORD_POLICY: 'strong' as const } })

describe('a new sign-in password', () => {
  it('by e-mail or phone ends every session, and the old one is wrong from now on', async () => {
    const ann = await newCustomer(platform)
    for (const kind of ['email', 'phone'] as const) {
      const tokens = [await signIn(platform, ann), await signIn(platform, ann)]
      const code = await codeFor(platform, ann[kind], 2)
      await resetPassword(platform, {
        kind,
        [kind]: ann[kind],
        password: `Changed1${kind}`,
        code,
      })
      for (const token of tokens) expect(await whose(token)).toEqual({ kind: 'ended' })
      expect((await expectDomainError(signIn(platform, ann))).code).toBe('invalidCredentials')
      Object.assign(ann, { password: `Changed1${kind}` })
      expect(await whose(await signIn(platform, ann))).toMatchObject({ kind: 'ok' })
    }
    expect(await findSecurity(platform.database.db, ann.uid)).toMatchObject({
      passwordChangedMs: platform.clock.business(),
    })
    const [message] = await listMessagesTo(platform.database.db, ann.email)
    expect(message).toMatchObject({ code: null, subject: 'Your Glasshouse account: password changed' })
  })

  it('without a type goes to whichever address is given', async () => {
    const ann = await newCustomer(platform)
    const code = await codeFor(platform, ann.phone, 2)
    await resetPassword(platform, { kind: null, phone: ann.phone, email: '', password: 'Changed1', code })
    await signIn(platform, { ...ann, password: 'Changed1' })
  })

  it('needs a code of its own purpose, spent by one of many at once', async () => {
    const ann = await newCustomer(platform)
    const forRegistering = await codeFor(platform, ann.email, 1)
    const form = { kind: 'email', email: ann.email, password: 'Changed1' } as const
    const bad = resetPassword(platform, { ...form, code: forRegistering })
    expect((await expectDomainError(bad)).code).toBe('invalidVerificationCode')
    const code = await codeFor(platform, ann.email, 2)
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() => resetPassword(platform, { ...form, code })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('answers unknown accounts like a wrong code, and leaves the code alone when the password may not be set', async () => {
    const unknown = {
      kind: 'email',
      email: 'nobody@example.com',
      password: 'Changed1',
      code: '123456',
    } as const
    expect((await expectDomainError(resetPassword(platform, unknown))).code).toBe('invalidVerificationCode')
    const ann = await newCustomer(platform)
    const code = await codeFor(platform, ann.email, 2)
    const form = { kind: 'email', email: ann.email, code } as const
    for (let tries = 0; tries < 9; tries += 1)
      expect(await expectDomainError(resetPassword(platform, { ...form, password: 'no' }))).toEqual(
        malformed('pwd'),
      )
    await resetPassword(platform, { ...form, password: 'Changed1' })
    expect(
      await expectDomainError(resetPassword(platform, { ...form, kind: 'phone', password: 'Changed1' })),
    ).toEqual(malformed('email'))
  })

  it('keeps no session that was being opened with the old one meanwhile', async () => {
    const ann = await newCustomer(platform)
    const code = await codeFor(platform, ann.email, 2)
    const signingIn = Promise.allSettled(Array.from({ length: 12 }, () => signIn(platform, ann)))
    await resetPassword(platform, { kind: 'email', email: ann.email, password: 'Changed1', code })
    for (const result of await signingIn)
      if (result.status === 'fulfilled') expect(await whose(result.value)).toEqual({ kind: 'ended' })
  })

  it('under the strong policy is 8 to 64 characters of any script and not well known', async () => {
    const ann = await newCustomer(platform)
    const code = await codeFor(platform, ann.email, 2)
    const form = { kind: 'email', email: ann.email, code } as const
    for (const password of ['Demo12!', 'Password1!', 'x'.repeat(65)])
      expect(await expectDomainError(resetPassword(strong(), { ...form, password }))).toEqual(
        malformed('pwd'),
      )
    const composed = 'Ünd jetzt schläft Bodo'
    await resetPassword(strong(), { ...form, password: composed.normalize('NFD') })
    for (const typed of ['NFC', 'NFD'] as const)
      await signIn(platform, { email: ann.email, password: composed.normalize(typed) })
    const registration = register(
      strong(),
      {
        dialCode: '1',
        email: 'x@example.com',
        phone: '12025559988',
        referrer: '10000',
        password: 'letmein123',
        code: '000000',
        kind: 'email',
      },
      'en',
    )
    expect(await expectDomainError(registration)).toEqual(malformed('pwd'))
  })
})

describe('the withdraw password', () => {
  const check = (uid: number, password: string) => verifyWithdrawPassword(platform, uid, password)

  it('is set freely once, and afterwards with a code to the own address', async () => {
    const ann = await newCustomer(platform)
    expect((await expectDomainError(check(ann.uid, 'anything'))).code).toBe('invalidState')
    await setWithdrawPassword(platform, ann.uid, { password: 'Money1!', kind: null }, 'password')
    await check(ann.uid, 'Money1!')
    expect((await getProfile(platform.database.db, ann.uid)).info.hasWithdrawPassword).toBe(true)
    expect(
      await expectDomainError(
        setWithdrawPassword(platform, ann.uid, { password: 'Money2!', kind: null }, 'password'),
      ),
    ).toEqual(malformed('type'))
    const empty = setWithdrawPassword(platform, ann.uid, { password: 'Money2!', kind: 'email' }, 'password')
    expect(await expectDomainError(empty)).toEqual(malformed('verifycode'))
    const bob = await newCustomer(platform)
    const bobs = await codeFor(platform, bob.email, 2)
    await codeFor(platform, ann.email, 2)
    const foreign = setWithdrawPassword(
      platform,
      ann.uid,
      { password: 'Money2!', kind: 'email', code: bobs },
      'password',
    )
    expect((await expectDomainError(foreign)).code).toBe('invalidVerificationCode')
    for (const kind of ['phone', 'email'] as const) {
      const code = await codeFor(platform, ann[kind], 2)
      await setWithdrawPassword(platform, ann.uid, { password: `Money2${kind}`, kind, code }, 'password')
      await check(ann.uid, `Money2${kind}`)
      expect((await expectDomainError(check(ann.uid, 'Money1!'))).code).toBe('invalidCredentials')
    }
    expect(await findSecurity(platform.database.db, ann.uid)).toMatchObject({
      withdrawPasswordChangedMs: platform.clock.business(),
      passwordChangedMs: null,
    })
  })

  it('takes no code from an e-mail address younger than a day, but one from the phone', async () => {
    const ann = await newCustomer(platform)
    await setWithdrawPassword(platform, ann.uid, { password: 'Money1!', kind: null }, 'password')
    const email = 'fresh@example.com'
    const command = { email, dialCode: '', code: await codeFor(platform, email, 3) }
    await changeProfile(platform, ann.uid, command, async () => 'password')
    const until = platform.clock.business() + 86_400_000
    const change = async (kind: 'phone' | 'email') => {
      const code = await codeFor(platform, kind === 'phone' ? ann.phone : email, 2)
      return setWithdrawPassword(platform, ann.uid, { password: `Money1!${kind}`, kind, code }, 'password')
    }
    expect(await expectDomainError(change('email'))).toEqual({ code: 'invalidState', data: { until } })
    await change('phone')
    platform.clock.advance(86_400_000)
    await change('email')
  })

  it('is set by exactly one of many first ones at once', async () => {
    const ann = await newCustomer(platform)
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        setWithdrawPassword(platform, ann.uid, { password: `Money${at}!`, kind: null }, 'password'),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const first = results.findIndex(({ status }) => status === 'fulfilled')
    await check(ann.uid, `Money${first}!`)
  })

  it('lets five wrong ones through, however many at once, then nothing until the wait is over', async () => {
    const ann = await newCustomer(platform)
    await setWithdrawPassword(platform, ann.uid, { password: 'Money1!', kind: null }, 'password')
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => expectDomainError(check(ann.uid, 'Money2!'))),
    )
    expect(guesses.filter(({ code }) => code === 'invalidCredentials')).toHaveLength(5)
    expect(guesses.filter(({ code }) => code === 'tooManyRequests')).toHaveLength(45)
    expect(await expectDomainError(check(ann.uid, 'Money1!'))).toEqual({
      code: 'tooManyRequests',
      data: { retryAfter: 30 },
    })
    platform.clock.tick(30_000)
    await check(ann.uid, 'Money1!')
    expect((await expectDomainError(check(ann.uid, 'Money2!'))).code).toBe('invalidCredentials')
    await check(ann.uid, 'Money1!')
  })

  it('lets a hundred right ones through at once', async () => {
    const ann = await newCustomer(platform)
    await setWithdrawPassword(platform, ann.uid, { password: 'Money1!', kind: null }, 'password')
    await Promise.all(Array.from({ length: 100 }, () => check(ann.uid, 'Money1!')))
  })

  it('can be tried again once a new one was set with a code', async () => {
    const ann = await newCustomer(platform)
    await setWithdrawPassword(platform, ann.uid, { password: 'Money1!', kind: null }, 'password')
    const code = await codeFor(platform, ann.email, 2)
    for (let tries = 0; tries < 5; tries += 1) await expectDomainError(check(ann.uid, 'wrong1'))
    await setWithdrawPassword(platform, ann.uid, { password: 'Money9!', kind: 'email', code }, 'password')
    await check(ann.uid, 'Money9!')
  })
})

it('knows all three passwords of a customer however they are typed', async () => {
  const set = 'Ｇｅｈｅｉｍ schla\u0308ft ﬁnster\u00B2'
  const typed = 'Geheim schl\u00E4ft finster2'
  const ann = await newCustomer(platform, undefined, set)
  await setWithdrawPassword(strong(), ann.uid, { password: set, kind: null }, 'password')
  for (const password of [set, typed]) {
    await signIn(platform, { email: ann.email, password })
    await verifySignInPassword(platform, ann.uid, password)
    await verifyWithdrawPassword(platform, ann.uid, password)
  }
  const other = `${typed}2`
  for (const wrong of [
    () => signIn(platform, { email: ann.email, password: other }),
    () => verifySignInPassword(platform, ann.uid, other),
    () => verifyWithdrawPassword(platform, ann.uid, other),
  ])
    expect((await expectDomainError(wrong())).code).toBe('invalidCredentials')
})

it('checks the own sign-in password with five wrong ones', async () => {
  const ann = await newCustomer(platform)
  await verifySignInPassword(platform, ann.uid, ann.password)
  for (let tries = 0; tries < 5; tries += 1)
    expect((await expectDomainError(verifySignInPassword(platform, ann.uid, 'wrong1'))).code).toBe(
      'invalidCredentials',
    )
  expect((await expectDomainError(verifySignInPassword(platform, ann.uid, ann.password))).code).toBe(
    'tooManyRequests',
  )
})
