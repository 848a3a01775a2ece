import type { ContentFields, ContentKind, ContentTexts } from '@glasshouse/core/content/records'
import type { ColumnType, Generated } from 'kysely'

export type ContentTables = {
  content_setting: { key: string; value: string; changed_ms: number }
  content_setting_change: {
    id: Generated<number>
    key: string
    before: string
    after: string
    staff_id: number
    at_ms: number
  }
  content_record: RecordTable
  content_read: { record_id: number; readnum: number }
}

type RecordTable = {
  id: Generated<number>
  kind: ContentKind
  published: boolean
  position: number
  texts: ColumnType<ContentTexts, string, string>
  fields: ColumnType<ContentFields, string, string>
  created_ms: number
  updated_ms: number
  staff_id: number | null
}
