import type { Language } from '@glasshouse/core/wire/languages'
import { sql, type Updateable } from 'kysely'
import { batchedRead } from '../../platform/concurrency/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'

export type NewCustomer = {
  readonly email: string
  readonly phone: string
  readonly passwordHash: string
  readonly activationCode: string
  readonly referrerUid: number
  readonly lang: Language
  readonly registeredMs: number
  /** The addresses to which a code was sent and came back. */
  readonly proven: readonly AddressKind[]
  /** `user` and the uid where it is left out. */
  readonly username?: string
}

/** One of the two addresses of a customer. */
export type AddressKind = 'email' | 'phone'

/** Adds a customer under the next uid and returns it; null when something of it is taken. */
export const insertCustomer = async (tx: Tx, customer: NewCustomer): Promise<number | null> => {
  const provenMs = (kind: AddressKind) => (customer.proven.includes(kind) ? customer.registeredMs : null)
  const { rows } = await sql<{ uid: number }>`
    with next as (select nextval('identity_uid') as uid)
    insert into identity_customer
      (uid, username, email, phone, password_hash, activation_code, referrer_uid, lang, registered_ms,
        email_proven_ms, phone_proven_ms)
    select uid, coalesce(${customer.username ?? null}::text, 'user' || uid), ${customer.email}, ${customer.phone}, ${customer.passwordHash},
      ${customer.activationCode}, ${customer.referrerUid}, ${customer.lang}, ${customer.registeredMs},
      ${provenMs('email')}::bigint, ${provenMs('phone')}::bigint
    from next
    on conflict do nothing
    returning uid
  `.execute(tx)
  return rows[0]?.uid ?? null
}

const provenColumn = { email: 'email_proven_ms', phone: 'phone_proven_ms' } as const

/**
 * Whether an address belongs to another account: proven by it, or taken from it by a change that can still be undone.
 * An unproven address belongs to no account.
 */
export const isAddressTaken = async (
  tx: Tx,
  kind: AddressKind,
  address: string,
  uid: number | null,
  businessMs: number,
): Promise<boolean> => {
  const tables = tx.withTables<IdentityTables>()
  const proven = await tables
    .selectFrom('identity_customer')
    .select('uid')
    .where(kind, '=', address)
    .where(provenColumn[kind], 'is not', null)
    .executeTakeFirst()
  if (proven !== undefined) return proven.uid !== uid
  const kept = await tables
    .selectFrom('identity_undo')
    .select('uid')
    .where('old_address', '=', address)
    .where('kind', '=', kind)
    .where('used_ms', 'is', null)
    .where('until_ms', '>', businessMs)
    .execute()
  return kept.some((undo) => undo.uid !== uid)
}

/** The uid whose uid or activation code is written so. */
export const findReferrerUid = async (db: Db, uid: number | null, code: string): Promise<number | null> => {
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
      'email_proven_ms',
      'phone_proven_ms',
      'registered_ms',
      'closed_ms',
    ])
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()

/** What staff and the customer change about a customer. */
export type CustomerChange = Updateable<IdentityTables['identity_customer']>

/** Updates a customer; false when an address to be proven belongs to another account. */
export const updateCustomer = async (tx: Tx, uid: number, change: CustomerChange): Promise<boolean> => {
  if (change.email_proven_ms != null || change.phone_proven_ms != null) {
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
export const findSecurity = (db: Db | Tx, uid: number) =>
  db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select([
      'password_changed_ms as passwordChangedMs',
      'withdraw_password_changed_ms as withdrawPasswordChangedMs',
      'email_changed_ms as emailChangedMs',
      'pause_until_ms as pauseUntilMs',
      'pause_reason as pauseReason',
    ])
    .where('uid', '=', uid)
    .executeTakeFirst()

export const findWithdrawHash = async (db: Db, uid: number): Promise<string | null> => {
  const found = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select('withdraw_password_hash')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.withdraw_password_hash ?? null
}

export const findPasswordHash = async (db: Db, uid: number): Promise<string | null> => {
  const found = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select('password_hash')
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found?.password_hash ?? null
}

export type LoginRow = { readonly uid: number; readonly password_hash: string | null }

/** The account that signs in with an address: the one that has proven it. */
export const findLogin = async (db: Db, by: AddressKind, address: string): Promise<LoginRow | null> =>
  (await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'password_hash'])
    .where(by, '=', address)
    .where(provenColumn[by], 'is not', null)
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
      'email_proven_ms',
      'phone_proven_ms',
      'pause_until_ms',
      'pause_reason',
    ])
    .select((column) => column('withdraw_password_hash', 'is not', null).as('has_withdraw_password'))
    .select(
      sql<boolean>`exists (select from identity_totp where identity_totp.uid = identity_customer.uid and confirmed_ms is not null)`.as(
        'has_two_step',
      ),
    )
    .select(
      sql<number>`(select count(*) from identity_recovery_code r where r.uid = identity_customer.uid)`.as(
        'recovery_codes',
      ),
    )
    .where('uid', '=', sql<number>`any(${uids}::int8[])`)
    .execute()
  return new Map(rows.map((row) => [row.uid, row]))
})
