import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { ColumnType, Generated } from 'kysely'

export type StaffTables = {
  staff_member: MemberTable
  staff_session: SessionTable
  staff_totp: { staff_id: number; confirmed_ms: number | null }
  staff_invitation: { staff_id: number; code_hash: string; expires_ms: number }
  staff_founding: {
    is_one: Generated<boolean>
    founder_id: number | null
    joined_ms: number | null
    ended_ms: number | null
  }
  staff_proposal: ProposalTable
  staff_audit: AuditTable
  staff_audit_checked: AuditCheckedTable
}

type MemberTable = {
  id: Generated<number>
  email: string
  name: string
  role: StaffRole
  password_hash: string | null
  created_ms: number
  frozen_ms: number | null
}

type SessionTable = {
  id: Generated<number>
  staff_id: number
  token_hash: string
  started_ms: number
  expires_ms: number
  last_used_ms: number
  ended_ms: number | null
  ended_by: 'staff' | 'house' | null
  ip: string
  user_agent: string
}

/** How an approval request can end. */
export type ProposalEnd = 'agreed' | 'replaced' | 'dropped' | 'expired'

type ProposalTable = {
  id: Generated<number>
  action: string
  target: string
  payload: ColumnType<Record<string, unknown>, string, never>
  staff_id: number
  at_ms: number
  ended_ms: number | null
  ended_as: ProposalEnd | null
  ended_by: number | null
}

type AuditCheckedTable = {
  is_one: Generated<boolean>
  n: number
  hash: Buffer
  whole_ms: number
  broken: ColumnType<number[], string, string>
}

type AuditTable = {
  id: Generated<number>
  /** Number in the chain; the database assigns it and the two hashes. */
  n: Generated<number>
  previous_hash: Generated<Buffer>
  hash: Generated<Buffer>
  at_ms: number
  staff_id: number | null
  action: string
  target: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  ip: string
  user_agent: string
}
