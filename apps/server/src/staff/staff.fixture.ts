import { cloneDatabase } from '@glasshouse/testkit/database'
import { type TestPlatform, testPlatform } from '@glasshouse/testkit/platform'
import { generateSync } from 'otplib'
import { hashPassword } from '../access/passwords/index.ts'
import type { ManagerIdentity, StaffIdentity } from '../platform/http/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { addStaffMember, requireManager } from './index.ts'
import { authenticateStaff, login } from './service/sessions.ts'

export const origin = { ip: '10.0.0.7', userAgent: 'console' }
export const password = 'Manager123!'

/** Two managers and one member of the role service, who can all sign in. */
export type StaffTeam = TestPlatform & {
  readonly signIn: (email: string, more?: { pwd?: string; otp?: string; ip?: string }) => Promise<string>
  /** Signs in and returns the staff member. */
  readonly member: (name: 'ann' | 'bob' | 'sue') => Promise<StaffIdentity>
  /** Signs a manager in and returns the staff member. */
  readonly manager: (name: 'ann' | 'bob') => Promise<ManagerIdentity>
  readonly whose: (token: string) => ReturnType<typeof authenticateStaff>
  /** Code of an authenticator app at the time of the clock. */
  readonly codeOf: (secret: string) => string
}

/** Creates a staff team in a separate database. */
export const startStaffTeam = async (): Promise<StaffTeam> => {
  const platform = testPlatform(await cloneDatabase())
  const { clock, database } = platform
  const passwordHash = await hashPassword(password)
  await transact(database.db, async (tx) => {
    for (const [name, role] of [
      ['ann', 'manager'],
      ['bob', 'manager'],
      ['sue', 'service'],
    ] as const)
      await addStaffMember(tx, { email: `${name}@glasshouse.test`, name, role, passwordHash }, 1)
  })
  const whose: StaffTeam['whose'] = (token) => authenticateStaff(database.db, clock, token)
  const signIn: StaffTeam['signIn'] = (email, { pwd = password, otp, ip = origin.ip } = {}) =>
    login(platform, { email, password: pwd, otp }, { ...origin, ip })
  const member: StaffTeam['member'] = async (name) => {
    const session = await whose(await signIn(`${name}@glasshouse.test`))
    if (session.kind !== 'ok') throw new Error(`${name} is not signed in`)
    return session.staff
  }
  return {
    ...platform,
    signIn,
    whose,
    member,
    manager: async (name) => {
      const staff = await member(name)
      requireManager(staff)
      return staff
    },
    codeOf: (secret) => generateSync({ secret, epoch: Math.floor(clock.now() / 1000) }),
  }
}
