import { type AuthenticatorFault, createAuthenticator } from '@glasshouse/testkit/authenticator'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { passkeyChallengeTtlMs } from '../../access/passkeys/index.fixture.ts'
import { relyingPartyOf } from '../../access/principal/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { purgeStaffChallenges } from '../jobs.ts'
import { origin, password, type StaffTeam, startStaffTeam } from '../staff.fixture.ts'
import { addPasskey, listPasskeys, passkeySignInOptions, removePasskey } from './passkeys.ts'
import { staffKind } from './principal.ts'
import { login } from './sessions.ts'

const site = { origin: 'https://glasshouse.test', rpId: 'glasshouse.test' }
const name = 'Laptop'

let office: StaffTeam
/** The same team in live mode. */
let live: StaffTeam
let ann: StaffIdentity
beforeEach(async () => {
  const fresh = await startStaffTeam()
  const settings = { ...fresh.settings, PUBLIC_URL: site.origin }
  office = { ...fresh, settings }
  live = { ...fresh, settings: { ...settings, MODE: 'live' as const } }
  ann = await fresh.member('ann')
})
afterEach(() => office.database.drop())

const add = async (member: StaffIdentity, authenticator = createAuthenticator(site)) => {
  const { options } = await addPasskey(office, member, origin, { name, password: password })
  if (options === undefined) throw new Error('no options')
  await addPasskey(office, member, origin, {
    name,
    password: password,
    credential: authenticator.create(options),
  })
  return authenticator
}
const signIn = async (
  team: StaffTeam,
  { get }: ReturnType<typeof createAuthenticator>,
  fault: AuthenticatorFault = {},
  email = 'ann@glasshouse.test',
) => {
  const { options } = await passkeySignInOptions(team)
  return login(team, { email, password, credential: get(options, fault) }, origin)
}
const wrong = { code: 'invalidCredentials', data: { passkey: true } }
const credentials = { email: 'ann@glasshouse.test', password }

describe('a passkey of staff', () => {
  it('is required in live mode from both roles, and an app is not enough', async () => {
    for (const email of ['ann@glasshouse.test', 'sue@glasshouse.test'])
      expect((await expectDomainError(login(live, { email, password, otp: '123456' }, origin))).code).toBe(
        'invalidCredentials',
      )
    const authenticator = await add(ann)
    // After the right password alone, the credentials are named for a device that holds several.
    const asked = { ...wrong, data: { passkey: true, passkeys: [authenticator.id] } }
    expect(await expectDomainError(login(live, credentials, origin))).toEqual(asked)
    expect(await expectDomainError(login(live, { ...credentials, otp: '123456' }, origin))).toEqual(asked)
    // Without the password an attacker does not learn that there is one.
    expect(
      (await expectDomainError(login(live, { ...credentials, password: 'wrong' }, origin))).data,
    ).toEqual({})
    expect((await office.whose(await signIn(live, authenticator))).kind).toBe('ok')
  })
  it('is asked for in practice mode once there is one', async () => {
    await office.signIn('ann@glasshouse.test')
    const authenticator = await add(ann)
    expect((await expectDomainError(office.signIn('ann@glasshouse.test'))).data).toMatchObject({
      passkey: true,
    })
    expect((await office.whose(await signIn(office, authenticator))).kind).toBe('ok')
  })
  it.each<[string, AuthenticatorFault]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another domain', { rpId: 'evil.test' }],
    ['a challenge of its own', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
    ['an unverified user', { isUserVerified: false }],
    ['a clone whose counter stands still', { counter: 1 }],
    ['the handle of another owner', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ])('is refused from %s', async (_, fault) => {
    const authenticator = await add(ann)
    await signIn(live, authenticator)
    expect(await expectDomainError(signIn(live, authenticator, fault))).toEqual(wrong)
    await signIn(live, authenticator, { counter: 9 })
  })
  it('of another member, replayed, expired or removed does not sign in', async () => {
    const bob = await office.member('bob')
    const [hers, his] = [await add(ann), await add(bob)]
    expect(await expectDomainError(signIn(live, his))).toEqual(wrong)
    const { options } = await passkeySignInOptions(live)
    const credential = hers.get(options)
    await login(live, { ...credentials, credential }, origin)
    expect(await expectDomainError(login(live, { ...credentials, credential }, origin))).toEqual(wrong)
    const late = hers.get((await passkeySignInOptions(live)).options)
    live.clock.tick(passkeyChallengeTtlMs)
    expect(await expectDomainError(login(live, { ...credentials, credential: late }, origin))).toEqual(wrong)
    const [own] = await listPasskeys(office.database.db, ann.id)
    await removePasskey(office, ann, origin, { id: own?.id ?? 0, password: password })
    expect((await expectDomainError(signIn(live, hers))).code).toBe('invalidCredentials')
  })
  it('is added and removed with the password only, never another member’s, and in live mode never the last', async () => {
    const bob = await office.member('bob')
    const refused = async (work: Promise<unknown>) => (await expectDomainError(work)).code
    expect(await refused(addPasskey(office, ann, origin, { name, password: 'wrong' }))).toBe(
      'invalidCredentials',
    )
    await add(ann)
    await add(bob)
    const [his] = await listPasskeys(office.database.db, bob.id)
    const [hers] = await listPasskeys(office.database.db, ann.id)
    const remove = (team: StaffTeam, id = 0, pwd = password) =>
      removePasskey(team, ann, origin, { id, password: pwd })
    expect(await refused(remove(office, his?.id))).toBe('notFound')
    expect(await refused(remove(office, hers?.id, 'wrong'))).toBe('invalidCredentials')
    expect(await refused(remove(live, hers?.id))).toBe('invalidState')
    await add(ann)
    await remove(live, hers?.id)
    expect(await listPasskeys(office.database.db, ann.id)).toHaveLength(1)
  })
  it('is refused beyond the tenth before a browser makes one', async () => {
    for (let count = 0; count < 10; count += 1) await add(ann)
    expect(await expectDomainError(addPasskey(office, ann, origin, { name, password: password }))).toEqual({
      code: 'tooManyOrders',
      data: { max: 10 },
    })
  })
  it('leaves no expired challenge behind', async () => {
    const authenticator = createAuthenticator(site)
    await passkeySignInOptions(office)
    office.clock.tick(passkeyChallengeTtlMs - 1)
    const { options } = await passkeySignInOptions(office)
    expect(await purgeStaffChallenges(office)).toBe(0)
    office.clock.tick(1)
    expect(await purgeStaffChallenges(office)).toBe(1)
    expect(authenticator.get(options)).toContain(authenticator.id)
  })
})

describe('a console with an origin of its own', () => {
  const consoleSite = { origin: 'https://desk.example.com:8443', rpId: 'desk.example.com' }
  const withConsole = (more: { CONSOLE_URL?: string }) =>
    ({ ...live.settings, CONSOLE_PORT: 3400, ...more }) as StaffTeam['settings']
  it('has passkeys of that origin, and none of the public one', async () => {
    const settings = withConsole({ CONSOLE_URL: consoleSite.origin })
    const [practice, team] = [
      { ...office, settings: { ...settings, MODE: 'practice' as const } },
      { ...live, settings },
    ]
    const authenticator = createAuthenticator(consoleSite)
    const { options } = await addPasskey(practice, ann, origin, { name, password: password })
    if (options === undefined) throw new Error('no options')
    expect(options.rp).toMatchObject({ id: consoleSite.rpId })
    const credential = authenticator.create(options)
    await addPasskey(practice, ann, origin, { name, password: password, credential })
    expect((await office.whose(await signIn(team, authenticator))).kind).toBe('ok')
    expect(await expectDomainError(signIn(team, authenticator, { origin: site.origin }))).toEqual(wrong)
  })
  it('on loopback is localhost, the only name of it that browsers accept', () => {
    const { PUBLIC_URL: _, CONSOLE_URL: __, ...settings } = withConsole({})
    expect(relyingPartyOf(staffKind, settings as StaffTeam['settings'])).toEqual({
      id: 'localhost',
      origin: 'http://localhost:3400',
    })
  })
})
