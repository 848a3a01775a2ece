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
}
