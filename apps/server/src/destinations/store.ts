import type { DestinationKind } from '@glasshouse/core/destinations/rules'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../platform/database/index.ts'
import type { DestinationTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<DestinationTables>()

export type DestinationRow = Selectable<DestinationTables['funding_destination']>

/** Stored destinations of a customer, all or of the given kinds. */
export const listDestinations = (
  db: Db | Tx,
  uid: number,
  kinds: readonly DestinationKind[],
): Promise<readonly DestinationRow[]> =>
  tables(db)
    .selectFrom('funding_destination')
    .selectAll()
    .where('uid', '=', uid)
    .where('kind', 'in', kinds)
    .execute()

export type NewDestination = DestinationRow & { readonly ip: string }

/** Replaces a destination and records the change permanently. */
export const upsertDestination = async (tx: Tx, { ip, ...row }: NewDestination): Promise<void> => {
  await tables(tx)
    .insertInto('funding_destination')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['uid', 'kind']).doUpdateSet(({ ref }) => ({
        network: ref('excluded.network'),
        sealed: ref('excluded.sealed'),
        summary: ref('excluded.summary'),
        changed_ms: ref('excluded.changed_ms'),
      })),
    )
    .execute()
  await tables(tx)
    .insertInto('funding_destination_change')
    .values({ ...row, ip })
    .execute()
}

/** Changes of a customer, oldest first. */
export const listDestinationChanges = (db: Db | Tx, uid: number) =>
  tables(db)
    .selectFrom('funding_destination_change')
    .select(['id', 'kind', 'summary', 'changed_ms', 'ip'])
    .where('uid', '=', uid)
    .orderBy('id')
    .execute()

/** Anonymizes the destinations of a customer; the times of the changes stay. */
export const anonymizeDestinations = async (tx: Tx, uid: number): Promise<void> => {
  await tables(tx).deleteFrom('funding_destination').where('uid', '=', uid).execute()
  await tables(tx)
    .updateTable('funding_destination_change')
    .set({ sealed: '', summary: '', ip: '' })
    .where('uid', '=', uid)
    .execute()
}
