import type { Generated } from 'kysely'

export type ReviewsTables = {
  reviews_take: { kind: string; item_id: number; staff_id: number; until_ms: number }
  reviews_decision: DecisionTable
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
