import { customerRegisteredKind } from '../identity/index.ts'
import type { EventHandler } from '../platform/events/index.ts'
import { findInviters } from './service/terms.ts'

/** A customer who registered appears in the lists of the inviters; hearing of it twice writes nothing more. */
export const referralListeners: readonly EventHandler[] = [
  {
    name: 'referral.customerRegistered',
    kinds: [customerRegisteredKind],
    hear: async (tx, { body }) => {
      if (typeof body.uid !== 'number') throw new Error('a registered customer has a uid')
      await findInviters(tx, body.uid)
    },
  },
]
