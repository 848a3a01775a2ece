import type { LockOrigin, LockReason } from '@glasshouse/core/identity/locks'
import type { Generated, Selectable } from 'kysely'

export type LockTables = { identity_lock: LockTable }

type LockTable = {
  id: Generated<number>
  uid: number
  reason: LockReason
  remark: string
  reference: string | null
  origin: LockOrigin
  staff_id: number | null
  agreed_staff_id: number | null
  from_ms: number
  until_ms: number | null
  ended_ms: number | null
  ended_staff_id: number | null
}

/** A lock of an account as it is stored. */
export type LockRow = Selectable<LockTable>
