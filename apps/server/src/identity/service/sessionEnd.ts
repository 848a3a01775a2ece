import { updateSessionsEnded } from '../../access/sessions/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { updateApiKeysRemoved } from '../store/apiKeys.ts'
import { customerKind } from './principal.ts'

/** Ends all sessions of a customer (103) and removes all API keys, so that no access remains. */
export const endCustomerSessions = async (tx: Tx, uid: number, atMs: number): Promise<void> => {
  await updateSessionsEnded(tx, customerKind.tables, uid, atMs, null)
  await updateApiKeysRemoved(tx, uid, null, atMs)
}
