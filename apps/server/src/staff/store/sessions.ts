import type { Db } from '../../platform/database/index.ts'
import type { StaffTables } from '../schema.ts'

/** The session of a token's hash with its member. */
export const findSession = (db: Db, tokenHash: string) =>
  db
    .withTables<StaffTables>()
    .selectFrom('staff_session')
    .innerJoin('staff_member', 'staff_member.id', 'staff_session.staff_id')
    .select([
      'staff_session.id as session_id',
      'staff_session.expires_ms',
      'staff_session.last_used_ms',
      'staff_session.ended_by',
      'staff_member.id',
      'staff_member.email',
      'staff_member.name',
      'staff_member.role',
      'staff_member.frozen_ms',
    ])
    .where('staff_session.token_hash', '=', tokenHash)
    .executeTakeFirst()
