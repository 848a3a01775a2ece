import type { Selectable } from 'kysely'
import type { Db } from '../../platform/index.ts'
import type { TrustTables } from '../schema.ts'

type KeyRow = Selectable<TrustTables['trust_key']>

/** Every signing key there ever was, the newest last. */
export const listKeys = (db: Db): Promise<readonly KeyRow[]> =>
  db
    .withTables<TrustTables>()
    .selectFrom('trust_key')
    .selectAll()
    .orderBy('from_ms')
    .orderBy('keyid')
    .execute()

/** Adds a signing key. */
export const insertKey = async (db: Db, row: KeyRow): Promise<void> => {
  await db.withTables<TrustTables>().insertInto('trust_key').values(row).execute()
}
