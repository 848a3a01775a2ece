import type { OptionSettled } from '@glasshouse/core/options/wire'
import { type Fact, pushed } from '../platform/index.ts'

/** Tells the customer's open pages how an option ended. */
export const optionSettledFact = (uid: number, order: OptionSettled): Fact =>
  pushed({ uid, event: 'OPTION_SETTLED', data: order })
