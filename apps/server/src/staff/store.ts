import type { StaffRole } from '@glasshouse/core/staff/wire'
import { sql } from 'kysely'
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

export type AuditFilter = {
  readonly staffId: number | undefined
  readonly action: string | undefined
  readonly target: string | undefined
  /** From here, included, to there, excluded; epoch milliseconds. */
  readonly fromMs: number | undefined
  readonly toMs: number | undefined
}

export type AuditPage = {
  readonly limit: number
  readonly offset: number
  readonly direction: 'asc' | 'desc'
}

/** One page of the audit log as the wire lists it, and how many records match. */
export const selectAudit = async (db: Db, filter: AuditFilter, page: AuditPage) => {
  const { staffId, action, target, fromMs, toMs } = filter
  const matching = db
    .withTables<StaffTables>()
    .selectFrom('staff_audit')
    .$if(staffId !== undefined, (query) => query.where('staff_audit.staff_id', '=', staffId ?? 0))
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(target !== undefined, (query) => query.where('target', '=', target ?? ''))
    .$if(fromMs !== undefined, (query) => query.where('at_ms', '>=', fromMs ?? 0))
    .$if(toMs !== undefined, (query) => query.where('at_ms', '<', toMs ?? 0))
  const rows = await matching
    .leftJoin('staff_member', 'staff_member.id', 'staff_audit.staff_id')
    .select([
      'staff_audit.id',
      'staff_audit.at_ms as time',
      'staff_audit.staff_id as staffid',
      'staff_member.email as staff',
      'staff_audit.action',
      'staff_audit.target',
      'staff_audit.before',
      'staff_audit.after',
      'staff_audit.ip',
      'staff_audit.user_agent as userAgent',
    ])
    .orderBy('staff_audit.id', page.direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}
