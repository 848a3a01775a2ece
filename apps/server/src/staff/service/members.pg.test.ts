import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAuthenticator } from '@glasshouse/testkit/authenticator'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { scratchFolder } from '@glasshouse/testkit/scratch'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import { origin, type StaffTeam, startStaffTeam } from '../staff.fixture.ts'
import { acceptInvitation, changePassword, readInvitation } from './invitationAcceptance.ts'
import { addMember, listMembers, renewInvitation, updateMemberAccess } from './members.ts'

let office: StaffTeam
let ann: ManagerIdentity
let bob: ManagerIdentity
let sue: StaffIdentity
beforeEach(async () => {
  office = await startStaffTeam()
  ann = await office.manager('ann')
  bob = await office.manager('bob')
  sue = await office.member('sue')
})
afterEach(() => office.database.drop())

const page = { offset: 0, limit: 100, direction: 'asc' } as const
const members = async () => (await listMembers(office, ann, origin, page)).rows
const service = { email: ' New@Glasshouse.test', name: 'New', role: 'service' } as const
const chosen = 'four violet lanterns'
const secretOf = async (promise: Promise<{ invitation: string | null }>): Promise<string> => {
  const { invitation } = await promise
  if (invitation === null) throw new Error('no invitation')
  return invitation
}

describe('a new member', () => {
  it('sets a password with an invitation that works once', async () => {
    const invitation = await secretOf(addMember(office, ann, origin, service))
    expect((await expectDomainError(office.signIn('new@glasshouse.test', { pwd: chosen }))).code).toBe(
      'invalidCredentials',
    )
    expect(await readInvitation(office, { invitation })).toMatchObject({
      email: 'new@glasshouse.test',
      role: 'service',
      needsPasskey: false,
    })
    expect(
      (await expectDomainError(acceptInvitation(office, { invitation, password: 'password1' }, origin))).data,
    ).toEqual({
      field: 'pwd',
    })
    const both = await Promise.allSettled([
      acceptInvitation(office, { invitation, password: chosen }, origin),
      acceptInvitation(office, { invitation, password: `${chosen}!` }, origin),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await expectDomainError(readInvitation(office, { invitation }))).code).toBe('notFound')
    const pwd = both[0].status === 'fulfilled' ? chosen : `${chosen}!`
    expect((await office.whose(await office.signIn('new@glasshouse.test', { pwd }))).kind).toBe('ok')
  })
  it('may not choose a password that is known from a breach', async () => {
    // Of the required form, and in no list of common passwords.
    const pwd = '1q2w3e4r5t6y-known'
    const folder = await scratchFolder('breached')
    const hash = createHash('sha1').update(pwd).digest('hex').toUpperCase()
    await writeFile(join(folder.path, `${hash.slice(0, 5)}.txt`), `${hash.slice(5)}:3\n`)
    const invitation = await secretOf(addMember(office, ann, origin, service))
    const strict = { ...office, settings: { ...office.settings, BREACHED_PASSWORDS_DIR: folder.path } }
    expect(await expectDomainError(acceptInvitation(strict, { invitation, password: pwd }, origin))).toEqual({
      code: 'invalidField',
      data: { field: 'pwd' },
    })
    await acceptInvitation(office, { invitation, password: pwd }, origin)
    await folder.remove()
  })
  it('has a day to accept', async () => {
    const invitation = await secretOf(addMember(office, ann, origin, service))
    office.clock.tick(86_400_000)
    expect(
      (await expectDomainError(acceptInvitation(office, { invitation, password: chosen }, origin))).code,
    ).toBe('notFound')
  })
  it('with the role manager requires two managers, and a passkey in live mode', async () => {
    const manager = { ...service, role: 'manager' } as const
    expect(await addMember(office, ann, origin, manager)).toEqual({
      waits: true,
      invitation: null,
      expires: null,
    })
    expect(await members()).toHaveLength(3)
    expect((await expectDomainError(addMember(office, ann, origin, manager))).data).toEqual({
      reason: 'sameManager',
    })
    const invitation = await secretOf(addMember(office, bob, origin, manager))
    const site = { origin: 'https://glasshouse.test', rpId: 'glasshouse.test' }
    const settings = { ...office.settings, MODE: 'live' as const, PUBLIC_URL: site.origin }
    const live = { ...office, settings }
    const { secret, needsPasskey, passkey } = await readInvitation(live, { invitation })
    expect(needsPasskey).toBe(true)
    expect(
      await expectDomainError(
        acceptInvitation(live, { invitation, password: chosen, otp: office.codeOf(secret) }, origin),
      ),
    ).toEqual({ code: 'invalidCredentials', data: { passkey: true } })
    const credential = createAuthenticator(site).create(passkey)
    await acceptInvitation(live, { invitation, password: chosen, credential }, origin)
    expect((await members()).at(-1)).toMatchObject({ role: 'manager', totp: false, invited: false })
  })
  it('requires a unique address and a plain name', async () => {
    const add = (more: Partial<{ email: string; name: string }>) =>
      expectDomainError(addMember(office, ann, origin, { ...service, ...more }))
    expect((await add({ email: 'ANN@glasshouse.test' })).code).toBe('alreadyTaken')
    expect((await add({ email: 'nobody' })).data).toEqual({ field: 'email' })
    expect((await add({ name: ' ' })).data).toEqual({ field: 'name' })
    expect((await add({ name: 'a\nb' })).data).toEqual({ field: 'name' })
  })
})

describe('freezing and role changes', () => {
  it('remove rights at once and end the sessions', async () => {
    const token = await office.signIn('bob@glasshouse.test')
    expect(await updateMemberAccess(office, ann, origin, { id: bob.id, frozen: 1 })).toMatchObject({
      waits: false,
      frozen: 1,
    })
    expect(await office.whose(token)).toEqual({ kind: 'ended' })
    expect((await expectDomainError(office.signIn('bob@glasshouse.test'))).code).toBe('invalidCredentials')
    expect(
      (await expectDomainError(updateMemberAccess(office, ann, origin, { id: bob.id, frozen: 1 }))).code,
    ).toBe('invalidState')
  })
  it('require a second manager to grant a manager’s rights, in every way', async () => {
    expect(await updateMemberAccess(office, ann, origin, { id: sue.id, role: 'manager' })).toMatchObject({
      waits: true,
      role: 'service',
    })
    const token = await office.signIn('sue@glasshouse.test')
    expect(await updateMemberAccess(office, bob, origin, { id: sue.id, role: 'manager' })).toMatchObject({
      waits: false,
      role: 'manager',
    })
    expect(await office.whose(token)).toMatchObject({ kind: 'ok', staff: { role: 'manager' } })
    await updateMemberAccess(office, ann, origin, { id: sue.id, frozen: 1 })
    expect((await updateMemberAccess(office, ann, origin, { id: sue.id, frozen: 0 })).waits).toBe(true)
    // A frozen member can be demoted and unfrozen by one manager, but never promoted.
    expect((await updateMemberAccess(office, ann, origin, { id: sue.id, role: 'service' })).waits).toBe(false)
    expect((await updateMemberAccess(office, ann, origin, { id: sue.id, frozen: 0 })).waits).toBe(false)
    expect((await updateMemberAccess(office, ann, origin, { id: sue.id, role: 'manager' })).waits).toBe(true)
  })
  it('are rejected for oneself and for unknown members', async () => {
    for (const change of [{ frozen: 1 }, { role: 'service' }] as const)
      expect(
        (await expectDomainError(updateMemberAccess(office, ann, origin, { id: ann.id, ...change }))).code,
      ).toBe('notAllowed')
    expect(
      (await expectDomainError(updateMemberAccess(office, ann, origin, { id: 999, frozen: 1 }))).code,
    ).toBe('notFound')
    for (const none of [{}, { frozen: 1, role: 'service' }] as const)
      expect(
        (await expectDomainError(updateMemberAccess(office, ann, origin, { id: bob.id, ...none }))).code,
      ).toBe('invalidField')
  })
  it('two managers who freeze each other concurrently leave at least one', async () => {
    await Promise.allSettled([
      updateMemberAccess(office, ann, origin, { id: bob.id, frozen: 1 }),
      updateMemberAccess(office, bob, origin, { id: ann.id, frozen: 1 }),
    ])
    const working = (await members()).filter(({ role, frozen }) => role === 'manager' && frozen === 0)
    expect(working.length).toBeGreaterThanOrEqual(1)
  })
})

describe('a renewed invitation', () => {
  it('ends password, second factor and sessions, and requires two managers for a manager', async () => {
    const token = await office.signIn('sue@glasshouse.test')
    const invitation = await secretOf(renewInvitation(office, ann, origin, sue.id))
    expect(await office.whose(token)).toEqual({ kind: 'ended' })
    expect((await expectDomainError(office.signIn('sue@glasshouse.test'))).code).toBe('invalidCredentials')
    await acceptInvitation(office, { invitation, password: chosen }, origin)
    await office.signIn('sue@glasshouse.test', { pwd: chosen })
    expect((await renewInvitation(office, ann, origin, bob.id)).waits).toBe(true)
    await office.signIn('bob@glasshouse.test')
    expect((await expectDomainError(renewInvitation(office, ann, origin, ann.id))).code).toBe('notAllowed')
  })
})

it('a password change ends other sessions and keeps this one', async () => {
  const other = await office.signIn('ann@glasshouse.test')
  const change = (currentPassword: string, newPassword: string) =>
    changePassword(office, ann, origin, { currentPassword, newPassword })
  expect((await expectDomainError(change('wrong', chosen))).code).toBe('invalidCredentials')
  expect((await expectDomainError(change('Manager123!', 'Manager123!'))).code).toBe('invalidState')
  expect((await expectDomainError(change('Manager123!', 'short'))).data).toEqual({ field: 'pwd' })
  await change('Manager123!', chosen)
  expect(await office.whose(other)).toEqual({ kind: 'ended' })
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from staff_session where staff_id = ${ann.id} and ended_ms is null`.execute(
    office.database.db,
  )
  expect(rows[0]?.open).toBe(1)
  await office.signIn('ann@glasshouse.test', { pwd: chosen })
})

/** Each is typed in one form when it is set and in others when it is verified. */
const typedInWays = [
  ['vier b\u00FCcher im ﬁnsteren', 'vier bu\u0308cher im finsteren'],
  ['Ｆｏｕｒ violet lanterns', 'Four\u3000violet\u00A0lanterns'],
  ['x\u00B2 plus y\u00B2\u2026', 'x2 plus y2...'],
  [
    '\uD55C\uAE00 \uBE44\uBC00\uBC88\uD638\uB2E4',
    '\uD55C\uAE00 \uBE44\uBC00\uBC88\uD638\uB2E4'.normalize('NFD'),
  ],
] as const

it.each(typedInWays)('accepts %s in any typed form', async (set, typed) => {
  const invitation = await secretOf(addMember(office, ann, origin, service))
  await acceptInvitation(office, { invitation, password: set }, origin)
  for (const pwd of [set, typed])
    expect((await office.whose(await office.signIn('new@glasshouse.test', { pwd }))).kind).toBe('ok')
  expect((await expectDomainError(office.signIn('new@glasshouse.test', { pwd: `${set}.` }))).code).toBe(
    'invalidCredentials',
  )
  const member = await office.manager('ann')
  await changePassword(office, member, origin, { currentPassword: 'Manager123!', newPassword: set })
  expect(
    (
      await expectDomainError(
        changePassword(office, member, origin, { currentPassword: typed, newPassword: set }),
      )
    ).data,
  ).toEqual({ reason: 'unchanged' })
  await changePassword(office, member, origin, { currentPassword: typed, newPassword: chosen })
  await office.signIn('ann@glasshouse.test', { pwd: chosen })
})

it('records every step without a secret', async () => {
  const invitation = await secretOf(addMember(office, ann, origin, service))
  await acceptInvitation(office, { invitation, password: chosen }, origin)
  await updateMemberAccess(office, ann, origin, { id: sue.id, role: 'manager' })
  const { rows } = await sql<{ action: string; target: string; before: unknown; after: unknown }>`
    select action, target, before, after from staff_audit where action <> 'login' order by n`.execute(
    office.database.db,
  )
  expect(rows.map(({ action, target }) => `${action} ${target}`)).toEqual([
    'memberAdd staff new@glasshouse.test',
    'join staff new@glasshouse.test',
    'memberSetProposed staff sue@glasshouse.test',
  ])
  expect(JSON.stringify(rows)).not.toContain(invitation)
  expect(JSON.stringify(rows)).not.toContain(chosen)
})
