import type { StaffRole } from '@glasshouse/core/staff/roles'
import { sql } from 'kysely'
import type { Db, SortedRange, Tx } from '../../platform/database/index.ts'
import type { StaffTables } from '../schema.ts'

const tables = (db: Db | Tx) => db.withTables<StaffTables>()

/** Whether a row `m` of `staff_member` is a manager who can sign in now; only of those does an approval count. */
export const isActiveManager = sql<boolean>`(m.role = 'manager' and m.frozen_ms is null)`

export type NewMember = {
  readonly email: string
  readonly name: string
  readonly role: StaffRole
  /** Null for an invited member who has not set one. */
  readonly passwordHash: string | null
}

/** Inserts a staff member and returns the id; null if the address is taken. */
export const insertMember = async (tx: Tx, member: NewMember, atMs: number): Promise<number | null> => {
  const added = await tables(tx)
    .insertInto('staff_member')
    .values({
      email: member.email,
      name: member.name,
      role: member.role,
      password_hash: member.passwordHash,
      created_ms: atMs,
      frozen_ms: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** The staff member of an e-mail address; undefined where there is none. */
export const findMember = (db: Db | Tx, email: string) =>
  tables(db)
    .selectFrom('staff_member')
    .select(['id', 'role', 'password_hash', 'frozen_ms'])
    .where('email', '=', email)
    .executeTakeFirst()

/**
 * A member by id, locked until the commit, so that changes are serialized. Rows that name the member, such as audit records,
 * do not wait for it: a change of a member writes an audit record at the end, which would wait for them.
 */
export const lockMember = (tx: Tx, id: number) =>
  tables(tx).selectFrom('staff_member').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export const updateMember = async (
  tx: Tx,
  id: number,
  change: {
    readonly role?: StaffRole
    readonly frozen_ms?: number | null
    readonly password_hash?: string | null
  },
): Promise<void> => {
  await tables(tx).updateTable('staff_member').set(change).where('id', '=', id).execute()
}

const shown = (db: Db | Tx) =>
  tables(db)
    .selectFrom('staff_member as m')
    .leftJoin('staff_totp as t', (join) =>
      join.onRef('t.staff_id', '=', 'm.id').on('t.confirmed_ms', 'is not', null),
    )
    .leftJoin('staff_invitation as i', 'i.staff_id', 'm.id')
    .select([
      'm.id',
      'm.email',
      'm.name',
      'm.role',
      'm.created_ms',
      'm.frozen_ms',
      't.confirmed_ms',
      'i.expires_ms',
    ])
    .select((eb) => [
      eb
        .selectFrom('staff_session as s')
        .whereRef('s.staff_id', '=', 'm.id')
        .select((inner) => inner.fn.max('s.last_used_ms').as('seen'))
        .as('seen_ms'),
    ])

export type MemberView = NonNullable<Awaited<ReturnType<typeof findMemberView>>>

/** A member in list form. */
export const findMemberView = (db: Db | Tx, id: number) => shown(db).where('m.id', '=', id).executeTakeFirst()

/** One page of all staff members with the total. */
export const listMemberRows = async (db: Db, page: SortedRange) => {
  const rows = await shown(db).orderBy('m.id', page.direction).limit(page.limit).offset(page.offset).execute()
  const { total } = await tables(db)
    .selectFrom('staff_member')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** Inserts an invitation or replaces the open one. */
export const upsertInvitation = async (
  tx: Tx,
  staffId: number,
  codeHash: string,
  expiresMs: number,
): Promise<void> => {
  await tables(tx)
    .insertInto('staff_invitation')
    .values({ staff_id: staffId, code_hash: codeHash, expires_ms: expiresMs })
    .onConflict((conflict) =>
      conflict.column('staff_id').doUpdateSet({ code_hash: codeHash, expires_ms: expiresMs }),
    )
    .execute()
}

/** Member of an invitation, locked until the commit; absent if it is not open. */
export const lockInvitation = (tx: Tx, codeHash: string, nowMs: number) =>
  tables(tx)
    .selectFrom('staff_invitation as i')
    .innerJoin('staff_member as m', 'm.id', 'i.staff_id')
    .select(['m.id', 'm.email', 'm.name', 'm.role'])
    .where('i.code_hash', '=', codeHash)
    .where('i.expires_ms', '>', nowMs)
    .where('m.frozen_ms', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const deleteInvitation = async (tx: Tx, staffId: number): Promise<void> => {
  await tables(tx).deleteFrom('staff_invitation').where('staff_id', '=', staffId).execute()
}
