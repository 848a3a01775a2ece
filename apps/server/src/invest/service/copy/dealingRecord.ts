import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs } from '@glasshouse/core/calendar/durations'
import type { Dealing } from '@glasshouse/core/invest/copy/dealing'
import type { PoolRow } from '../../schema.ts'
import type { CopyOrderRow } from '../../store/copy/orders.ts'
import type { PoolValue } from './pools.ts'

/** Everything one dealing decided and what it was decided from. */
export type DealingRecord = {
  readonly pool: PoolRow
  readonly leadUid: number
  readonly orders: readonly CopyOrderRow[]
  readonly value: PoolValue
  readonly dealing: Dealing
  readonly atMs: number
}

/** The day that ended with a midnight, as yyyymmdd. */
export const dayBefore = (atMs: number): number => Number.parseInt(dayOf(atMs - dayMs), 10)
