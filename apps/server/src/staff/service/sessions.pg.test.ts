import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { expectDomainError } from '@glasshouse/testkit/refused'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../access/passwords/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { authenticateStaff } from '../index.fixture.ts'
import { addStaffMember } from '../index.ts'
import { login, logout } from './sessions.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = testPlatform(await cloneDatabase())
  const passwordHash = await hashPassword('Manager123!')
  const member = { email: 'ann@glasshouse.test', name: 'Ann', role: 'manager', passwordHash } as const
  await transact(platform.database.db, async (tx) => {
    await addStaffMember(tx, member, 1)
    await addStaffMember(tx, { ...member, name: 'Another' }, 2)
  })
})
afterAll(() => platform.database.drop())

const origin = { ip: '10.0.0.7', userAgent: 'console' }
const signIn = (email = 'Ann@Glasshouse.test', password = 'Manager123!') =>
  login(platform, { email, password }, origin)
const whose = (token: string) => authenticateStaff(platform.database.db, platform.clock, token)
const minutes = (count: number) => count * 60_000
const audited = async () => {
  const { rows } = await sql<{ said: string }>`
    select action || ' ' || target || ' by ' || coalesce(staff_id::text, 'nobody') || ' from ' || ip as said
    from staff_audit order by id
  `.execute(platform.database.db)
  return rows.map(({ said }) => said)
}

it('signs in, returns the member, signs out, and records all of it', async () => {
  const token = await signIn()
  const session = await whose(token)
  if (session.kind !== 'ok') throw new Error('not signed in')
  expect(session.staff).toMatchObject({ email: 'ann@glasshouse.test', name: 'Ann', role: 'manager' })
  expect((await expectDomainError(signIn('ann@glasshouse.test', 'wrong'))).code).toBe('invalidCredentials')
  expect((await expectDomainError(signIn('nobody@glasshouse.test'))).code).toBe('invalidCredentials')
  await logout(platform, session.staff, origin)
  expect(await whose(token)).toEqual({ kind: 'none' })
  const id = session.staff.id
  expect(await audited()).toEqual([
    `login staff ann@glasshouse.test by ${id} from 10.0.0.7`,
    'loginRefused staff ann@glasshouse.test by nobody from 10.0.0.7',
    'loginRefused staff nobody@glasshouse.test by nobody from 10.0.0.7',
    `logout staff ann@glasshouse.test by ${id} from 10.0.0.7`,
  ])
})

it('ends after half an hour without a call', async () => {
  const token = await signIn()
  platform.clock.tick(minutes(29))
  expect((await whose(token)).kind).toBe('ok')
  platform.clock.tick(minutes(29))
  expect((await whose(token)).kind).toBe('ok')
  platform.clock.tick(minutes(30))
  expect(await whose(token)).toEqual({ kind: 'none' })
})

it('ends after twelve hours even if active', async () => {
  const token = await signIn()
  for (let passed = 0; passed < 12 * 60 - 20; passed += 20) {
    platform.clock.tick(minutes(20))
    expect((await whose(token)).kind).toBe('ok')
  }
  platform.clock.tick(minutes(20))
  expect(await whose(token)).toEqual({ kind: 'none' })
})

it('returns 103 after the session was revoked', async () => {
  const token = await signIn()
  await sql`update staff_session set ended_ms = 1, ended_by = 'house' where ended_ms is null`.execute(
    platform.database.db,
  )
  expect(await whose(token)).toEqual({ kind: 'ended' })
})

it('rejects managers without a second factor outside practice mode', async () => {
  const live = { ...platform, settings: { ...platform.settings, MODE: 'live' as const } }
  const attempt = login(live, { email: 'ann@glasshouse.test', password: 'Manager123!' }, origin)
  expect((await expectDomainError(attempt)).code).toBe('invalidCredentials')
})

it('has an audit log that cannot be rewritten', async () => {
  const { db } = platform.database
  for (const change of [
    sql`update staff_audit set ip = ''`,
    sql`delete from staff_audit`,
    sql`truncate staff_audit`,
  ])
    await expect(change.execute(db)).rejects.toThrow('is not allowed')
})
