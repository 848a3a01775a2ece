import type { Usdt } from '@glasshouse/core/money/units'
import type {
  PendingReason,
  WithdrawalMethod,
  WithdrawalRejection,
  WithdrawalState,
} from '@glasshouse/core/withdrawals/rules'
import type { Generated } from 'kysely'

export type WithdrawalTables = {
  funding_withdrawal: WithdrawalTable
  funding_withdrawal_event: WithdrawalEventTable
  funding_hold: HoldTable
  funding_batch: BatchTable
}

/** The column of `customer_note`, which has the name of the wire. */
export const customerNoteColumn = 'userremark'

type WithdrawalTable = {
  id: Generated<number>
  uid: number
  way: WithdrawalMethod
  amount: Usdt
  fee: Usdt
  destination: string
  /** Keyed digest of the destination; null for old rows and erased customers. */
  destination_key: string | null
  summary: string
  userremark: string
  state: WithdrawalState
  needed: 1 | 2
  reason: PendingReason | null
  reason_text: string | null
  created_ms: number
  deadline_ms: number
  ended_ms: number | null
  rejection: WithdrawalRejection | null
  remark: string | null
  batch_id: number | null
  proof: string | null
}

type HoldTable = {
  id: Generated<number>
  withdrawal_id: number
  reference: string
  remark: string
  staff_id: number
  agreed_staff_id: number
  from_ms: number
  until_ms: number
  renewed_ms: number
  ended_ms: number | null
}

/** A state change of a withdrawal. */
export type WithdrawalEvent =
  | 'requested'
  | 'held'
  | 'approved'
  | 'exported'
  | 'sent'
  | 'rejected'
  | 'cancelled'

type WithdrawalEventTable = {
  id: Generated<number>
  withdrawal_id: number
  event: WithdrawalEvent
  reason: string | null
  staff_id: number | null
  at_ms: number
}

type BatchTable = {
  id: Generated<number>
  way: WithdrawalMethod
  format: 'csv' | 'jsonl'
  staff_id: number
  made_ms: number
  count: number
  total: Usdt
  checksum: string
}
