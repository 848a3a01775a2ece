import { countListed, type Db, type SortedRange, type Tx } from '../../platform/database/index.ts'
import { type CustomerRecord, type CustomerTables, recordColumns } from '../records/index.ts'

const tables = (db: Db | Tx) => db.withTables<CustomerTables>()

export type CustomerQuery = {
  readonly uid: number | null
  /** In lower case; null when the text can be no e-mail address. */
  readonly email: string | null
  /** Digits; null when the text can be no phone. */
  readonly phone: string | null
  /** Only whole matches, not beginnings. */
  readonly exact: boolean
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, (found) => `\\${found}`)

/** One page of customers by uid, or by an e-mail address or a phone or its beginning; and how many there are. */
export const listCustomers = async (
  db: Db,
  { uid, email, phone, exact }: CustomerQuery,
  page: SortedRange,
): Promise<{ readonly rows: readonly CustomerRecord[]; readonly total: number }> => {
  const pattern = (text: string): string => (exact ? escaped(text) : `${escaped(text)}%`)
  const matching = tables(db)
    .selectFrom('identity_customer')
    .where((column) =>
      column.or([
        ...(uid === null ? [] : [column('uid', '=', uid)]),
        ...(email === null ? [] : [column('email', 'like', pattern(email))]),
        ...(phone === null ? [] : [column('phone', 'like', pattern(phone))]),
      ]),
    )
  const rows = await matching
    .select(recordColumns)
    .orderBy('uid', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countListed(db, matching, page.limit) }
}
