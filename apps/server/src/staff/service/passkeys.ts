import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isCredentialName } from '@glasshouse/core/identity/apiKeys'
import {
  deletePasskeys,
  listPasskeyRows,
  type PasskeyCeremony,
  passkeyOptions,
  startPasskey,
  storePasskey,
  verifyCreatedPasskey,
} from '../../access/passkeys/index.ts'
import { verifyPassword } from '../../access/passwords/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { insertAudit } from '../store/audit.ts'
import { findMember, lockMember } from '../store/members.ts'
import { throttleStaffSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'
import { requiresPasskey, staffKind } from './principal.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Signing in has no session and no known member yet. */
export const signInCeremony: PasskeyCeremony = { purpose: 'signIn', boundTo: null }

/** Options for signing in with a passkey; they name no account. */
export const passkeySignInOptions = (deps: Deps): Promise<DataOf<'/staff/api/passkeyOptions'>> =>
  passkeyOptions(deps, staffKind, [], signInCeremony)

/** Credentials of a member's passkeys, so that a device with several for this site offers the right one. */
export const listCredentialIds = async (db: Db, staffId: number): Promise<readonly string[]> =>
  (await listPasskeyRows(db, staffKind.tables, staffId)).map(({ credentialId }) => credentialId)

/** The member's own passkeys, newest first. */
export const listPasskeys = async (db: Db, staffId: number): Promise<DataOf<'/staff/api/passkeys'>> =>
  (await listPasskeyRows(db, staffKind.tables, staffId)).map((row) => ({
    id: row.id,
    name: row.name,
    created: row.createdMs,
    lastUsed: row.lastUsedMs,
  }))

/** Checks the member's own password. Throws 1007 for a wrong one and 1004 after several. */
export const assertOwnPassword = (
  deps: Pick<Deps, 'settings' | 'clock' | 'database'>,
  member: StaffIdentity,
  origin: RequestOrigin,
  password: string,
): Promise<void> =>
  throttleStaffSecret(deps, { account: member.email, ip: origin.ip }, async () => {
    const found = await findMember(deps.database.db, member.email)
    return (await verifyPassword(found?.password_hash ?? null, password))
      ? { right: undefined }
      : { wrong: 'invalidCredentials' }
  })

const recordOf = (
  member: StaffIdentity,
  action: 'passkeyAdd' | 'passkeyRemove',
  name: string,
  origin: RequestOrigin,
) => ({ staffId: member.id, action, target: `staff ${member.email}`, after: { name }, ...origin })

/** A passkey of a member: without its credential (JSON) the options for one are returned. */
type AddPasskeyCommand = {
  readonly name: string
  readonly password: string
  readonly credential?: string | undefined
}

/**
 * Adds one more passkey of the member in two calls, both with the password: options first, then the credential.
 *
 * @throws invalidField (1001) a malformed name
 * @throws invalidCredentials (1007) a wrong password, or a credential that does not verify
 * @throws alreadyTaken (1009) the credential is known
 * @throws tooManyOrders (2005) there are ten passkeys
 */
export const addPasskey = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  { name, password, credential }: AddPasskeyCommand,
): Promise<DataOf<'/staff/api/passkeyAdd'>> => {
  const { clock, database } = deps
  if (!isCredentialName(name)) throw domainError('invalidField', { field: 'name' })
  await assertOwnPassword(deps, member, origin, password)
  if (credential === undefined) {
    const owner = { id: member.id, name: member.email }
    return { options: await startPasskey(deps, database.db, staffKind, owner, member.id) }
  }
  const passkey = await verifyCreatedPasskey(deps, staffKind, credential, member.id)
  await transact(database.db, async (tx) => {
    await lockMember(tx, member.id)
    await storePasskey(deps, tx, staffKind, member.id, name, passkey)
    await insertAudit(tx, recordOf(member, 'passkeyAdd', name, origin), clock.now())
  })
  return {}
}

/**
 * Removes a passkey of the member, with the password.
 *
 * @throws notFound (1005) an unknown one
 * @throws invalidState (2003) the last one in live mode
 */
export const removePasskey = async (
  deps: Deps,
  member: StaffIdentity,
  origin: RequestOrigin,
  { id, password }: { readonly id: number; readonly password: string },
): Promise<void> => {
  await assertOwnPassword(deps, member, origin, password)
  await transact(deps.database.db, async (tx) => {
    await lockMember(tx, member.id)
    const own = await listPasskeyRows(tx, staffKind.tables, member.id)
    const found = own.find((one) => one.id === id)
    if (found === undefined) throw domainError('notFound')
    if (own.length === 1 && requiresPasskey(deps))
      throw domainError('invalidState', { reason: 'lastPasskey' })
    await deletePasskeys(tx, staffKind.tables, member.id, id)
    await insertAudit(tx, recordOf(member, 'passkeyRemove', found.name, origin), deps.clock.now())
  })
}
