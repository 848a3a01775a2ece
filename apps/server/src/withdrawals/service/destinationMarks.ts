import { listDestinationKeys } from '../../destinations/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Secrets } from '../../platform/secrets/index.ts'
import { listWithdrawnTo } from '../store/withdrawals.ts'

/**
 * Keyed digests of where customers withdraw: bank accounts (by their number alone) and addresses on file, and
 * every destination they withdrew to. Two customers with one digest share a destination.
 */
export const listDestinationMarks = async (
  secrets: Secrets,
  tx: Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const marks = new Map<number, string[]>(uids.map((uid) => [uid, []]))
  for (const { uid, key } of await listWithdrawnTo(tx, uids)) marks.get(uid)?.push(key)
  for (const uid of uids) marks.get(uid)?.push(...(await listDestinationKeys(secrets, tx, uid)))
  return marks
}
