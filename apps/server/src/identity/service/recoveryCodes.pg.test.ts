import { newCustomer, signIn } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { appCode } from '@glasshouse/testkit/liveServer'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMessagesTo } from '../../notifications/index.ts'
import { authenticateCustomer } from '../index.ts'
import { getProfile } from './profile.ts'
import { stepUp } from './stepUp.ts'
import { disableTotp, enableTotp, renewRecoveryCodes, startTotp } from './totp.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
})
afterAll(() => platform.database.drop())

const withRecovery = async () => {
  const ann = await newCustomer(platform)
  const { secret } = await startTotp(platform, ann.uid, ann.email)
  const { recovery } = await enableTotp(
    platform,
    ann.uid,
    appCode(secret, Math.round((platform.clock.now() - Date.now()) / 30_000)),
  )
  platform.clock.tick(30_000)
  return { ...ann, recovery, first: recovery[0] ?? '', second: recovery[1] ?? '' }
}
const left = async (uid: number) => (await getProfile(platform.database.db, uid)).info.recoveryCodes
const otpWrong = { code: 'invalidCredentials', data: { otp: true } }

it('gives ten different codes, of which the database knows only hashes', async () => {
  const ann = await withRecovery()
  expect(new Set(ann.recovery).size).toBe(10)
  for (const code of ann.recovery) expect(code).toMatch(/^(?:[0-9]{4}-){4}[0-9]{4}$/)
  const { rows } = await sql`select * from identity_recovery_code`.execute(platform.database.db)
  for (const code of ann.recovery) expect(JSON.stringify(rows)).not.toContain(code)
  expect(await left(ann.uid)).toBe(10)
})

it('lets a code sign in once, however it is typed, and reports it by letter', async () => {
  const ann = await withRecovery()
  await signIn(platform, ann, { otp: ann.first.replaceAll('-', ' ') })
  expect(await expectDomainError(signIn(platform, ann, { otp: ann.first }))).toEqual(otpWrong)
  expect(await left(ann.uid)).toBe(9)
  const [letter] = await listMessagesTo(platform.database.db, ann.email)
  expect(letter?.subject).toContain('recovery code used')
})

it('lets one of twenty concurrent sign-ins through with one code', async () => {
  const ann = await withRecovery()
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => signIn(platform, ann, { otp: ann.first })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('steps up and switches two-step sign-in off, and is gone with it', async () => {
  const ann = await withRecovery()
  const token = await signIn(platform, ann, { otp: ann.first })
  const session = await authenticateCustomer(platform.database.db, platform.clock, token)
  if (session.kind !== 'ok') throw new Error('not signed in')
  const [, , third = '', fourth = ''] = ann.recovery
  await stepUp(platform, session.customer, { password: ann.password, otp: ann.second }, '127.0.0.1')
  await disableTotp(platform, ann.uid, third)
  expect(await left(ann.uid)).toBe(0)
  expect((await expectDomainError(disableTotp(platform, ann.uid, fourth))).code).toBe('invalidState')
})

it('counts wrong ones like wrong codes of the app: five, then a wait', async () => {
  const ann = await withRecovery()
  for (let tries = 0; tries < 5; tries += 1)
    expect(await expectDomainError(signIn(platform, ann, { otp: '0000-0000-0000-0000-0000' }))).toEqual(
      otpWrong,
    )
  expect((await expectDomainError(signIn(platform, ann, { otp: ann.first }))).code).toBe('tooManyRequests')
})

it('belongs to one customer', async () => {
  const [ann, bob] = [await withRecovery(), await withRecovery()]
  expect(await expectDomainError(signIn(platform, bob, { otp: ann.first }))).toEqual(otpWrong)
})

it('is replaced as a whole, only while two-step sign-in is on', async () => {
  const ann = await withRecovery()
  const { recovery } = await renewRecoveryCodes(platform, ann.uid)
  expect(recovery).toHaveLength(10)
  expect(await expectDomainError(signIn(platform, ann, { otp: ann.first }))).toEqual(otpWrong)
  await signIn(platform, ann, { otp: recovery[9] ?? '' })
  const bob = await newCustomer(platform)
  expect((await expectDomainError(renewRecoveryCodes(platform, bob.uid))).code).toBe('invalidState')
})
