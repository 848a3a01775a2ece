/** Wire forms of referral. */
import type { BodyOf } from '../calls.ts'
import { type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { ReferralLevel } from './rules.ts'

/** One page of the customers that a customer invited, on one level. */
export type ListClientsQuery = SortedRange & { readonly level: ReferralLevel }

/** Parses the request of `/api/user/childList`. */
export const listClientsFromWire = ({ level, ...page }: BodyOf<'/api/user/childList'>): ListClientsQuery => ({
  level,
  ...sortedPageFromWire(page),
})
