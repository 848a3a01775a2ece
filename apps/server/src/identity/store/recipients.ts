import type { Language } from '@glasshouse/core/wire/languages'
import { sql } from 'kysely'
import { type Db, pgNumberArray, type Tx } from '../../platform/database/index.ts'
import type { IdentityTables } from '../schema.ts'
import { isLockedAt } from './locks.ts'

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
    .withTables<IdentityTables>()
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
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'phone'])
    .where('uid', 'in', uids)
    .execute()
  return new Map(found.flatMap(({ uid, phone }) => (phone === null ? [] : [[uid, phone]])))
}

/** The proven e-mail addresses and languages of some customers by uid; who has no proven address is absent. */
export const listMailRecipients = async (
  db: Db | Tx,
  uids: readonly number[],
): Promise<
  ReadonlyMap<number, { readonly uid: number; readonly email: string; readonly lang: Language }>
> => {
  const rows = await db
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'email', 'lang'])
    .where('uid', '=', sql<number>`any(${pgNumberArray(uids)}::bigint[])`)
    .where('email_proven_ms', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ uid, email, lang }) => (email === null ? [] : [[uid, { uid, email, lang }]])),
  )
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
    .withTables<IdentityTables>()
    .selectFrom('identity_customer')
    .select(['uid', 'phone', 'avatar'])
    .where('uid', 'in', uids)
    .execute()
  return new Map(found.map((author) => [author.uid, author]))
}
