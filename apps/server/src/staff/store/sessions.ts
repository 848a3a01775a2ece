import type { Db, Tx } from '../../platform/index.ts'
import type { StaffTables } from '../schema.ts'

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

export const findSession = (db: Db, tokenHash: string) =>
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
      'staff_member.frozen_ms',
    ])
    .where('staff_session.token_hash', '=', tokenHash)
    .executeTakeFirst()

export const updateLastSeen = async (db: Db, sessionId: number, seenMs: number): Promise<void> => {
  await db
    .withTables<StaffTables>()
    .updateTable('staff_session')
    .set({ seen_ms: seenMs })
    .where('id', '=', sessionId)
    .where('seen_ms', '<', seenMs)
    .execute()
}

export const updateSessionEnded = async (tx: Tx, sessionId: number, atMs: number): Promise<void> => {
  await tx
    .withTables<StaffTables>()
    .updateTable('staff_session')
    .set({ ended_ms: atMs, ended_by: 'staff' })
    .where('id', '=', sessionId)
    .where('ended_ms', 'is', null)
    .execute()
}

/** Ends all open sessions of a member, except an optional one. */
export const updateSessionsEnded = async (
  tx: Tx,
  staffId: number,
  atMs: number,
  spared: number | null = null,
): Promise<void> => {
  await tx
    .withTables<StaffTables>()
    .updateTable('staff_session')
    .set({ ended_ms: atMs, ended_by: 'house' })
    .where('staff_id', '=', staffId)
    .where('ended_ms', 'is', null)
    .$if(spared !== null, (query) => query.where('id', '<>', spared ?? 0))
    .execute()
}
