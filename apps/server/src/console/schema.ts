import type { Reserve } from '@glasshouse/core/console/wire'
import type { Generated } from 'kysely'

export type ConsoleTables = {
  console_fund: {
    id: Generated<number>
    reserve: Reserve
    direction: 'in' | 'out'
    amount: bigint
    remark: string
    staff_id: number
    at_ms: number
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
