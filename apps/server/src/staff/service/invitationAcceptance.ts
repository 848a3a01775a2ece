import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isCommonPassword } from '@glasshouse/core/identity/commonPasswords'
import { isPasswordAllowed, normalizePassword } from '@glasshouse/core/identity/rules'
import {
  hashPassword,
  type Platform,
  type StaffIdentity,
  sha256,
  transact,
  verifyPassword,
} from '../../platform/index.ts'
import { insertAudit } from '../store/audit.ts'
import { lockBootstrap } from '../store/bootstrap.ts'
import { deleteInvitation, lockInvitation, lockMember, selectMember, updateMember } from '../store/members.ts'
import { updateSessionsEnded } from '../store/sessions.ts'
import { confirmTotp, selectTotp } from '../store/totp.ts'
import { throttleSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'
import { recordJoined } from './bootstrap.ts'
import { consumeTotpCode, requiresTotp, startTotp } from './totp.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** The hash of a password that staff may have. Refuses `invalidField` for a weak one. */
const hashOf = (pwd: string): Promise<string> => {
  if (!isPasswordAllowed(pwd, 'strong') || isCommonPassword(pwd))
    throw domainError('invalidField', { field: 'pwd' })
  return hashPassword(pwd)
}

/** Whom an invitation is for, with a fresh secret for the app. Refuses `notFound` when it is not open. */
export const readInvitation = async (
  deps: Deps,
  { invitation }: BodyOf<'/staff/api/joinStart'>,
): Promise<DataOf<'/staff/api/joinStart'>> =>
  transact(deps.database.db, async (tx) => {
    const member = await lockInvitation(tx, sha256(invitation), deps.clock.business())
    const made = member === undefined ? null : await startTotp(deps, tx, member)
    if (member === undefined || made === null) throw domainError('notFound')
    const { email, name, role } = member
    return { email, name, role, needsOtp: requiresTotp(deps, role), ...made }
  })

/**
 * Accepts an invitation once, with a password of one's own and, with a code, the second factor.
 *
 * Refuses `notFound`, `invalidField` for a weak password, `invalidVerificationCode` for a wrong code and for a
 * missing one where the role needs it.
 */
export const acceptInvitation = async (
  deps: Deps,
  { invitation, pwd, otp = '' }: BodyOf<'/staff/api/join'>,
  asked: RequestOrigin,
): Promise<void> => {
  const passwordHash = await hashOf(pwd)
  await transact(deps.database.db, async (tx) => {
    const atMs = deps.clock.now()
    // In the order in which everybody locks the two.
    await lockBootstrap(tx)
    const member = await lockInvitation(tx, sha256(invitation), deps.clock.business())
    if (member === undefined) throw domainError('notFound')
    if (otp !== '' || requiresTotp(deps, member.role)) {
      const kept = await selectTotp(tx, member.id)
      if (kept === undefined || !(await consumeTotpCode(deps, tx, member.id, kept.secret, otp)))
        throw domainError('invalidVerificationCode')
      await confirmTotp(tx, member.id, kept.secret, atMs)
    }
    await updateMember(tx, member.id, { password_hash: passwordHash })
    await deleteInvitation(tx, member.id)
    if (member.role === 'manager') await recordJoined(tx, member.id, atMs)
    const record = { staffId: member.id, action: 'join' as const, target: `staff ${member.email}`, ...asked }
    await insertAudit(tx, { ...record, userAgent: asked.userAgent.slice(0, 300) }, atMs)
  })
}

/**
 * Changes the own password; every other session of this member ends.
 *
 * Refuses `invalidCredentials` for a wrong old one, `tooManyRequests` after several, `invalidField` for a weak
 * new one, `invalidState` when it is the same.
 */
export const changePassword = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  { oldpwd, pwd }: BodyOf<'/staff/api/updatePwd'>,
): Promise<void> => {
  const { clock, database } = deps
  await throttleSecret(deps, { account: member.email, ip: origin.ip }, async () => {
    const kept = await selectMember(database.db, member.email)
    return (await verifyPassword(kept?.password_hash ?? null, oldpwd))
      ? { right: true }
      : { wrong: 'invalidCredentials' }
  })
  if (normalizePassword(oldpwd) === normalizePassword(pwd))
    throw domainError('invalidState', { reason: 'unchanged' })
  const passwordHash = await hashOf(pwd)
  await transact(database.db, async (tx) => {
    await lockMember(tx, member.id)
    await updateMember(tx, member.id, { password_hash: passwordHash })
    await updateSessionsEnded(tx, member.id, clock.now(), member.sessionId)
    const record = {
      staffId: member.id,
      action: 'updatePwd' as const,
      target: `staff ${member.email}`,
      ...origin,
    }
    await insertAudit(tx, record, clock.now())
  })
}
