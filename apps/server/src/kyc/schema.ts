import type { IdentityState } from '@glasshouse/core/kyc/codec'
import type { KycRejection } from '@glasshouse/core/kyc/rules'
import type { StaffRole } from '@glasshouse/core/staff/roles'
import type { Generated, Selectable } from 'kysely'

export type KycTables = {
  kyc_submission: SubmissionTable
  kyc_retained_hash: { uid: number; person_hash: string; until_ms: number }
  kyc_view: { id: Generated<number>; uid: number; role: StaffRole; viewed_ms: number }
  kyc_key: { id: Generated<number>; sealed: string }
}

type SubmissionTable = {
  id: Generated<number>
  uid: number
  sealed: string
  person_hash: string
  country: string | null
  front_id: number
  reverse_id: number
  state: Generated<IdentityState>
  reason: Generated<KycRejection | null>
  remark: Generated<string | null>
  created_ms: number
  decided_ms: Generated<number | null>
}

export type SubmissionRow = Selectable<SubmissionTable>
