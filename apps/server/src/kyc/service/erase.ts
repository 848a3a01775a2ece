import { getSetting } from '../../content/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { deleteAllOf, findNewest, insertRetained, purgeRetained } from '../store.ts'

const yearMs = 365 * 86_400_000

/**
 * Deletes everything about the identity of a customer who closes the account. The hash of a record that was approved or
 * in review is kept for `kyc_hash_years`, so that one person is still told apart; the closing dialog says so.
 */
export const eraseKyc = async (tx: Tx, uid: number, businessMs: number): Promise<void> => {
  const newest = await findNewest(tx, uid)
  await deleteAllOf(tx, uid)
  const years = await getSetting(tx, 'kyc_hash_years')
  if (newest === undefined || newest.state === 'rejected' || years === 0) return
  await insertRetained(tx, { uid, person_hash: newest.person_hash, until_ms: businessMs + years * yearMs })
}

/** Deletes hashes of closed accounts whose time is over; returns how many. */
export const purgeIdentityHashes = ({
  clock,
  database,
}: Pick<Platform, 'clock' | 'database'>): Promise<number> => purgeRetained(database.db, clock.business())
