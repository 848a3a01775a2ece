import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { normalizePassword } from '@glasshouse/core/identity/rules'
import type { ChangePasswordCommand } from '@glasshouse/core/staff/codec'
import {
  deletePasskeys,
  startPasskey,
  storePasskey,
  type VerifiedPasskey,
  verifyCreatedPasskey,
  wrongPasskey,
} from '../../access/passkeys/index.ts'
import { assertPasswordAllowed, hashPassword } from '../../access/passwords/index.ts'
import { storedUserAgent, updateSessionsEnded } from '../../access/sessions/index.ts'
import { consumeTotpCode, createTotp, findTotp, updateTotpConfirmed } from '../../access/totp/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAudit } from '../store/audit.ts'
import { lockBootstrap } from '../store/bootstrap.ts'
import { deleteInvitation, lockInvitation, lockMember, updateMember } from '../store/members.ts'
import type { RequestOrigin } from './audit.ts'
import { recordJoined } from './bootstrap.ts'
import { assertOwnPassword } from './passkeys.ts'
import { requiresPasskey, staffKind } from './principal.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Hash of a new staff password; the strong policy holds in both modes. Throws `invalidField` for a weak one. */
const hashOf = async ({ settings }: Pick<Deps, 'settings'>, password: string): Promise<string> => {
  await assertPasswordAllowed(settings, 'strong', password, 'pwd')
  return hashPassword(password)
}

/** Member of an invitation, with options for a passkey and a new secret for an app. Throws `notFound` if it is not open. */
export const readInvitation = async (
  deps: Deps,
  { invitation }: { readonly invitation: string },
): Promise<DataOf<'/staff/api/joinStart'>> =>
  transact(deps.database.db, async (tx) => {
    const member = await lockInvitation(tx, sha256(invitation), deps.clock.business())
    const made =
      member === undefined
        ? null
        : await createTotp(deps, tx, staffKind, { id: member.id, label: member.email })
    if (member === undefined || made === null) throw domainError('notFound')
    const { email, name, role } = member
    const passkey = await startPasskey(deps, tx, staffKind, { id: member.id, name: email }, member.id)
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
  if (credential === undefined) throw wrongPasskey()
  return verifyCreatedPasskey(deps, staffKind, credential, member.id)
}

/** A new member's password and second factors: a code of an app, and a passkey as JSON. */
type AcceptInvitationCommand = {
  readonly invitation: string
  readonly password: string
  readonly otp?: string | undefined
  readonly credential?: string | undefined
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
  { invitation, password, otp = '', credential }: AcceptInvitationCommand,
  origin: RequestOrigin,
): Promise<void> => {
  const passwordHash = await hashOf(deps, password)
  const passkey = await passkeyOf(deps, invitation, credential)
  await transact(deps.database.db, async (tx) => {
    const atMs = deps.clock.now()
    // In the global lock order of the two.
    await lockBootstrap(tx)
    const member = await lockInvitation(tx, sha256(invitation), deps.clock.business())
    if (member === undefined) throw domainError('notFound')
    if (otp !== '') {
      const kept = await findTotp(tx, staffKind.tables, member.id)
      if (kept === null || !(await consumeTotpCode(deps, tx, staffKind, member.id, kept, otp)))
        throw domainError('invalidVerificationCode')
      await updateTotpConfirmed(tx, staffKind.tables, member.id, kept.secret, atMs)
    }
    await deletePasskeys(tx, staffKind.tables, member.id, null)
    if (passkey !== null) await storePasskey(deps, tx, staffKind, member.id, 'First passkey', passkey)
    await updateMember(tx, member.id, { password_hash: passwordHash })
    await deleteInvitation(tx, member.id)
    if (member.role === 'manager') await recordJoined(tx, member.id, atMs)
    const record = { staffId: member.id, action: 'join' as const, target: `staff ${member.email}`, ...origin }
    await insertAudit(tx, { ...record, userAgent: storedUserAgent(origin.userAgent) }, atMs)
  })
}

/**
 * Changes the member's own password; all other sessions of the member end.
 *
 * @throws invalidCredentials the current password is wrong
 * @throws tooManyRequests after several wrong ones
 * @throws invalidField the new password is weak
 * @throws invalidState the new password equals it
 */
export const changePassword = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  { currentPassword, newPassword }: ChangePasswordCommand,
): Promise<void> => {
  const { clock, database } = deps
  await assertOwnPassword(deps, member, origin, currentPassword)
  if (normalizePassword(currentPassword) === normalizePassword(newPassword))
    throw domainError('invalidState', { reason: 'unchanged' })
  const passwordHash = await hashOf(deps, newPassword)
  await transact(database.db, async (tx) => {
    await lockMember(tx, member.id)
    await updateMember(tx, member.id, { password_hash: passwordHash })
    await updateSessionsEnded(tx, staffKind.tables, member.id, clock.now(), member.sessionId)
    const record = {
      staffId: member.id,
      action: 'updatePwd' as const,
      target: `staff ${member.email}`,
      ...origin,
    }
    await insertAudit(tx, record, clock.now())
  })
}
