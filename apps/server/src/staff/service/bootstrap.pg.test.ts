import { createAuthenticator } from '@glasshouse/testkit/authenticator'
import { caseStride, longIt } from '@glasshouse/testkit/cases'
import { drainDeadConnections, killConnectionAt } from '@glasshouse/testkit/connectionFaults'
import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ManagerIdentity, StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { origin, startStaffTeam } from '../staff.fixture.ts'
import { countManagers } from '../store/bootstrap.ts'
import { requireManager, staffInvariants } from './audit.ts'
import { inviteFirstManager } from './bootstrap.ts'
import { acceptInvitation, readInvitation } from './invitationAcceptance.ts'
import { addMember, renewInvitation, updateMemberAccess } from './members.ts'
import { passkeySignInOptions } from './passkeys.ts'
import { authenticateStaff, login } from './sessions.ts'

const site = { origin: 'https://glasshouse.test', rpId: 'glasshouse.test' }

let platform: TestPlatform
let live: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase(24))
  live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const, PUBLIC_URL: site.origin } }
})
afterAll(() => platform.database.drop())

/** Removes all staff, with the triggers of the tables disabled. */
const empty = async () => {
  await transact(platform.database.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`truncate staff_member, staff_founding restart identity cascade`.execute(tx)
    await sql`truncate access_attempt`.execute(tx)
  })
}
beforeEach(empty)

const pwd = 'four violet lanterns'
const [first, second, third] = ['first@house.test', 'second@house.test', 'third@house.test'] as const
const createInvitation = async (email: string = first) => (await inviteFirstManager(live, email)).invitation
/** The answer of a new authenticator to an open invitation. */
const newPasskey = async (invitation: string) => {
  const authenticator = createAuthenticator(site)
  const { passkey } = await readInvitation(live, { invitation })
  return { authenticator, credential: authenticator.create(passkey) }
}

/** Accepts an invitation with a new passkey, signs in and returns the staff member. */
const settle = async (invitation: string): Promise<StaffIdentity> => {
  const { email, needsPasskey } = await readInvitation(live, { invitation })
  expect(needsPasskey).toBe(true)
  const { authenticator, credential } = await newPasskey(invitation)
  await acceptInvitation(live, { invitation, password: pwd, credential }, origin)
  const { options } = await passkeySignInOptions(live)
  const session = await authenticateStaff(
    live.database.db,
    live.clock,
    await login(live, { email, password: pwd, credential: authenticator.get(options) }, origin),
  )
  if (session.kind !== 'ok') throw new Error('not signed in')
  return session.staff
}
const settleManager = async (invitation: string): Promise<ManagerIdentity> => {
  const staff = await settle(invitation)
  requireManager(staff)
  return staff
}
const add = (staff: ManagerIdentity, email: string, role: 'manager' | 'service' = 'manager') =>
  addMember(live, staff, origin, { email, name: 'New', role })
const addedBy = async (staff: ManagerIdentity, email: string): Promise<string> => {
  const { invitation, waits } = await add(staff, email)
  expect(waits).toBe(false)
  if (invitation === null) throw new Error('no invitation')
  return invitation
}
const actions = async () => {
  const { rows } = await sql<{
    said: string
  }>`select action || ' ' || target || ' by ' || coalesce(staff_id::text, '-')
    as said from staff_audit where action not in ('login', 'loginRefused') order by n`.execute(
    live.database.db,
  )
  return rows.map(({ said }) => said)
}
const isOpen = (invitation: string) =>
  readInvitation(live, { invitation }).then(
    () => true,
    () => false,
  )

describe('the first manager', () => {
  it('is invited once, sets password and passkey, and is recorded', async () => {
    expect(await countManagers(live.database.db)).toBe(0)
    const { email, invitation, expires } = await inviteFirstManager(live, ' First@House.test ')
    expect([email, expires - live.clock.business()]).toEqual([first, 3_600_000])
    expect(await countManagers(live.database.db)).toBe(0)
    for (const credential of [undefined, '{}'])
      expect(
        await expectDomainError(acceptInvitation(live, { invitation, password: pwd, credential }, origin)),
      ).toEqual({ code: 'invalidCredentials', data: { passkey: true } })
    const founder = await settleManager(invitation)
    expect(founder).toMatchObject({ email: first, role: 'manager' })
    expect(await countManagers(live.database.db)).toBe(1)
    expect((await expectDomainError(readInvitation(live, { invitation }))).code).toBe('notFound')
    expect(await actions()).toEqual([
      `firstManager staff ${first} by -`,
      `join staff ${first} by ${founder.id}`,
    ])
    for (const { broken } of staffInvariants) expect(await broken(live.database.db)).toEqual([])
  })

  it('has one hour, and can be invited again until a manager joined', async () => {
    const old = await createInvitation()
    live.clock.tick(3_600_000)
    expect(await isOpen(old)).toBe(false)
    const [replaced, newest] = [await createInvitation(), await createInvitation()]
    expect(await isOpen(replaced)).toBe(false)
    const founder = await settleManager(newest)
    for (const email of [first, second]) {
      const again = await expectDomainError(inviteFirstManager(live, email))
      expect(again).toEqual({ code: 'invalidState', data: { reason: 'staffed' } })
    }
    // Not even if no remaining member can sign in.
    await sql`update staff_member set password_hash = null, frozen_ms = 1`.execute(live.database.db)
    expect((await expectDomainError(inviteFirstManager(live, second))).code).toBe('invalidState')
    expect(founder.email).toBe(first)
  })

  it('invited under a mistyped address is replaced by the next command', async () => {
    const stranger = await createInvitation('frist@house.test')
    const { credential } = await newPasskey(stranger)
    const invitation = await createInvitation()
    expect(
      (
        await expectDomainError(
          acceptInvitation(live, { invitation: stranger, password: pwd, credential }, origin),
        )
      ).code,
    ).toBe('notFound')
    await settle(invitation)
    expect(await countManagers(live.database.db)).toBe(1)
  })

  it('invited under several addresses is the one of the last command', async () => {
    const [one, other, back] = [
      await createInvitation(first),
      await createInvitation(second),
      await createInvitation(first),
    ]
    expect([await isOpen(one), await isOpen(other), await isOpen(back)]).toEqual([false, false, true])
    expect((await settle(back)).email).toBe(first)
  })

  it('requires an address', async () => {
    for (const email of ['', 'nobody', 'a b@house.test'])
      expect((await expectDomainError(inviteFirstManager(live, email))).code).toBe('invalidField')
    expect(await actions()).toEqual([])
  })

  it('is rejected once staff exist', async () => {
    const office = await startStaffTeam()
    expect((await expectDomainError(inviteFirstManager(office, first))).data).toEqual({ reason: 'staffed' })
    await office.database.drop()
  })
})

describe('concurrently', () => {
  longIt('twenty commands for as many addresses leave one valid link', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => createInvitation(`m${at}@house.test`)),
    )
    const open = await Promise.all(all.map(isOpen))
    expect(open.filter(Boolean)).toHaveLength(1)
    const { rows } = await sql`select 1 from staff_member where frozen_ms is null`.execute(live.database.db)
    expect(rows).toHaveLength(1)
  })

  longIt('one of twenty concurrent acceptances of a link joins', async () => {
    const invitation = await createInvitation()
    const passkeys = await Promise.all(Array.from({ length: 20 }, () => newPasskey(invitation)))
    const joined = await Promise.allSettled(
      passkeys.map(({ credential }) =>
        acceptInvitation(live, { invitation, password: pwd, credential }, origin),
      ),
    )
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  longIt('a join and a repeated command exclude each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      await empty()
      const invitation = await createInvitation()
      const { credential } = await newPasskey(invitation)
      const [joined, again] = await Promise.allSettled([
        acceptInvitation(live, { invitation, password: pwd, credential }, origin),
        inviteFirstManager(live, second),
      ])
      expect([joined.status, again.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('the first manager invites one second manager under repetition and concurrency', async () => {
    const founder = await settleManager(await createInvitation())
    const added = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => add(founder, `m${at}@house.test`)),
    )
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('the second manager', () => {
  it('is invited by the first alone; afterwards there are no exceptions', async () => {
    const founder = await settleManager(await createInvitation())
    const invitation = await addedBy(founder, second)
    expect((await expectDomainError(add(founder, third))).data).toEqual({ reason: 'invited' })
    const other = await settle(invitation)
    expect((await add(founder, third)).waits).toBe(true)
    // Freezing the second manager does not restore the exception.
    await updateMemberAccess(live, founder, origin, { id: other.id, frozen: 1 })
    expect((await add(founder, 'fourth@house.test')).waits).toBe(true)
    expect((await updateMemberAccess(live, founder, origin, { id: other.id, frozen: 0 })).waits).toBe(true)
    await expect(sql`update staff_founding set ended_ms = null`.execute(live.database.db)).rejects.toThrow(
      'founded once',
    )
    for (const change of ['delete from', 'truncate'])
      await expect(sql.raw(`${change} staff_founding`).execute(live.database.db)).rejects.toThrow('on record')
  })

  it('invited under a mistyped address is frozen and another one invited', async () => {
    const founder = await settleManager(await createInvitation())
    const stranger = await addedBy(founder, 'secnod@house.test')
    const { rows } = await sql<{
      id: number
    }>`select id from staff_member where email = 'secnod@house.test'`.execute(live.database.db)
    await updateMemberAccess(live, founder, origin, { id: rows[0]?.id ?? 0, frozen: 1 })
    const invitation = await addedBy(founder, second)
    expect(await isOpen(stranger)).toBe(false)
    await settle(invitation)
    // Unfreezing the stranger grants a manager's rights, which requires two managers.
    expect((await updateMemberAccess(live, founder, origin, { id: rows[0]?.id ?? 0, frozen: 0 })).waits).toBe(
      true,
    )
  })

  it('whose link expired is invited again by the first alone', async () => {
    const founder = await settleManager(await createInvitation())
    const old = await addedBy(founder, second)
    live.clock.tick(600_000)
    const { rows } = await sql<{ id: number }>`select id from staff_member where email = ${second}`.execute(
      live.database.db,
    )
    const id = rows[0]?.id ?? 0
    const { invitation } = await renewInvitation(live, founder, origin, id)
    expect(await isOpen(old)).toBe(false)
    await settle(invitation ?? '')
    expect((await renewInvitation(live, founder, origin, id)).waits).toBe(true)
  })

  it('has no exception for the role service, nor for a promoted member', async () => {
    const founder = await settleManager(await createInvitation())
    const { invitation } = await add(founder, third, 'service')
    await settle(invitation ?? '')
    const { rows } = await sql<{ id: number }>`select id from staff_member where email = ${third}`.execute(
      live.database.db,
    )
    expect(
      (await updateMemberAccess(live, founder, origin, { id: rows[0]?.id ?? 0, role: 'manager' })).waits,
    ).toBe(true)
    await addedBy(founder, second)
  })
})

describe.each(['before', 'after'] as const)('killed %s any statement', (when) => {
  it('the command and the join are atomic', async () => {
    const { db, pool, url } = live.database
    const count = async () => {
      const { rows } = await sql<Record<'members' | 'invited' | 'audited', number>>`select
        (select count(*) from staff_member)::int as members,
        (select count(*) from staff_invitation)::int as invited,
        (select count(*) from staff_audit)::int as audited`.execute(db)
      return Object.values(rows[0] ?? {})
    }
    const killedAt = async (at: number, command: () => Promise<unknown>): Promise<boolean> => {
      const death = killConnectionAt(url, at, when)
      await command().catch(() => null)
      death.over()
      await drainDeadConnections(pool)
      return death.happened()
    }
    for (let at = 1; ; at += caseStride()) {
      await empty()
      const died = await killedAt(at, () => createInvitation())
      expect([
        [0, 0, 0],
        [1, 1, 1],
      ]).toContainEqual(await count())
      const invitation = await createInvitation()
      // A challenge is spent by its answer, right or wrong, so each attempt asks for a new one.
      const accept = async () => {
        const { credential } = await newPasskey(invitation)
        await acceptInvitation(live, { invitation, password: pwd, credential }, origin)
      }
      const joinDied = await killedAt(at, accept)
      const isJoined = (await countManagers(db)) === 1
      expect((await count())[1]).toBe(isJoined ? 0 : 1)
      // Joined: the command has ended; not joined: the same link still works.
      if (isJoined)
        expect((await expectDomainError(inviteFirstManager(live, first))).code).toBe('invalidState')
      else await accept()
      expect(await countManagers(db)).toBe(1)
      if (!died && !joinDied) {
        expect(at).toBeGreaterThan(8)
        break
      }
    }
  })
})
