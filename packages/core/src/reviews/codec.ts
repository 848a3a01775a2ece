/** Translates review items between the wire and the domain. */
import type { ReviewStatus } from './wire.ts'

/** Whether an item waits for a decision: status 0 on the wire. */
export const isPendingReview = ({ status }: { readonly status: ReviewStatus }): boolean => status === 0
