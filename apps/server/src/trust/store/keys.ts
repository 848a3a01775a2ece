import type { HouseKey } from '@glasshouse/core/trust/heads'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { TrustTables } from '../schema.ts'

export type KeyRow = Selectable<TrustTables['trust_key']>

/** Every signing key there ever was, the newest last. */
export const listKeys = (db: Db): Promise<readonly KeyRow[]> =>
  db
    .withTables<TrustTables>()
    .selectFrom('trust_key')
    .selectAll()
    .orderBy('from_ms')
    .orderBy('keyid')
    .execute()

/** The public keys as the wire and the day files list them. */
export const listHouseKeys = async (db: Db): Promise<HouseKey[]> => {
  const rows = await listKeys(db)
  return rows.map((row, index) => ({
    keyid: row.keyid,
    publickey: row.public_key.toString('hex'),
    from: row.from_ms,
    until: rows[index + 1]?.from_ms ?? null,
    announced: index === 0 || row.announcement !== null,
    announcement:
      row.announcement === null || row.announcement_signature === null
        ? null
        : {
            text: row.announcement,
            signature: row.announcement_signature.toString('hex'),
            keyid: rows[index - 1]?.keyid ?? '',
            hash: sha256(row.announcement),
          },
  }))
}

/** Adds a signing key. */
export const insertKey = async (db: Db, row: KeyRow): Promise<void> => {
  await db.withTables<TrustTables>().insertInto('trust_key').values(row).execute()
}
