import type { StaffRole } from '@glasshouse/core/staff/wire'
import type { ColumnType, Generated } from 'kysely'

export type StaffTables = {
  staff_member: MemberTable
  staff_session: SessionTable
  staff_audit: AuditTable
}

type MemberTable = {
  id: Generated<number>
  email: string
  name: string
  role: StaffRole
  password_hash: string
  created_ms: number
}

type SessionTable = {
  id: Generated<number>
  staff_id: number
  token_hash: string
  expires_ms: number
  seen_ms: number
  ended_ms: number | null
  ended_by: 'staff' | 'house' | null
  ip: string
  user_agent: string
}

type AuditTable = {
  id: Generated<number>
  at_ms: number
  staff_id: number | null
  action: string
  target: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  ip: string
  user_agent: string
}
