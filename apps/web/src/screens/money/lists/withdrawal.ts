import type { DataOf } from '@glasshouse/core/calls'

/** A withdrawal as the list tells it. */
export type Withdrawal = DataOf<'/api/pay/withdrawalList'>[number]
