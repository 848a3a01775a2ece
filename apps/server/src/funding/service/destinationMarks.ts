import type { Secrets, Tx } from '../../platform/index.ts'
import { listDestinations } from '../store/destinations.ts'
import { listWithdrawnTo } from '../store/withdrawals.ts'
import { decryptDestination } from './destinations.ts'
import { destinationKey } from './withdrawals/context.ts'

const ways = ['bank', '1001', '1002'] as const

/**
 * Keyed digests of where customers withdraw: bank accounts (without the name of the holder) and addresses on file, and
 * every destination they withdrew to. Two customers with one digest share a destination.
 */
export const listDestinationMarks = async (
  secrets: Secrets,
  tx: Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const marks = new Map<number, string[]>(uids.map((uid) => [uid, []]))
  for (const { uid, key } of await listWithdrawnTo(tx, uids)) marks.get(uid)?.push(key)
  for (const uid of uids) {
    if ((await listDestinations(tx, uid, [...ways, 'wallet'])).length === 0) continue
    for (const way of ways) {
      const text = await decryptDestination(secrets, tx, uid, way)
      if (text !== null) marks.get(uid)?.push(destinationKey(secrets, way, text))
    }
  }
  return marks
}
