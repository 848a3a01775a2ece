import type { OptionSettled } from '@glasshouse/core/options/wire'
import { type DomainEvent, pushEvent } from '../platform/events/index.ts'

/** Tells the customer's open pages how an option ended. */
export const optionSettledEvent = (uid: number, order: OptionSettled): DomainEvent =>
  pushEvent({ uid, event: 'OPTION_SETTLED', data: order })
