import type { Reserve } from '@glasshouse/core/console/wire'
import type { Generated } from 'kysely'

export type ConsoleTables = {
  console_fund: {
    id: Generated<number>
    reserve: Reserve
    asset: Generated<string>
    direction: 'in' | 'out'
    amount: bigint
    remark: string
    staff_id: number
    at_ms: number
    /** One manager alone decided it. */
    is_alone: Generated<boolean>
    /** By the business calendar; null for rows older than this column. */
    business_ms: number | null
  }
  console_grant: {
    id: Generated<number>
    uid: number
    amount: bigint
    remark: string
    staff_id: number
    at_ms: number
  }
}
