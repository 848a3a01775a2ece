import { platformUid } from '@glasshouse/core/identity/rules'
import { sql } from 'kysely'
import { countListed, type Db, type SortedRange, type Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<IdentityTables>()

/** A customer as staff and the customer's own export see one; instants are epoch milliseconds. */
const columns = [
  'uid',
  'username',
  'email',
  'phone',
  'avatar',
  'activation_code',
  'activation_status',
  'activation_until_ms',
  'referrer_uid',
  'credit_score',
  'kyc_switch',
  'transfer_switch',
  'experience',
  'ib',
  'lang',
  'registered_ms',
  'closed_ms',
  'email_proven_ms',
  'phone_proven_ms',
] as const

/** Everything kept of a customer besides passwords and secrets; nothing when there is no such customer. */
export const findCustomer = (db: Db | Tx, uid: number) =>
  tables(db).selectFrom('identity_customer').select(columns).where('uid', '=', uid).executeTakeFirst()

/** What is kept of a customer besides passwords and secrets. */
export type CustomerRecord = NonNullable<Awaited<ReturnType<typeof findCustomer>>>

/** The usernames of some customers, by uid. */
export const listUsernames = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await tables(db)
    .selectFrom('identity_customer')
    .select(['uid', 'username'])
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .execute()
  return new Map(rows.map(({ uid, username }) => [uid, username]))
}

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
    .select(columns)
    .orderBy('uid', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await countListed(db, matching, page.limit) }
}

/** The newest sessions of a customer, ended ones included. */
export const listSessionsOf = (db: Db, uid: number, limit: number) =>
  tables(db)
    .selectFrom('identity_session')
    .select(['id', 'started_ms', 'expires_ms', 'ended_ms', 'ip', 'user_agent'])
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Open accounts besides the one of the platform, and when the first one registered. */
export const countCustomers = async (
  db: Db,
): Promise<{ readonly customers: number; readonly sinceMs: number | null }> =>
  tables(db)
    .selectFrom('identity_customer')
    .select([
      sql<number>`count(*) filter (where closed_ms is null)`.as('customers'),
      sql<number | null>`min(registered_ms)`.as('sinceMs'),
    ])
    .where('uid', '<>', platformUid)
    .executeTakeFirstOrThrow()
