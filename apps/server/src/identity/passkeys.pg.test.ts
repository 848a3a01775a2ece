import { type AuthenticatorFault, createAuthenticator } from '@glasshouse/testkit/authenticator'
import { codeFor, newCustomer, signIn, type TestCustomer } from '@glasshouse/testkit/customers'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { appCode } from '@glasshouse/testkit/liveServer'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { type Post, post } from '@glasshouse/testkit/requests'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { passkeyChallengeTtlMs } from '../access/passkeys/index.fixture.ts'
import { relyingPartyOf } from '../access/principal/index.ts'
import { listMessagesTo } from '../notifications/index.ts'
import { buildHttp, listen } from '../platform/http/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { findStepUpStatus, identityRoutes, runLostFactors } from './index.fixture.ts'
import { authenticateCustomer, closeCustomer } from './index.ts'
import { lockOwnAccount } from './service/locks.ts'
import { listCustomerPasskeys, removePasskey } from './service/passkeys.ts'
import { customerKind } from './service/principal.ts'
import { enableTotp, startTotp } from './service/totp.ts'
import { lockCustomer } from './store/customers.ts'

/** Passkeys over a real socket, with a software authenticator. */

const site = { origin: 'https://glasshouse.test', rpId: 'glasshouse.test' }

let platform: TestPlatform
let app: FastifyInstance
let baseUrl: string

beforeAll(async () => {
  const fresh = testPlatform(await cloneDatabase())
  platform = { ...fresh, settings: { ...fresh.settings, PUBLIC_URL: site.origin } }
  const { db } = platform.database
  app = buildHttp({
    platform,
    routes: identityRoutes({
      ...platform,
      isOffered: async () => true,
      recheckIdentity: async () => 'notNeeded',
    }),
    customerOf: (token) => authenticateCustomer(db, platform.clock, token),
    staffOf: async () => ({ kind: 'none' }),
    stepUpOf: (customer) => findStepUpStatus(db, platform.clock, customer),
    refuseUnknownFields: true,
  })
  baseUrl = `http://127.0.0.1:${await listen(app, '127.0.0.1', 0)}`
})
afterAll(async () => {
  await app.close()
  await platform.database.drop()
})

type Fields = Readonly<Record<string, string | number>>
const ask = (call: string, fields: Fields = {}, token?: string) => {
  platform.clock.tick(1)
  const more: Partial<Post> = token === undefined ? {} : { token }
  return post(baseUrl, `/api/user/${call}`, fields, { time: platform.clock.now(), ...more })
}
type Options = { readonly challenge: string; readonly excludeCredentials?: readonly { id: string }[] }
const optionsOf = async (call: string, fields: Fields = {}, token?: string): Promise<Options> => {
  const { retCode, data } = await ask(call, fields, token)
  expect([call, retCode]).toEqual([call, 0])
  return (data as { options: Options }).options
}
type SignedIn = TestCustomer & { readonly token: string }
const signedIn = async (): Promise<SignedIn> => {
  const customer = await newCustomer(platform)
  return { ...customer, token: await signIn(platform, customer) }
}
const stepUp = (customer: SignedIn, proof: Fields = {}) =>
  ask('stepUp', { pwd: customer.password, ...proof }, customer.token)
const name = 'Laptop'
/** A customer with a passkey and the authenticator that holds it. */
const withPasskey = async (counts = true) => {
  const customer = await signedIn()
  await stepUp(customer)
  const authenticator = createAuthenticator(site, counts)
  const options = await optionsOf('passkeyAdd', { name }, customer.token)
  const added = await ask('passkeyAdd', { name, credential: authenticator.create(options) }, customer.token)
  expect(added.retCode).toBe(0)
  return { ...customer, authenticator, id: (added.data as { id: number }).id }
}
const loginWith = async ({ get }: ReturnType<typeof createAuthenticator>, fault: AuthenticatorFault = {}) =>
  ask('passkeyLogin', { credential: get(await optionsOf('passkeyLogin'), fault) })
const wrong = { retCode: 1007, data: { passkey: true } }

describe('adding a passkey', () => {
  it('needs a confirmed session, excludes what the authenticator has, and is reported by a letter', async () => {
    const ann = await signedIn()
    expect((await ask('passkeyAdd', { name }, ann.token)).retCode).toBe(1010)
    const bob = await withPasskey()
    const letters = await listMessagesTo(platform.database.db, bob.email)
    expect(letters.map(({ subject }) => subject)).toContain('Your Glasshouse account: passkey added')
    const credential = bob.authenticator.get(await optionsOf('passkeyOptions', {}, bob.token))
    await stepUp(bob, { credential })
    const { excludeCredentials, ...options } = await optionsOf('passkeyAdd', { name }, bob.token)
    expect(excludeCredentials).toMatchObject([{ id: bob.authenticator.id }])
    expect(options).toMatchObject({
      rp: { id: site.rpId },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(JSON.stringify(options)).not.toContain(bob.email)
    const again = await ask(
      'passkeyAdd',
      { name, credential: bob.authenticator.create(options as Options) },
      bob.token,
    )
    expect(again.retCode).toBe(1009)
    const { data } = await ask('passkeys', {}, bob.token)
    expect(data).toMatchObject([{ id: bob.id, name, synced: false }])
  })
  it.each<[string, AuthenticatorFault]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another domain', { rpId: 'evil.test' }],
    ['a challenge of its own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a frame of another site', { crossOrigin: true }],
    ['an unverified user', { isUserVerified: false }],
  ])('is refused from %s', async (_, fault) => {
    const ann = await signedIn()
    await stepUp(ann)
    const options = await optionsOf('passkeyAdd', { name }, ann.token)
    const credential = createAuthenticator(site).create(options, fault)
    expect(await ask('passkeyAdd', { name, credential }, ann.token)).toMatchObject(wrong)
    expect((await ask('passkeys', {}, ann.token)).data).toEqual([])
  })
  it('answers a challenge once, within five minutes, in its own session', async () => {
    const [ann, bob] = [await signedIn(), await signedIn()]
    for (const customer of [ann, bob]) await stepUp(customer)
    const first = createAuthenticator(site).create(await optionsOf('passkeyAdd', { name }, ann.token))
    expect(await ask('passkeyAdd', { name, credential: first }, bob.token)).toMatchObject(wrong)
    expect((await ask('passkeyAdd', { name, credential: first }, ann.token)).retCode).toBe(0)
    await sql`delete from identity_passkey where uid = ${ann.uid}`.execute(platform.database.db)
    expect(await ask('passkeyAdd', { name, credential: first }, ann.token)).toMatchObject(wrong)
    const late = createAuthenticator(site).create(await optionsOf('passkeyAdd', { name }, ann.token))
    platform.clock.tick(passkeyChallengeTtlMs)
    expect((await stepUp(ann)).retCode).toBe(0)
    expect(await ask('passkeyAdd', { name, credential: late }, ann.token)).toMatchObject(wrong)
  })
  it.each([
    '',
    'null',
    '{}',
    '[]',
    '{"id":"x","rawId":"x","type":"public-key","response":{"clientDataJSON":"e30"}}',
  ])('is refused with the malformed answer %j', async (credential) => {
    const ann = await signedIn()
    await stepUp(ann)
    expect(await ask('passkeyAdd', { name, credential }, ann.token)).toMatchObject(wrong)
  })
})

describe('signing in with a passkey', () => {
  it('opens a session, pauses nothing and notes the use', async () => {
    const ann = await withPasskey()
    const { retCode, data } = await loginWith(ann.authenticator)
    expect(retCode).toBe(0)
    const { token } = data as { token: string }
    const customer = await authenticateCustomer(platform.database.db, platform.clock, token)
    expect(customer).toMatchObject({ kind: 'ok', customer: { uid: ann.uid } })
    const { rows } = await sql`select pause_until_ms from identity_customer where uid = ${ann.uid}`.execute(
      platform.database.db,
    )
    expect(rows).toEqual([{ pause_until_ms: null }])
    expect((await ask('passkeys', {}, token)).data).toMatchObject([
      { lastUsed: platform.clock.business() - 1 },
    ])
  })
  it('works again and again, also with synced passkeys, which count nothing', async () => {
    for (const counts of [true, false]) {
      const ann = await withPasskey(counts)
      for (let at = 0; at < 3; at++) expect((await loginWith(ann.authenticator)).retCode).toBe(0)
      const { data } = await ask('passkeys', {}, ann.token)
      expect(data).toMatchObject([{ synced: !counts }])
    }
  })
  it.each<[string, AuthenticatorFault]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another origin that begins alike', { origin: `${site.origin}.evil.test` }],
    ['another domain', { rpId: 'evil.test' }],
    ['a challenge of its own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['a frame of another site', { crossOrigin: true }],
    ['an unverified user', { isUserVerified: false }],
    ['a clone whose counter is behind', { counter: 1 }],
    ['a clone whose counter stands still', { counter: 2 }],
    ['another customer’s handle', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
  ])('is refused from %s', async (_, fault) => {
    const ann = await withPasskey()
    for (let at = 0; at < 2; at++) expect((await loginWith(ann.authenticator)).retCode).toBe(0)
    expect(await loginWith(ann.authenticator, fault)).toMatchObject(wrong)
    expect((await loginWith(ann.authenticator, { counter: 9 })).retCode).toBe(0)
  })
  it('is refused when an answer is replayed, also when a hundred come at once', async () => {
    const ann = await withPasskey(false)
    const credential = ann.authenticator.get(await optionsOf('passkeyLogin'))
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask('passkeyLogin', { credential })))
    expect(answers.filter(({ retCode }) => retCode === 0)).toHaveLength(1)
    expect(await ask('passkeyLogin', { credential })).toMatchObject(wrong)
  })
  it('is refused with an expired challenge, and with one of a step-up', async () => {
    const ann = await withPasskey()
    const late = ann.authenticator.get(await optionsOf('passkeyLogin'))
    const confirming = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    expect(await ask('passkeyLogin', { credential: confirming })).toMatchObject(wrong)
    platform.clock.tick(passkeyChallengeTtlMs)
    expect(await ask('passkeyLogin', { credential: late })).toMatchObject(wrong)
  })
  it('is refused with a removed passkey and with one that was never added', async () => {
    const ann = await withPasskey()
    const credential = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    expect((await stepUp(ann, { credential })).retCode).toBe(0)
    expect((await ask('passkeyRemove', { id: ann.id }, ann.token)).retCode).toBe(0)
    expect((await ask('passkeyRemove', { id: ann.id }, ann.token)).retCode).toBe(1005)
    expect(await loginWith(ann.authenticator)).toMatchObject(wrong)
    expect(await loginWith(createAuthenticator(site))).toMatchObject(wrong)
  })
  it('gets 1006 with the reason and the end while the account is locked', async () => {
    const ann = await withPasskey()
    const { until } = await lockOwnAccount(platform, ann.uid)
    expect(await loginWith(ann.authenticator)).toMatchObject({
      retCode: 1006,
      data: { reason: 'customer_request', until },
    })
  })
})

describe('a passkey as second factor', () => {
  const passwordLogin = ({ email, password }: TestCustomer, more: Fields = {}) =>
    ask('login', { email, pwd: password, type: 2, ...more })

  it('is needed beside the password, at sign-in and to confirm', async () => {
    const ann = await withPasskey()
    expect(await passwordLogin(ann)).toMatchObject(wrong)
    const credential = ann.authenticator.get(await optionsOf('passkeyLogin'))
    expect((await passwordLogin(ann, { credential })).retCode).toBe(0)
    expect(await stepUp(ann)).toMatchObject(wrong)
    // The session was confirmed by the password alone, before there was a passkey.
    expect(await ask('passkeyAdd', { name }, ann.token)).toMatchObject({
      retCode: 1010,
      data: { factors: ['password', 'passkey'] },
    })
    const confirming = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    expect((await stepUp(ann, { credential: confirming })).retCode).toBe(0)
    expect((await ask('passkeyAdd', { name }, ann.token)).retCode).toBe(0)
  })
  it('of another customer, of another session and used once before confirms nothing', async () => {
    const [ann, bob] = [await withPasskey(), await withPasskey()]
    const options = await optionsOf('passkeyOptions', {}, ann.token)
    expect(await stepUp(ann, { credential: bob.authenticator.get(options) })).toMatchObject(wrong)
    const elsewhere = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    const login = await loginWith(ann.authenticator)
    const other = { ...ann, token: (login.data as { token: string }).token }
    expect(await stepUp(other, { credential: elsewhere })).toMatchObject(wrong)
    const right = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    expect((await stepUp(ann, { credential: right })).retCode).toBe(0)
    expect(await stepUp(ann, { credential: right })).toMatchObject(wrong)
    expect((await stepUp({ ...ann, password: 'Wrong!123' }, {})).data).toEqual({})
  })
  it('confirms nothing with a challenge that was for adding one', async () => {
    const ann = await withPasskey()
    const first = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    expect((await stepUp(ann, { credential: first })).retCode).toBe(0)
    const adding = ann.authenticator.get(await optionsOf('passkeyAdd', { name }, ann.token))
    expect(await stepUp(ann, { credential: adding })).toMatchObject(wrong)
  })
  it('makes the account wait after five wrong answers', async () => {
    const ann = await withPasskey()
    for (let at = 0; at < 5; at++) expect(await stepUp(ann, { credential: '{}' })).toMatchObject(wrong)
    expect((await stepUp(ann, { credential: '{}' })).retCode).toBe(1004)
  })
  it('is one of two where the app is on as well', async () => {
    const ann = await withPasskey()
    const { secret } = await startTotp(platform, ann.uid, ann.email)
    const code = () => {
      platform.clock.tick(30_000)
      return appCode(secret, Math.round((platform.clock.now() - Date.now()) / 30_000))
    }
    await enableTotp(platform, ann.uid, code())
    expect(await stepUp(ann)).toMatchObject({ retCode: 1007, data: { otp: true, passkey: true } })
    expect((await stepUp(ann, { otp: code() })).retCode).toBe(0)
    const credential = ann.authenticator.get(await optionsOf('passkeyOptions', {}, ann.token))
    expect((await stepUp(ann, { credential })).retCode).toBe(0)
  })
  it('opens no session of an account that closes while the sign-in waits for it', async () => {
    const ann = await withPasskey()
    const credential = ann.authenticator.get(await optionsOf('passkeyLogin'))
    const { db } = platform.database
    const listLockWaits = async () =>
      (
        await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
      ).rows
    const { login } = await transact(db, async (tx) => {
      await lockCustomer(tx, ann.uid)
      const login = ask('passkeyLogin', { credential })
      await expect.poll(async () => (await listLockWaits()).length).toBe(1)
      await closeCustomer(tx, ann.uid, { nowMs: platform.clock.now(), businessMs: platform.clock.business() })
      return { login }
    })
    expect(await login).toMatchObject({ retCode: 1007 })
  })
  it('goes with the lost factors after seven days', async () => {
    const ann = await withPasskey()
    const verifycode = await codeFor(platform, ann.email, 2)
    const { email, password: pwd } = ann
    expect((await ask('lostFactor', { email, type: 2, pwd, verifycode })).retCode).toBe(0)
    platform.clock.advance(7 * 86_400_000)
    await runLostFactors(platform)
    expect((await passwordLogin(ann)).retCode).toBe(0)
  })
  it('is announced once for the days a late run missed, and never by a link that is over', async () => {
    const ann = await withPasskey()
    const verifycode = await codeFor(platform, ann.email, 2)
    const { email, password: pwd } = ann
    expect((await ask('lostFactor', { email, type: 2, pwd, verifycode })).retCode).toBe(0)
    const countLetters = async () =>
      (await listMessagesTo(platform.database.db, email)).filter(({ body }) => body.includes('/undo?token='))
        .length
    platform.clock.advance(3 * 86_400_000)
    await runLostFactors(platform)
    expect(await countLetters()).toBe(2)
    platform.clock.advance(86_400_000)
    await runLostFactors(platform)
    expect(await countLetters()).toBe(3)
    platform.clock.advance(3 * 86_400_000)
    await runLostFactors(platform)
    expect(await countLetters()).toBe(3)
    expect((await passwordLogin(ann)).retCode).toBe(0)
  })
  it('goes although the request before it fails, which is tried again', async () => {
    const [ann, ben] = [await withPasskey(), await withPasskey()]
    for (const { email, password: pwd } of [ann, ben]) {
      const verifycode = await codeFor(platform, email, 2)
      expect((await ask('lostFactor', { email, type: 2, pwd, verifycode })).retCode).toBe(0)
    }
    const { db } = platform.database
    await sql`
      create function fails() returns trigger language plpgsql as $$ begin raise 'planted'; end $$`.execute(
      db,
    )
    await sql
      .raw(
        `create trigger fails before delete on identity_lost_factor for each row when (old.uid = ${ann.uid}) execute function fails()`,
      )
      .execute(db)
    platform.clock.advance(7 * 86_400_000)
    expect(await runLostFactors(platform)).toBe(1)
    expect((await passwordLogin(ben)).retCode).toBe(0)
    expect(await passwordLogin(ann)).toMatchObject({ retCode: 1007, data: { passkey: true } })
    await sql`drop function fails cascade`.execute(db)
    expect(await runLostFactors(platform)).toBe(1)
    expect((await passwordLogin(ann)).retCode).toBe(0)
  })
  it('ends a request for lost factors when it is removed, so that a factor added later stays', async () => {
    const ann = await withPasskey()
    const verifycode = await codeFor(platform, ann.email, 2)
    const { email, password: pwd } = ann
    expect((await ask('lostFactor', { email, type: 2, pwd, verifycode })).retCode).toBe(0)
    const [passkey] = await listCustomerPasskeys(platform.database.db, ann.uid)
    await removePasskey(platform, ann.uid, passkey?.id ?? 0)
    const { secret } = await startTotp(platform, ann.uid, email)
    await enableTotp(
      platform,
      ann.uid,
      appCode(secret, Math.round((platform.clock.now() - Date.now()) / 30_000)),
    )
    platform.clock.advance(7 * 86_400_000)
    await runLostFactors(platform)
    expect(await passwordLogin(ann)).toMatchObject({ retCode: 1007, data: { otp: true } })
  })
  it('stays where the account was locked after the request, whose links are spent', async () => {
    const ann = await withPasskey()
    const verifycode = await codeFor(platform, ann.email, 2)
    const { email, password: pwd } = ann
    expect((await ask('lostFactor', { email, type: 2, pwd, verifycode })).retCode).toBe(0)
    const links = async () => {
      const { rows } = await sql<{ open: number }>`
        select count(*) as open from identity_undo where uid = ${ann.uid} and kind = 'lostFactor' and used_ms is null`.execute(
        platform.database.db,
      )
      return rows[0]?.open
    }
    expect(await links()).toBeGreaterThan(0)
    await lockOwnAccount(platform, ann.uid)
    expect(await links()).toBe(0)
    platform.clock.advance(7 * 86_400_000)
    await runLostFactors(platform)
    expect(await passwordLogin(ann)).toMatchObject({ retCode: 1007, data: { passkey: true } })
  })
})

describe('the relying party', () => {
  it('is the domain of PUBLIC_URL and is not guessed in live mode', () => {
    expect(relyingPartyOf(customerKind, platform.settings)).toEqual({ id: site.rpId, origin: site.origin })
    expect(relyingPartyOf(customerKind, readSettings({ PORT: '3210' }, {}))).toEqual({
      id: 'localhost',
      origin: 'http://localhost:3210',
    })
    const { PUBLIC_URL: _, ...rest } = platform.settings
    expect(() => relyingPartyOf(customerKind, { ...rest, PUBLIC_URL: undefined, MODE: 'live' })).toThrow(
      'PUBLIC_URL',
    )
  })
})
