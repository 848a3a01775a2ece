import { createHmac } from 'node:crypto'
import { domainError } from '@glasshouse/core/errors/registry'
import { maxPasskeys } from '@glasshouse/core/identity/apiKeys'
import type { Db, Tx } from '../../../platform/database/index.ts'
import { sha256 } from '../../../platform/secrets/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { type PrincipalKind, relyingPartyOf } from '../../principal/index.ts'
import {
  consumePasskeyChallenge,
  countPasskeys,
  findPasskey,
  insertPasskey,
  insertPasskeyChallenge,
  listPasskeyRows,
  type PasskeyCeremony,
  updatePasskeyUse,
} from '../store.ts'
import {
  type PasskeyAnswer,
  passkeyChallengeTtlMs,
  passkeyCreationOptions,
  passkeyRequestOptions,
  readPasskeyAnswer,
  type VerifiedPasskey,
  verifyNewPasskey,
  verifyPasskeyUse,
} from './webauthn.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Options of a ceremony as the wire carries them. */
export type PasskeyOptions = { challenge: string; [name: string]: unknown }

/** The error `invalidCredentials` (1007, `passkey: true`) of every answer that does not verify. */
export const wrongPasskey = () => domainError('invalidCredentials', { passkey: true })

/** Handle of a principal in authenticators: stable, and reveals nothing without the installation's secret. */
const handleOf = (
  { secrets }: Pick<Deps, 'secrets'>,
  { passkeyHandleKey }: PrincipalKind,
  ownerId: number,
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHmac('sha256', secrets.keyFor(passkeyHandleKey)).update(String(ownerId)).digest())

const storeChallenge = (
  { clock }: Deps,
  db: Db | Tx,
  { tables }: PrincipalKind,
  challenge: string,
  ceremony: PasskeyCeremony,
): Promise<void> =>
  insertPasskeyChallenge(db, tables, sha256(challenge), ceremony, clock.now() + passkeyChallengeTtlMs)

/** Reads an answer and spends its challenge, right or wrong; null for what answers no open challenge of the ceremony. */
const consumeAnswer = async (
  { clock, database }: Deps,
  { tables }: PrincipalKind,
  text: string,
  ceremony: PasskeyCeremony,
): Promise<PasskeyAnswer | null> => {
  const answer = readPasskeyAnswer(text)
  if (answer === null) return null
  const hash = sha256(answer.challenge)
  const isOpen = await consumePasskeyChallenge(database.db, tables, hash, ceremony, clock.now())
  return isOpen ? answer : null
}

/**
 * Options with which a browser creates a passkey of a principal.
 *
 * @throws tooManyOrders (2005) there are ten passkeys
 */
export const startPasskey = async (
  deps: Deps,
  db: Db | Tx,
  kind: PrincipalKind,
  { id, name }: { readonly id: number; readonly name: string },
  boundTo: number,
): Promise<PasskeyOptions> => {
  const existing = await listPasskeyRows(db, kind.tables, id)
  if (existing.length >= maxPasskeys) throw domainError('tooManyOrders', { max: maxPasskeys })
  const options = await passkeyCreationOptions(
    relyingPartyOf(kind, deps.settings),
    { handle: handleOf(deps, kind, id), name },
    existing,
  )
  await storeChallenge(deps, db, kind, options.challenge, { purpose: 'add', boundTo })
  return { ...options }
}

/** Verifies the passkey a browser created and spends its challenge. Throws 1007 (`passkey: true`). */
export const verifyCreatedPasskey = async (
  deps: Deps,
  kind: PrincipalKind,
  credential: string,
  boundTo: number,
): Promise<VerifiedPasskey> => {
  const answer = await consumeAnswer(deps, kind, credential, { purpose: 'add', boundTo })
  const passkey = answer === null ? null : await verifyNewPasskey(relyingPartyOf(kind, deps.settings), answer)
  if (passkey === null) throw wrongPasskey()
  return passkey
}

/**
 * Stores a verified passkey and returns its id. The caller holds the lock of the principal, so that the limit holds.
 *
 * @throws alreadyTaken (1009) the credential is known
 * @throws tooManyOrders (2005) there are ten passkeys
 */
export const storePasskey = async (
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { tables }: PrincipalKind,
  ownerId: number,
  name: string,
  passkey: VerifiedPasskey,
): Promise<number> => {
  if ((await countPasskeys(tx, tables, ownerId)) >= maxPasskeys)
    throw domainError('tooManyOrders', { max: maxPasskeys })
  const id = await insertPasskey(tx, tables, ownerId, name, passkey, clock.business())
  if (id === null) throw domainError('alreadyTaken')
  return id
}

/** Options for a signature by one of these credentials, or with none of them by any the device has for this site. */
export const passkeyOptions = async (
  deps: Deps,
  kind: PrincipalKind,
  allowed: Parameters<typeof passkeyRequestOptions>[1],
  ceremony: PasskeyCeremony,
): Promise<{ options: PasskeyOptions }> => {
  const options = await passkeyRequestOptions(relyingPartyOf(kind, deps.settings), allowed)
  await storeChallenge(deps, deps.database.db, kind, options.challenge, ceremony)
  return { options: { ...options } }
}

/**
 * Verifies an answer to a challenge, stores the use, and returns whose passkey signed it; with `ownerId`, only that
 * principal's. Null for everything else: another ceremony, a used or expired challenge, a wrong origin or domain, an
 * unverified user, the handle of another principal, a counter that did not grow, a removed passkey.
 */
export const verifyPasskey = async (
  deps: Deps,
  kind: PrincipalKind,
  credential: string,
  ceremony: PasskeyCeremony,
  ownerId: number | null,
): Promise<number | null> => {
  const { clock, database, settings } = deps
  const answer = await consumeAnswer(deps, kind, credential, ceremony)
  if (answer === null) return null
  const passkey = await findPasskey(database.db, kind.tables, answer.credentialId)
  if (passkey === null || (ownerId !== null && passkey.ownerId !== ownerId)) return null
  const handle = Buffer.from(handleOf(deps, kind, passkey.ownerId)).toString('base64url')
  if (answer.userHandle !== null && answer.userHandle !== handle) return null
  const use = await verifyPasskeyUse(relyingPartyOf(kind, settings), answer, passkey)
  if (use === null) return null
  const isStored = await updatePasskeyUse(database.db, kind.tables, passkey, use, clock.business())
  return isStored ? passkey.ownerId : null
}
