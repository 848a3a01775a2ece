/** Translates review items between the wire and the domain. */
import type { ReviewStatus } from './wire.ts'

const states = ['pending', 'approved', 'rejected'] as const
export type ReviewState = (typeof states)[number]

/** State of a review item by its wire status. */
export const reviewState = ({ status }: { readonly status: ReviewStatus }): ReviewState => states[status]

/** Wire status of a state. */
export const reviewStateToWire = (state: ReviewState): ReviewStatus => states.indexOf(state) as ReviewStatus

/** Whether an item waits for a decision. */
export const isPendingReview = (item: { readonly status: ReviewStatus }): boolean =>
  reviewState(item) === 'pending'
