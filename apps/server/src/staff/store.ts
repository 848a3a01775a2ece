import type { StaffRole } from '@glasshouse/core/staff/wire'
import type { Db, Tx } from '../platform/index.ts'
import type { StaffTables } from './schema.ts'

export type NewMember = {
  readonly email: string
  readonly name: string
  readonly role: StaffRole
  readonly passwordHash: string
}

/** Adds a member of staff unless the address is taken. */
export const insertMember = async (tx: Tx, member: NewMember, atMs: number): Promise<void> => {
  await tx
    .withTables<StaffTables>()
    .insertInto('staff_member')
    .values({
      email: member.email,
      name: member.name,
      role: member.role,
      password_hash: member.passwordHash,
      created_ms: atMs,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
}

export const selectMember = (db: Db, email: string) =>
  db
    .withTables<StaffTables>()
    .selectFrom('staff_member')
    .select(['id', 'role', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()

export type NewSession = {
  readonly staffId: number
  readonly tokenHash: string
  readonly seenMs: number
  readonly expiresMs: number
  readonly ip: string
  readonly userAgent: string
}

export const insertSession = async (tx: Tx, session: NewSession): Promise<void> => {
  await tx
    .withTables<StaffTables>()
    .insertInto('staff_session')
    .values({
      staff_id: session.staffId,
      token_hash: session.tokenHash,
      seen_ms: session.seenMs,
      expires_ms: session.expiresMs,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute()
}

export const selectSession = (db: Db, tokenHash: string) =>
  db
    .withTables<StaffTables>()
    .selectFrom('staff_session')
    .innerJoin('staff_member', 'staff_member.id', 'staff_session.staff_id')
    .select([
      'staff_session.id as session_id',
      'staff_session.expires_ms',
      'staff_session.seen_ms',
      'staff_session.ended_by',
      'staff_member.id',
      'staff_member.email',
      'staff_member.name',
      'staff_member.role',
    ])
    .where('staff_session.token_hash', '=', tokenHash)
    .executeTakeFirst()

export const updateSeen = async (db: Db, sessionId: number, seenMs: number): Promise<void> => {
  await db
    .withTables<StaffTables>()
    .updateTable('staff_session')
    .set({ seen_ms: seenMs })
    .where('id', '=', sessionId)
    .where('seen_ms', '<', seenMs)
    .execute()
}

export const endSession = async (tx: Tx, sessionId: number, atMs: number): Promise<void> => {
  await tx
    .withTables<StaffTables>()
    .updateTable('staff_session')
    .set({ ended_ms: atMs, ended_by: 'staff' })
    .where('id', '=', sessionId)
    .where('ended_ms', 'is', null)
    .execute()
}

export type AuditRecord = {
  readonly staffId: number | null
  readonly action: string
  /** On what, such as `customer 10001`. */
  readonly target: string
  readonly before?: unknown
  readonly after?: unknown
  readonly ip: string
  readonly userAgent: string
}

const asJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

export const insertAudit = async (db: Db | Tx, record: AuditRecord, atMs: number): Promise<void> => {
  await db
    .withTables<StaffTables>()
    .insertInto('staff_audit')
    .values({
      at_ms: atMs,
      staff_id: record.staffId,
      action: record.action,
      target: record.target,
      before: asJson(record.before),
      after: asJson(record.after),
      ip: record.ip,
      user_agent: record.userAgent,
    })
    .execute()
}
