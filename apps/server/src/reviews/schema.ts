import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { Generated } from 'kysely'

export type ReviewsTables = {
  reviews_take: { kind: string; item_id: number; staff_id: number; until_ms: number; times: number }
  reviews_complaint: ComplaintTable
  reviews_decision: DecisionTable
}

type ComplaintTable = {
  id: Generated<number>
  uid: number
  text: string
  lock_reason: string | null
  lock_staff_id: number | null
  created_ms: number
  state: Generated<ReviewState>
  answer: string | null
  answered_ms: number | null
}

type DecisionTable = {
  id: Generated<number>
  kind: string
  item_id: number
  staff_id: number
  decision: 'approve' | 'reject'
  remark: string
  decided_ms: number
}
