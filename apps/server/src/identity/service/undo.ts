import { domainError } from '@glasshouse/core/errors/registry'
import { addressUndoMs, type UndoKind } from '@glasshouse/core/identity/rules'
import { runningLock } from '../../customers/locks/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { randomToken, sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { publicOrigin } from '../../platform/settings/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type AddressKind, lockCustomer, updateCustomer } from '../store/customers.ts'
import { deleteLostFactor } from '../store/lostFactors.ts'
import { findUndo, insertUndo, updateUndosUsed, updateUndoUsed } from '../store/undo.ts'
import { ownLock, startLock } from './locks.ts'
import { endCustomerSessions } from './sessionEnd.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

type UndoableChange = {
  readonly uid: number
  readonly kind: UndoKind
  /** The address before a change; null for the other kinds. */
  readonly oldAddress: string | null
  /** How long the link is good, by the business calendar; milliseconds. */
  readonly lifeMs: number
}

/** Makes the link that undoes something once, in the caller's transaction; only who gets the letter knows it. */
export const createUndoLink = async (
  { settings, clock }: Pick<Deps, 'settings' | 'clock'>,
  tx: Tx,
  { uid, kind, oldAddress, lifeMs }: UndoableChange,
): Promise<string> => {
  const token = randomToken()
  const createdMs = clock.business()
  const untilMs = createdMs + lifeMs
  await insertUndo(tx, { tokenHash: sha256(token), uid, kind, oldAddress, createdMs, untilMs })
  return `${publicOrigin(settings)}/undo?token=${token}`
}

/** The link in the letter to an old address; it is good for 72 h. */
export const createAddressUndoLink = (
  deps: Pick<Deps, 'settings' | 'clock'>,
  tx: Tx,
  uid: number,
  kind: AddressKind,
  oldAddress: string,
): Promise<string> => createUndoLink(deps, tx, { uid, kind, oldAddress, lifeMs: addressUndoMs })

/**
 * Undoes the change that a mailed link refers to, once. A changed address becomes the old one again; the account is
 * locked and all its sessions end, as after a reported foreign sign-in. A request for a lost second factor is dropped.
 * Throws 1005 for a token that is unknown, used or over.
 */
export const undo = async (deps: Deps, token: string): Promise<{ readonly kind: UndoKind }> => {
  const { clock, database } = deps
  const tokenHash = sha256(token)
  return transact(database.db, async (tx) => {
    const businessMs = clock.business()
    const found = await findUndo(tx, tokenHash, businessMs)
    const customer = found === undefined ? undefined : await lockCustomer(tx, found.uid)
    if (found === undefined || customer === undefined || !(await updateUndoUsed(tx, tokenHash, businessMs)))
      throw domainError('notFound')
    const { uid, kind, old_address: oldAddress, created_ms: createdMs } = found
    if (kind === 'lostFactor') {
      await deleteLostFactor(tx, uid, businessMs)
      return { kind }
    }
    if (oldAddress !== null && kind !== 'signIn') {
      await restoreAddress(tx, uid, kind, oldAddress, businessMs)
      // What came after it is undone with it: a later link must not bring a thief's address back.
      await updateUndosUsed(tx, uid, kind, createdMs, businessMs)
    }
    if ((await runningLock(tx, clock, uid)) === undefined)
      await startLock(deps, tx, uid, ownLock('letter', 'stolen_access'))
    await endCustomerSessions(tx, uid, clock.now())
    return { kind }
  })
}

/** Gives an account its old address back, proven; its own claim kept others from it meanwhile. */
const restoreAddress = async (
  tx: Tx,
  uid: number,
  kind: AddressKind,
  address: string,
  businessMs: number,
): Promise<void> => {
  const change =
    kind === 'email'
      ? { email: address, email_proven_ms: businessMs, email_changed_ms: businessMs }
      : { phone: address, phone_proven_ms: businessMs }
  if (!(await updateCustomer(tx, uid, change))) throw new Error(`the old ${kind} of customer ${uid} is taken`)
}
