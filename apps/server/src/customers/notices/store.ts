import type { Language } from '@glasshouse/core/wire/languages'
import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { CustomerTables } from '../records/index.ts'

/** The proven e-mail addresses and languages of some customers by uid; who has no proven address is absent. */
export const listMailRecipients = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<
  ReadonlyMap<number, { readonly uid: number; readonly email: string; readonly lang: Language }>
> => {
  const rows = await db
    .withTables<CustomerTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'email', 'lang'])
    .where('uid', '=', sql<number>`any(${pgNumberArray(uids)}::bigint[])`)
    .where('email_proven_ms', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ uid, email, lang }) => (email === null ? [] : [[uid, { uid, email, lang }]])),
  )
}
