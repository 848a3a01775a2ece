import type { Language } from '@glasshouse/core/wire/languages'
import { sql, type Updateable } from 'kysely'
import { batchedRead, type Db, type Tx } from '../../platform/index.ts'
import type { IdentityTables } from '../schema.ts'

export type NewCustomer = {
  readonly email: string
  readonly phone: string
  readonly passwordHash: string
  readonly activationCode: string
  readonly referrerUid: number
  readonly lang: Language
  readonly registeredMs: number
}

/** Adds a customer under the next uid and returns it; null when something of it is taken. */
export const insertCustomer = async (tx: Tx, customer: NewCustomer): Promise<number | null> => {
  const { rows } = await sql<{ uid: number }>`
    with next as (select nextval('identity_uid') as uid)
    insert into identity_customer
      (uid, username, email, phone, password_hash, activation_code, referrer_uid, lang, registered_ms)
    select uid, 'user' || uid, ${customer.email}, ${customer.phone}, ${customer.passwordHash},
      ${customer.activationCode}, ${customer.referrerUid}, ${customer.lang}, ${customer.registeredMs}
    from next
    on conflict do nothing
    returning uid
  `.execute(tx)
  return rows[0]?.uid ?? null
}

/** Which of the two addresses already has an account. */
export const findTakenAddress = async (
  tx: Tx,
  email: string,
  phone: string,
): Promise<'email' | 'phone' | null> => {
  const found = await tx
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select('email')
    .where((column) => column.or([column('email', '=', email), column('phone', '=', phone)]))
    .execute()
  if (found.length === 0) return null
  return found.some((customer) => customer.email === email) ? 'email' : 'phone'
}

/** The uid whose uid or activation code is written so. */
export const selectReferrer = async (db: Db, uid: number | null, code: string): Promise<number | null> => {
  const found = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select('uid')
    .where((column) => (uid === null ? column('activation_code', '=', code) : column('uid', '=', uid)))
    .executeTakeFirst()
  return found?.uid ?? null
}

/** What a change of a customer is checked against, locked until the end of the transaction. */
export const lockCustomer = (tx: Tx, uid: number) =>
  tx
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select([
      'uid',
      'username',
      'email',
      'phone',
      'avatar',
      'lang',
      'password_hash',
      'withdraw_password_hash',
      'frozen_ms',
    ])
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()

/** What staff and the customer change about a customer. */
export type CustomerChange = Updateable<IdentityTables['identity_customer']>

/** Changes a customer; false when the e-mail address is somebody else's. */
export const updateCustomer = async (tx: Tx, uid: number, change: CustomerChange): Promise<boolean> => {
  if (typeof change.email === 'string') {
    // Two at once with one address: the unique index lets one wait for the other, and then says so.
    await sql`savepoint address`.execute(tx)
    try {
      await write(tx, uid, change)
    } catch (error) {
      if (!isTaken(error)) throw error
      await sql`rollback to savepoint address`.execute(tx)
      return false
    }
    await sql`release savepoint address`.execute(tx)
    return true
  }
  await write(tx, uid, change)
  return true
}

const write = async (tx: Tx, uid: number, change: CustomerChange): Promise<void> => {
  await tx
    .withTables<IdentityTables>()
    .updateTable('identity_customer')
    .set(change)
    .where('uid', '=', uid)
    .execute()
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'

/** What withdrawals and staff ask of an account; instants of the business calendar, null when it never was. */
export const selectSecurity = (db: Db | Tx, uid: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select([
      'frozen_ms as frozenMs',
      'password_changed_ms as passwordChangedMs',
      'withdraw_password_changed_ms as withdrawPasswordChangedMs',
      'email_changed_ms as emailChangedMs',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst()

export const selectWithdrawHash = async (db: Db, uid: number): Promise<string | null> => {
  const found = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select('withdraw_password_hash')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.withdraw_password_hash ?? null
}

export const selectPasswordHash = async (db: Db, uid: number): Promise<string | null> => {
  const found = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select('password_hash')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.password_hash ?? null
}

/** How many customers somebody invited himself. */
export const countReferrals = async (db: Db, uid: number): Promise<number> => {
  const { count } = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('referrer_uid', '=', uid)
    .executeTakeFirstOrThrow()
  return count
}

export type LoginRow = { readonly uid: number; readonly password_hash: string | null }

export const selectLogin = async (db: Db, by: 'email' | 'phone', address: string): Promise<LoginRow | null> =>
  (await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'password_hash'])
    .where(by, '=', address)
    .executeTakeFirst()) ?? null

export const updateLanguage = async (tx: Tx, uid: number, lang: Language): Promise<void> => {
  await tx
    .withTables<IdentityTables>()
    .updateTable('identity_customer')
    .set({ lang })
    .where('uid', '=', uid)
    .where('lang', '<>', lang)
    .execute()
}

export const selectProfile = batchedRead(async (db: Db, uids: readonly number[]) => {
  const rows = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select([
      'uid',
      'username',
      'email',
      'phone',
      'avatar',
      'activation_code',
      'activation_status',
      'activation_until_ms',
      'credit_score',
      'kyc_switch',
      'transfer_switch',
      'experience',
      'ib',
      'lang',
    ])
    .select((column) => column('withdraw_password_hash', 'is not', null).as('has_withdraw_password'))
    .select(
      sql<boolean>`exists (select from identity_totp where identity_totp.uid = identity_customer.uid and confirmed_ms is not null)`.as(
        'has_two_step',
      ),
    )
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .execute()
  return new Map(rows.map((row) => [row.uid, row]))
})
