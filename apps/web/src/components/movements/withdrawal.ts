import type { DataOf } from '@glasshouse/core/calls'

/** Row of the withdrawal list. */
export type Withdrawal = DataOf<'/api/pay/withdrawalList'>[number]
