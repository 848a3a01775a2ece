import type { FlagKind } from '@glasshouse/core/community/flags'
import type { TextKind, TextRejection, TextState } from '@glasshouse/core/community/rules'
import type { Generated } from 'kysely'

export type CommunityTables = {
  community_text: TextTable
  community_like: { text_id: number; uid: number; liked_ms: number }
  community_appeal: AppealTable
}

type TextTable = {
  id: Generated<number>
  kind: TextKind
  uid: number | null
  staff_id: number | null
  sample: string | null
  is_staff: boolean
  parent_id: number
  speech_id: number
  answers_id: number | null
  content: string
  content_hash: string
  flags: readonly FlagKind[]
  created_ms: number
  state: TextState
  decided_ms: number | null
  decided_by: number | null
  reason: TextRejection | null
  remark: string | null
  removed_ms: number | null
  like_count: Generated<number>
  answer_count: Generated<number>
}

type AppealTable = {
  id: Generated<number>
  text_id: number
  uid: number
  content: string
  created_ms: number
  state: TextState
  decided_ms: number | null
  remark: string | null
}
