import { createHmac } from 'node:crypto'
import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isCredentialName, maxPasskeys } from '@glasshouse/core/identity/apiKeys'
import {
  type Db,
  type Platform,
  passkeyChallengeTtlMs,
  passkeyCreationOptions,
  passkeyRequestOptions,
  readPasskeyAnswer,
  relyingPartyOf,
  type StaffIdentity,
  sha256,
  type Tx,
  transact,
  type VerifiedPasskey,
  verifyNewPasskey,
  verifyPasskeyUse,
  verifyPassword,
} from '../../platform/index.ts'
import { insertAudit } from '../store/audit.ts'
import { findMember, lockMember } from '../store/members.ts'
import {
  consumePasskeyChallenge,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeyRows,
  updatePasskeyUse,
} from '../store/passkeys.ts'
import { throttleSecret } from './attempts.ts'
import type { RequestOrigin } from './audit.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Whether staff sign in with a passkey only: in live mode. */
export const requiresPasskey = ({ settings }: Pick<Platform, 'settings'>): boolean => settings.MODE === 'live'

const wrong = () => domainError('invalidCredentials', { passkey: true })

const rememberChallenge = async ({ clock }: Deps, db: Db | Tx, challenge: string, staffId: number | null) => {
  const nowMs = clock.now()
  await insertPasskeyChallenge(db, sha256(challenge), staffId, {
    nowMs,
    expiresMs: nowMs + passkeyChallengeTtlMs,
  })
}

/** Options with which a member's browser creates a passkey. */
export const startPasskey = async (
  deps: Deps,
  db: Db | Tx,
  { id, email }: { readonly id: number; readonly email: string },
): Promise<{ challenge: string; [name: string]: unknown }> => {
  const key = deps.secrets.keyFor('staff.passkeyHandle')
  const handle = new Uint8Array(createHmac('sha256', key).update(String(id)).digest())
  const existing = await listPasskeyRows(db, id)
  const options = await passkeyCreationOptions(
    relyingPartyOf(deps.settings),
    { handle, name: email },
    existing,
  )
  await rememberChallenge(deps, db, options.challenge, id)
  return { ...options }
}

/** Verifies the passkey a member's browser created and spends its challenge. Throws 1007 (`passkey: true`). */
export const finishPasskey = async (
  { clock, database, settings }: Deps,
  staffId: number,
  credential: string,
): Promise<VerifiedPasskey> => {
  const answer = readPasskeyAnswer(credential)
  if (answer === null) throw wrong()
  if (!(await consumePasskeyChallenge(database.db, sha256(answer.challenge), staffId, clock.now())))
    throw wrong()
  const passkey = await verifyNewPasskey(relyingPartyOf(settings), answer)
  if (passkey === null) throw wrong()
  return passkey
}

/** Options for signing in with a passkey; they name no account. */
export const passkeySignInOptions = async (deps: Deps): Promise<DataOf<'/staff/api/passkeyOptions'>> => {
  const options = await passkeyRequestOptions(relyingPartyOf(deps.settings), [])
  await rememberChallenge(deps, deps.database.db, options.challenge, null)
  return { options: { ...options } }
}

/** Whether an answer to a challenge of signing in was signed by a passkey of this member; counts the use. */
export const isPasskeyRight = async (
  { clock, database, settings }: Deps,
  staffId: number,
  credential: string,
): Promise<boolean> => {
  const answer = readPasskeyAnswer(credential)
  if (answer === null) return false
  if (!(await consumePasskeyChallenge(database.db, sha256(answer.challenge), null, clock.now()))) return false
  const passkey = await findPasskey(database.db, staffId, answer.credentialId)
  if (passkey === null) return false
  const use = await verifyPasskeyUse(relyingPartyOf(settings), answer, passkey)
  return use !== null && updatePasskeyUse(database.db, passkey, use, clock.business())
}

/** Credentials of a member's passkeys, so that a device with several for this site offers the right one. */
export const listCredentialIds = async (db: Db, staffId: number): Promise<readonly string[]> =>
  (await listPasskeyRows(db, staffId)).map(({ credentialId }) => credentialId)

/** The member's own passkeys, newest first. */
export const listPasskeys = async (db: Db, staffId: number): Promise<DataOf<'/staff/api/passkeys'>> =>
  (await listPasskeyRows(db, staffId)).map((row) => ({
    id: row.id,
    name: row.name,
    created: row.created_ms,
    lastUsed: row.last_used_ms,
  }))

const assertPassword = (deps: Deps, member: StaffIdentity, origin: RequestOrigin, pwd: string) =>
  throttleSecret(deps, { account: member.email, ip: origin.ip }, async () => {
    const found = await findMember(deps.database.db, member.email)
    return (await verifyPassword(found?.password_hash ?? null, pwd))
      ? { right: true }
      : { wrong: 'invalidCredentials' }
  })

const recordOf = (
  member: StaffIdentity,
  action: 'passkeyAdd' | 'passkeyRemove',
  name: string,
  origin: RequestOrigin,
) => ({ staffId: member.id, action, target: `staff ${member.email}`, after: { name }, ...origin })

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
  { name, pwd, credential }: BodyOf<'/staff/api/passkeyAdd'>,
): Promise<DataOf<'/staff/api/passkeyAdd'>> => {
  const { clock, database } = deps
  if (!isCredentialName(name)) throw domainError('invalidField', { field: 'name' })
  await assertPassword(deps, member, origin, pwd)
  if (credential === undefined) return { options: await startPasskey(deps, database.db, member) }
  const passkey = await finishPasskey(deps, member.id, credential)
  await transact(database.db, async (tx) => {
    await lockMember(tx, member.id)
    if ((await listPasskeyRows(tx, member.id)).length >= maxPasskeys)
      throw domainError('tooManyOrders', { max: maxPasskeys })
    if (!(await insertPasskey(tx, member.id, name, passkey, clock.business())))
      throw domainError('alreadyTaken')
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
  { id, pwd }: BodyOf<'/staff/api/passkeyRemove'>,
): Promise<void> => {
  await assertPassword(deps, member, origin, pwd)
  await transact(deps.database.db, async (tx) => {
    await lockMember(tx, member.id)
    const own = await listPasskeyRows(tx, member.id)
    const found = own.find((one) => one.id === id)
    if (found === undefined) throw domainError('notFound')
    if (own.length === 1 && requiresPasskey(deps))
      throw domainError('invalidState', { reason: 'lastPasskey' })
    await deletePasskeys(tx, member.id, id)
    await insertAudit(tx, recordOf(member, 'passkeyRemove', found.name, origin), deps.clock.now())
  })
}
