import type { Network } from '@glasshouse/core/deposits/networks'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { DepositTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<DepositTables>()

/** An extended public key on a network. */
export type XpubId = { readonly network: Network; readonly keyId: string }

/** Address of a customer for a key, with the index it was derived under; null before the first one. */
export const findAddress = async (
  db: Db | Tx,
  { network, keyId }: XpubId,
  uid: number,
): Promise<{ readonly address: string; readonly place: number } | null> =>
  (await tables(db)
    .selectFrom('funding_address')
    .select(['address', 'place'])
    .where('network', '=', network)
    .where('key_id', '=', keyId)
    .where('uid', '=', uid)
    .executeTakeFirst()) ?? null

/** Next free index of a key, locked until the commit, so that indexes are unique and without gaps. */
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

/** All addresses a customer ever had on a network. */
export const listAddresses = async (
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

/** Whether one of some addresses is the deposit address of any customer on a network. */
export const isDepositAddress = async (
  db: Db | Tx,
  network: Network,
  addresses: readonly string[],
): Promise<boolean> => {
  if (addresses.length === 0) return false
  const found = await tables(db)
    .selectFrom('funding_address')
    .select('uid')
    .where('network', '=', network)
    .where('address', 'in', addresses)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deposit addresses that a customer ever had, on all networks, for the export. */
export const listDepositAddresses = (db: Db, uid: number) =>
  tables(db)
    .selectFrom('funding_address')
    .select(['network', 'address', 'since_ms'])
    .where('uid', '=', uid)
    .orderBy('since_ms')
    .execute()
