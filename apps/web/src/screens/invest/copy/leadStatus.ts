import type { DataOf } from '@glasshouse/core/calls'

/** Where a customer stands who leads, has applied or may want to. */
export type LeadStatus = DataOf<'/api/invest/leadStatus'>
