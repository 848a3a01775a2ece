import type { ActivationStatus } from '@glasshouse/core/ai/rules'
import { platformUid } from '@glasshouse/core/identity/rules'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/index.ts'
import { isLockedAt } from '../locks/index.ts'
import type { CustomerTables } from './schema.ts'

const tables = (db: Db | Tx) => db.withTables<CustomerTables>()

/** A customer as staff and the customer's own export see one; instants are epoch milliseconds. */
export const recordColumns = [
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
  tables(db).selectFrom('identity_customer').select(recordColumns).where('uid', '=', uid).executeTakeFirst()

/**
 * A customer, locked until the end of the transaction. Rows that name the customer are inserted meanwhile, so that another
 * transaction that holds something needed here later does not wait for this one.
 */
export const lockCustomerById = (tx: Tx, uid: number): Promise<CustomerRecord | undefined> =>
  tables(tx)
    .selectFrom('identity_customer')
    .select(recordColumns)
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()

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

/** What another customer may be recognised by. */
export type Recipient = {
  readonly uid: number
  readonly username: string
  readonly email: string
  readonly phone: string
}

/**
 * A customer who can receive money, by uid or proven address; locked accounts are excluded. Closed accounts and the
 * platform's own have no address.
 */
export const findRecipientRow = async (
  db: Db,
  by: 'uid' | 'email' | 'phone',
  account: string | number,
  businessMs: number,
): Promise<Recipient | null> => {
  const found = await db
    .withTables<CustomerTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'username', 'email', 'phone'])
    .where(by, '=', account)
    .where(sql<boolean>`not ${isLockedAt('identity_customer.uid', businessMs)}`)
    .$if(by === 'email', (query) => query.where('email_proven_ms', 'is not', null))
    .$if(by === 'phone', (query) => query.where('phone_proven_ms', 'is not', null))
    .executeTakeFirst()
  if (found === undefined || found.email === null || found.phone === null) return null
  return { ...found, email: found.email, phone: found.phone }
}

/** The phones of some customers by uid; who has none is absent. */
export const listPhones = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (uids.length === 0) return new Map()
  const found = await db
    .withTables<CustomerTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'phone'])
    .where('uid', 'in', uids)
    .execute()
  return new Map(found.flatMap(({ uid, phone }) => (phone === null ? [] : [[uid, phone]])))
}

/** A customer as the author of a published text. */
export type Author = { readonly uid: number; readonly phone: string | null; readonly avatar: number }

/** Phones and avatars of some customers, by uid; a closed account has no phone. */
export const listAuthors = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Author>> => {
  if (uids.length === 0) return new Map()
  const found = await db
    .withTables<CustomerTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'phone', 'avatar'])
    .where('uid', 'in', uids)
    .execute()
  return new Map(found.map((author) => [author.uid, author]))
}

export const updateActivation = async (
  tx: Tx,
  uid: number,
  status: ActivationStatus,
  untilMs: number | null,
): Promise<void> => {
  await tables(tx)
    .updateTable('identity_customer')
    .set({ activation_status: status, activation_until_ms: untilMs })
    .where('uid', '=', uid)
    .execute()
}
