import type { Generated } from 'kysely'

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
}
