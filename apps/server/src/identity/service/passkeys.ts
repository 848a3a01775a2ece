import type { DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import { isCredentialName } from '@glasshouse/core/identity/apiKeys'
import {
  deletePasskeys,
  listPasskeyRows,
  passkeyOptions,
  startPasskey,
  storePasskey,
  verifyCreatedPasskey,
} from '../../access/passkeys/index.ts'
import type { Db } from '../../platform/database/index.ts'
import type { CustomerIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { lockCustomer } from '../store/customers.ts'
import { deleteLostFactor } from '../store/lostFactors.ts'
import { sendSecurityLetters } from './letters.ts'
import { lockOpenCustomer } from './openCustomer.ts'
import { customerKind } from './principal.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database' | 'secrets'>

/** Passkeys of a customer, newest first. */
export const listCustomerPasskeys = (db: Db, uid: number) => listPasskeyRows(db, customerKind.tables, uid)

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
  { name, credential }: { readonly name: string; readonly credential?: string | undefined },
): Promise<DataOf<'/api/user/passkeyAdd'>> => {
  const { clock, database } = deps
  if (!isCredentialName(name)) throw domainError('invalidField', { field: 'name' })
  if (credential === undefined) {
    const owner = { id: uid, name: `Glasshouse ${uid}` }
    return { options: await startPasskey(deps, database.db, customerKind, owner, sessionId) }
  }
  const passkey = await verifyCreatedPasskey(deps, customerKind, credential, sessionId)
  const id = await transact(database.db, async (tx) => {
    await lockOpenCustomer(tx, uid)
    const created = await storePasskey(deps, tx, customerKind, uid, name, passkey)
    await sendSecurityLetters(tx, clock, uid, 'passkeyAdded')
    return created
  })
  return { id }
}

/** The passkeys of a customer as the wire shows them, newest first. */
export const listPasskeys = async (db: Db, uid: number): Promise<DataOf<'/api/user/passkeys'>> =>
  (await listCustomerPasskeys(db, uid)).map((row) => ({
    id: row.id,
    name: row.name,
    created: row.createdMs,
    lastUsed: row.lastUsedMs,
    synced: row.isBackedUp,
  }))

/**
 * Removes a passkey; letters report it. A request for lost factors ends, because a factor was just proven. Throws 1005
 * for a passkey that is unknown or another customer's.
 */
export const removePasskey = ({ clock, database }: Deps, uid: number, id: number): Promise<void> =>
  transact(database.db, async (tx) => {
    await lockCustomer(tx, uid)
    if (!(await deletePasskeys(tx, customerKind.tables, uid, id))) throw domainError('notFound')
    await deleteLostFactor(tx, uid, clock.business())
    await sendSecurityLetters(tx, clock, uid, 'passkeyRemoved')
  })

/** Options for confirming a session with one of its customer's passkeys. Throws 2003 where there is none. */
export const passkeyStepUpOptions = async (
  deps: Deps,
  { uid, sessionId }: CustomerIdentity,
): Promise<DataOf<'/api/user/passkeyOptions'>> => {
  const own = await listCustomerPasskeys(deps.database.db, uid)
  if (own.length === 0) throw domainError('invalidState')
  return passkeyOptions(deps, customerKind, own, { purpose: 'stepUp', boundTo: sessionId })
}

/** Options for signing in with any passkey the device has for this site; they name no account. */
export const passkeySignInOptions = (deps: Deps): Promise<DataOf<'/api/user/passkeyLogin'>> =>
  passkeyOptions(deps, customerKind, [], { purpose: 'signIn', boundTo: null })
