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
  type VerifiedPasskey,
  verifyPassword,
} from '../../platform/index.ts'
import { insertAudit } from '../store/audit.ts'
import { lockBootstrap } from '../store/bootstrap.ts'
import { deleteInvitation, findMember, lockInvitation, lockMember, updateMember } from '../store/members.ts'
import { deletePasskeys, insertPasskey } from '../store/passkeys.ts'
import { updateSessionsEnded } from '../store/sessions.ts'
import { findTotp, updateTotpConfirmed } from '../store/totp.ts'
import { throttleSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'
import { recordJoined } from './bootstrap.ts'
import { finishPasskey, requiresPasskey, startPasskey } from './passkeys.ts'
import { consumeTotpCode, startTotp } from './totp.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Hash of a valid staff password. Throws `invalidField` for a weak one. */
const hashOf = (pwd: string): Promise<string> => {
  if (!isPasswordAllowed(pwd, 'strong') || isCommonPassword(pwd))
    throw domainError('invalidField', { field: 'pwd' })
  return hashPassword(pwd)
}

/** Member of an invitation, with options for a passkey and a new secret for an app. Throws `notFound` if it is not open. */
export const readInvitation = async (
  deps: Deps,
  { invitation }: BodyOf<'/staff/api/joinStart'>,
): Promise<DataOf<'/staff/api/joinStart'>> =>
  transact(deps.database.db, async (tx) => {
    const member = await lockInvitation(tx, sha256(invitation), deps.clock.business())
    const made = member === undefined ? null : await startTotp(deps, tx, member)
    if (member === undefined || made === null) throw domainError('notFound')
    const { email, name, role } = member
    const passkey = await startPasskey(deps, tx, member)
    return { email, name, role, needsPasskey: requiresPasskey(deps), passkey, ...made }
  })

/** The verified passkey of whom an invitation is for; null where none is given. Throws 1007 without one in live mode. */
const passkeyOf = async (
  deps: Deps,
  invitation: string,
  credential: string | undefined,
): Promise<VerifiedPasskey | null> => {
  if (credential === undefined && !requiresPasskey(deps)) return null
  const { db } = deps.database
  const member = await transact(db, (tx) => lockInvitation(tx, sha256(invitation), deps.clock.business()))
  if (member === undefined) throw domainError('notFound')
  if (credential === undefined) throw domainError('invalidCredentials', { passkey: true })
  return finishPasskey(deps, member.id, credential)
}

/**
 * Accepts an invitation once, with a password and second factors: a passkey, and an app given a code of it.
 *
 * @throws notFound the invitation is not open
 * @throws invalidField a weak password
 * @throws invalidVerificationCode a wrong code of the app
 * @throws invalidCredentials (`passkey: true`) a wrong passkey, or none in live mode
 */
export const acceptInvitation = async (
  deps: Deps,
  { invitation, pwd, otp = '', credential }: BodyOf<'/staff/api/join'>,
  origin: RequestOrigin,
): Promise<void> => {
  const passwordHash = await hashOf(pwd)
  const passkey = await passkeyOf(deps, invitation, credential)
  await transact(deps.database.db, async (tx) => {
    const atMs = deps.clock.now()
    // In the global lock order of the two.
    await lockBootstrap(tx)
    const member = await lockInvitation(tx, sha256(invitation), deps.clock.business())
    if (member === undefined) throw domainError('notFound')
    if (otp !== '') {
      const kept = await findTotp(tx, member.id)
      if (kept === undefined || !(await consumeTotpCode(deps, tx, member.id, kept.secret, otp)))
        throw domainError('invalidVerificationCode')
      await updateTotpConfirmed(tx, member.id, kept.secret, atMs)
    }
    await deletePasskeys(tx, member.id, null)
    if (
      passkey !== null &&
      !(await insertPasskey(tx, member.id, 'First passkey', passkey, deps.clock.business()))
    )
      throw domainError('alreadyTaken')
    await updateMember(tx, member.id, { password_hash: passwordHash })
    await deleteInvitation(tx, member.id)
    if (member.role === 'manager') await recordJoined(tx, member.id, atMs)
    const record = { staffId: member.id, action: 'join' as const, target: `staff ${member.email}`, ...origin }
    await insertAudit(tx, { ...record, userAgent: origin.userAgent.slice(0, 300) }, atMs)
  })
}

/**
 * Changes the member's own password; all other sessions of the member end.
 *
 * @throws invalidCredentials the old password is wrong
 * @throws tooManyRequests after several wrong ones
 * @throws invalidField the new password is weak
 * @throws invalidState the new password equals the old one
 */
export const changePassword = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  { oldpwd, pwd }: BodyOf<'/staff/api/updatePwd'>,
): Promise<void> => {
  const { clock, database } = deps
  await throttleSecret(deps, { account: member.email, ip: origin.ip }, async () => {
    const kept = await findMember(database.db, member.email)
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
