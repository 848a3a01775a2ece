import type { Network } from '@glasshouse/core/funding/networks'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/index.ts'
import type { FundingTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<FundingTables>()

/** Of which extended public key, on which network. */
export type XpubId = { readonly network: Network; readonly keyId: string }

/** The address a customer has of a key; null before the first. */
export const selectAddress = async (
  db: Db | Tx,
  { network, keyId }: XpubId,
  uid: number,
): Promise<string | null> =>
  (
    await tables(db)
      .selectFrom('funding_address')
      .select('address')
      .where('network', '=', network)
      .where('key_id', '=', keyId)
      .where('uid', '=', uid)
      .executeTakeFirst()
  )?.address ?? null

/** The next free place of a key; whoever asks after waits until the commit, so that none is given twice or left out. */
export const lockNextDerivationIndex = async (tx: Tx, { network, keyId }: XpubId): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`funding_address ${network} ${keyId}`}, 0))`.execute(
    tx,
  )
  const { next } = await tables(tx)
    .selectFrom('funding_address')
    .select(sql<number>`coalesce(max(place) + 1, 0)`.as('next'))
    .where('network', '=', network)
    .where('key_id', '=', keyId)
    .executeTakeFirstOrThrow()
  return next
}

export const insertAddress = async (
  tx: Tx,
  { network, keyId }: XpubId,
  row: {
    readonly uid: number
    readonly place: number
    readonly address: string
    readonly sinceMs: number
  },
): Promise<void> => {
  const { uid, place, address, sinceMs } = row
  await tables(tx)
    .insertInto('funding_address')
    .values({ network, key_id: keyId, uid, place, address, since_ms: sinceMs })
    .execute()
}

/** Every address a customer ever had on a network. */
export const selectAddresses = async (
  db: Db | Tx,
  network: Network,
  uid: number,
): Promise<readonly string[]> => {
  const rows = await tables(db)
    .selectFrom('funding_address')
    .select('address')
    .where('network', '=', network)
    .where('uid', '=', uid)
    .execute()
  return rows.map(({ address }) => address)
}
