import { createHmac } from 'node:crypto'
import { newCustomer, signIn } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { getProfile } from './profile.ts'
import { disableTotp, enableTotp, startTotp } from './totp.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

/** An authenticator app, worked out here and not by the product: RFC 4648 and RFC 6238. */
const appCode = (secret: string, atMs: number): string => {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const at = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}
const codeNow = (secret: string, afterMs = 0) => appCode(secret, platform.clock.now() + afterMs)
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000')
const otpWrong = { code: 'invalidCredentials', data: { otp: true } }

const withTotp = async () => {
  const ann = await newCustomer(platform)
  const { secret } = await startTotp(platform, ann.uid, ann.email)
  await enableTotp(platform, ann.uid, codeNow(secret))
  platform.clock.tick(30_000)
  return { ...ann, secret }
}

it('is off until a code of the app confirms it, and gives what an app needs', async () => {
  const ann = await newCustomer(platform)
  const { secret, otpauth } = await startTotp(platform, ann.uid, ann.email)
  const uri = new URL(otpauth)
  expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', secret])
  expect(decodeURIComponent(uri.pathname)).toBe(`/Glasshouse:${ann.email}`)
  expect(uri.searchParams.get('issuer')).toBe('Glasshouse')
  await signIn(platform, ann)
  const wrong = enableTotp(platform, ann.uid, wrongOf(codeNow(secret)))
  expect((await expectDomainError(wrong)).code).toBe('invalidVerificationCode')
  await signIn(platform, ann)
  await enableTotp(platform, ann.uid, codeNow(secret))
  expect(await expectDomainError(signIn(platform, ann))).toEqual(otpWrong)
  expect((await expectDomainError(startTotp(platform, ann.uid, ann.email))).code).toBe('invalidState')
  expect((await expectDomainError(enableTotp(platform, ann.uid, codeNow(secret)))).code).toBe('invalidState')
  expect((await listMessagesTo(platform.database.db, ann.email))[0]?.subject).toContain('two-step sign-in')
})

it('stands in the profile once it is on, not while it is being set up', async () => {
  const ann = await newCustomer(platform)
  const isOn = async () => (await getProfile(platform.database.db, ann.uid)).info.hasTwoStep
  const { secret } = await startTotp(platform, ann.uid, ann.email)
  expect(await isOn()).toBe(false)
  await enableTotp(platform, ann.uid, codeNow(secret))
  expect(await isOn()).toBe(true)
  platform.clock.tick(30_000)
  await disableTotp(platform, ann.uid, codeNow(secret))
  expect(await isOn()).toBe(false)
})

it('is asked for only after the password was right', async () => {
  const ann = await withTotp()
  const { email } = ann
  expect(await expectDomainError(signIn(platform, { email, password: 'wrong1' }))).toEqual({
    code: 'invalidCredentials',
    data: {},
  })
  const withCode = { otp: codeNow(ann.secret) }
  expect((await expectDomainError(signIn(platform, { email, password: 'wrong1' }, withCode))).data).toEqual(
    {},
  )
  await signIn(platform, ann, withCode)
})

it('counts a code once, of many at once too, and none from before', async () => {
  const ann = await withTotp()
  const otp = codeNow(ann.secret)
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => signIn(platform, ann, { otp })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const before = codeNow(ann.secret, -30_000)
  expect(await expectDomainError(signIn(platform, ann, { otp: before }))).toEqual(otpWrong)
  await signIn(platform, ann, { otp: codeNow(ann.secret, 30_000) })
})

it('lets slow fingers be half a minute late, and not a minute', async () => {
  const ann = await withTotp()
  platform.clock.tick(60_000)
  expect(await expectDomainError(signIn(platform, ann, { otp: codeNow(ann.secret, -60_000) }))).toEqual(
    otpWrong,
  )
  await signIn(platform, ann, { otp: codeNow(ann.secret, -30_000) })
})

it('lets five wrong codes through, from wherever they come, and asking without one does not count', async () => {
  const ann = await withTotp()
  for (let asks = 0; asks < 9; asks += 1)
    expect(await expectDomainError(signIn(platform, ann))).toEqual(otpWrong)
  const wrong = wrongOf(codeNow(ann.secret))
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      expectDomainError(signIn(platform, ann, { otp: wrong, ip: `192.0.2.${at}` })),
    ),
  )
  expect(guesses.filter(({ code }) => code === 'invalidCredentials')).toHaveLength(5)
  expect((await expectDomainError(signIn(platform, ann, { otp: codeNow(ann.secret) }))).code).toBe(
    'tooManyRequests',
  )
  platform.clock.tick(30_000)
  await signIn(platform, ann, { otp: codeNow(ann.secret) })
})

it('is switched off by a code and not without', async () => {
  const ann = await withTotp()
  for (const code of [undefined, '', '12345', 'abcdef'])
    expect(await expectDomainError(disableTotp(platform, ann.uid, code))).toEqual({
      code: 'invalidField',
      data: { field: 'code' },
    })
  const wrong = disableTotp(platform, ann.uid, wrongOf(codeNow(ann.secret)))
  expect((await expectDomainError(wrong)).code).toBe('invalidVerificationCode')
  await disableTotp(platform, ann.uid, codeNow(ann.secret))
  await signIn(platform, ann)
  expect((await expectDomainError(disableTotp(platform, ann.uid, codeNow(ann.secret)))).code).toBe(
    'invalidState',
  )
  const { secret } = await startTotp(platform, ann.uid, ann.email)
  expect(secret).not.toBe(ann.secret)
})

it('keeps the secret sealed, for its owner only', async () => {
  const [ann, bob] = [await withTotp(), await withTotp()]
  const { rows } = await sql<{ uid: number; secret: string }>`
    select uid, secret from identity_totp where uid in (${ann.uid}, ${bob.uid})
  `.execute(platform.database.db)
  for (const { secret } of rows) expect([ann.secret, bob.secret]).not.toContain(secret)
  await sql`
    update identity_totp set secret = ${rows.find(({ uid }) => uid === ann.uid)?.secret} where uid = ${bob.uid}
  `.execute(platform.database.db)
  const stolen = signIn(platform, bob, { otp: codeNow(ann.secret) })
  await expect(stolen).rejects.toThrow(/authenticate/)
})
