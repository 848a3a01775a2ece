import { createHmac } from 'node:crypto'
import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isCredentialName, maxPasskeys } from '@glasshouse/core/identity/apiKeys'
import {
  type CustomerIdentity,
  type Db,
  type PasskeyAnswer,
  type Platform,
  passkeyChallengeTtlMs,
  passkeyCreationOptions,
  passkeyRequestOptions,
  readPasskeyAnswer,
  relyingPartyOf,
  sha256,
  transact,
  verifyNewPasskey,
  verifyPasskeyUse,
} from '../../platform/index.ts'
import { lockCustomer } from '../store/customers.ts'
import {
  consumePasskeyChallenge,
  countPasskeys,
  deletePasskeys,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeyRows,
  type PasskeyPurpose,
  updatePasskeyUse,
} from '../store/passkeys.ts'
import { sendSecurityLetters } from './letters.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** What a challenge is for and in which session; null for signing in, where there is none yet. */
export type PasskeyCeremony = { readonly purpose: PasskeyPurpose; readonly sessionId: number | null }

const wrong = () => domainError('invalidCredentials', { passkey: true })

/** The handle of a customer in authenticators: stable, and says nothing without the installation's secret. */
const handleOf = ({ secrets }: Pick<Deps, 'secrets'>, uid: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac('sha256', secrets.keyFor('identity.passkeyHandle')).update(String(uid)).digest())

const rememberChallenge = (
  { clock, database }: Deps,
  challenge: string,
  { purpose, sessionId }: PasskeyCeremony,
): Promise<void> =>
  insertPasskeyChallenge(
    database.db,
    sha256(challenge),
    purpose,
    sessionId,
    clock.now() + passkeyChallengeTtlMs,
  )

/** Reads an answer and spends its challenge, right or wrong; throws 1007 for what answers no open challenge. */
const takeAnswer = async (
  { clock, database }: Deps,
  text: string,
  { purpose, sessionId }: PasskeyCeremony,
): Promise<PasskeyAnswer> => {
  const answer = readPasskeyAnswer(text)
  if (answer === null) throw wrong()
  const hash = sha256(answer.challenge)
  if (!(await consumePasskeyChallenge(database.db, hash, purpose, sessionId, clock.now()))) throw wrong()
  return answer
}

/**
 * Adds a passkey in two calls: without `credential` it returns the options for the browser, with it the passkey is
 * verified and stored. Letters report it.
 *
 * @throws invalidField (1001) a malformed name
 * @throws invalidCredentials (1007) a credential that does not verify for the challenge of this session
 * @throws alreadyTaken (1009) the credential is known
 * @throws tooManyOrders (2005) there are ten passkeys
 */
export const addPasskey = async (
  deps: Deps,
  { uid, sessionId }: CustomerIdentity,
  { name, credential }: BodyOf<'/api/user/passkeyAdd'>,
): Promise<DataOf<'/api/user/passkeyAdd'>> => {
  const { clock, database, settings } = deps
  const ceremony: PasskeyCeremony = { purpose: 'add', sessionId }
  if (!isCredentialName(name)) throw domainError('invalidField', { field: 'name' })
  if (credential === undefined) {
    const existing = await listPasskeyRows(database.db, uid)
    if (existing.length >= maxPasskeys) throw domainError('tooManyOrders', { max: maxPasskeys })
    const owner = { handle: handleOf(deps, uid), name: `Glasshouse ${uid}` }
    const options = await passkeyCreationOptions(relyingPartyOf(settings), owner, existing)
    await rememberChallenge(deps, options.challenge, ceremony)
    return { options: { ...options } }
  }
  const passkey = await verifyNewPasskey(
    relyingPartyOf(settings),
    await takeAnswer(deps, credential, ceremony),
  )
  if (passkey === null) throw wrong()
  const id = await transact(database.db, async (tx) => {
    await lockCustomer(tx, uid)
    if ((await countPasskeys(tx, uid)) >= maxPasskeys)
      throw domainError('tooManyOrders', { max: maxPasskeys })
    const created = await insertPasskey(tx, uid, name, passkey, clock.business())
    if (created === null) throw domainError('alreadyTaken')
    await sendSecurityLetters(tx, clock, uid, 'passkeyAdded')
    return created
  })
  return { id }
}

/** The passkeys of a customer, newest first. */
export const listPasskeys = async (db: Db, uid: number): Promise<DataOf<'/api/user/passkeys'>> =>
  (await listPasskeyRows(db, uid)).map((row) => ({
    id: row.id,
    name: row.name,
    created: row.created_ms,
    lastUsed: row.last_used_ms,
    synced: row.is_backed_up,
  }))

/** Removes a passkey; letters report it. Throws 1005 for one that is unknown or another customer's. */
export const removePasskey = ({ clock, database }: Deps, uid: number, id: number): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockCustomer(tx, uid)
    if (!(await deletePasskeys(tx, uid, id))) throw domainError('notFound')
    await sendSecurityLetters(tx, clock, uid, 'passkeyRemoved')
  })

/** Options for confirming a session with one of its customer's passkeys. Throws 2003 where there is none. */
export const passkeyStepUpOptions = async (
  deps: Deps,
  { uid, sessionId }: CustomerIdentity,
): Promise<DataOf<'/api/user/passkeyOptions'>> => {
  const own = await listPasskeyRows(deps.database.db, uid)
  if (own.length === 0) throw domainError('invalidState')
  const options = await passkeyRequestOptions(relyingPartyOf(deps.settings), own)
  await rememberChallenge(deps, options.challenge, { purpose: 'stepUp', sessionId })
  return { options: { ...options } }
}

/** Options for signing in with any passkey the device has for this site; they name no account. */
export const passkeySignInOptions = async (deps: Deps): Promise<DataOf<'/api/user/passkeyLogin'>> => {
  const options = await passkeyRequestOptions(relyingPartyOf(deps.settings), [])
  await rememberChallenge(deps, options.challenge, { purpose: 'signIn', sessionId: null })
  return { options: { ...options } }
}

/**
 * Verifies an answer to a challenge and returns whose passkey signed it; with `uid`, only that customer's. Throws 1007
 * (`passkey: true`) for everything else: another purpose or session, a used or expired challenge, a wrong origin or
 * domain, an unverified user, a counter that did not grow, a removed passkey.
 */
export const verifyPasskey = async (
  deps: Deps,
  credential: string,
  ceremony: PasskeyCeremony,
  uid: number | null,
): Promise<number> => {
  const { clock, database, settings } = deps
  const answer = await takeAnswer(deps, credential, ceremony)
  const passkey = await findPasskey(database.db, answer.credentialId)
  if (passkey === null || (uid !== null && passkey.uid !== uid)) throw wrong()
  const handle = Buffer.from(handleOf(deps, passkey.uid)).toString('base64url')
  if (answer.userHandle !== null && answer.userHandle !== handle) throw wrong()
  const use = await verifyPasskeyUse(relyingPartyOf(settings), answer, passkey)
  if (use === null || !(await updatePasskeyUse(database.db, passkey, use, clock.business()))) throw wrong()
  return passkey.uid
}
