import type { Tx } from '../../platform/index.ts'
import { lockCustomer, updateCustomer } from '../store/customers.ts'
import { updateSessionsEnded } from '../store/sessions.ts'

/**
 * Freezes an account or thaws it, in the caller's transaction. Freezing ends all its sessions (103 everywhere)
 * and closes sign-in until it is thawed; money and orders stay as they are. False when there is no such
 * customer; nothing changes for one who is so already.
 */
export const freezeAccount = async (tx: Tx, atMs: number, uid: number, frozen: boolean): Promise<boolean> => {
  const customer = await lockCustomer(tx, uid)
  if (customer === undefined) return false
  if (frozen && customer.frozen_ms === null) await updateCustomer(tx, uid, { frozen_ms: atMs })
  if (!frozen && customer.frozen_ms !== null) await updateCustomer(tx, uid, { frozen_ms: null })
  if (frozen) await updateSessionsEnded(tx, uid, atMs)
  return true
}
