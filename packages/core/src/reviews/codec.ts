/** Translates review items between the wire and the domain. */
import type { BodyOf, RequestOf } from '../calls.ts'
import { directionToWire, pageToWire, type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import type { ReviewKindName, ReviewStatus } from './wire.ts'

const states = ['pending', 'approved', 'rejected'] as const
export type ReviewState = (typeof states)[number]

/** State of a review item by its wire status. */
export const reviewState = ({ status }: { readonly status: ReviewStatus }): ReviewState => states[status]

/** Wire status of a state. */
export const reviewStateToWire = (state: ReviewState): ReviewStatus => states.indexOf(state) as ReviewStatus

/** Whether an item waits for a decision. */
export const isPendingReview = (item: { readonly status: ReviewStatus }): boolean =>
  reviewState(item) === 'pending'

/** One page of the review queue. */
export type ListReviewsQuery = SortedRange & {
  /** Undefined for all kinds. */
  readonly kind?: ReviewKindName | undefined
  readonly state: ReviewState
  /** An id, an address, a phone or a hash; empty for all. */
  readonly text: string
  readonly orderBy: 'created' | 'deadline'
}

/** Parses the request of `/staff/api/reviewList`. */
export const listReviewsFromWire = (body: BodyOf<'/staff/api/reviewList'>): ListReviewsQuery => ({
  ...sortedPageFromWire(body),
  kind: body.kind,
  state: reviewState(body),
  text: body.text?.trim() ?? '',
  orderBy: body.orderByColumn === 'deadline' ? 'deadline' : 'created',
})

/** Takes an item for a staff member, or puts it back. */
export type AssignReviewCommand = {
  readonly kind: ReviewKindName
  readonly id: number
  readonly isTaken: boolean
}

/** Parses the request of `/staff/api/reviewTake`. */
export const assignReviewFromWire = ({
  take,
  ...item
}: BodyOf<'/staff/api/reviewTake'>): AssignReviewCommand => ({ ...item, isTaken: take === 1 })

/** A decision of a staff member, as it was made; `amount` is what a deposit brought, USDT units. */
export type DecideReviewCommand = Pick<
  BodyOf<'/staff/api/reviewDecide'>,
  'kind' | 'id' | 'decision' | 'remark' | 'reason' | 'amount'
>

/** A page of the review queue as a screen asks for it; pages count from 1. */
export type ReviewPageQuery = Pick<ListReviewsQuery, 'kind' | 'state' | 'orderBy' | 'direction'> & {
  readonly text?: string
  readonly page: number
  readonly pageSize: number
}

/** Formats a query for `/staff/api/reviewList`. */
export const listReviewsToWire = (query: ReviewPageQuery): RequestOf<'/staff/api/reviewList'> => ({
  status: reviewStateToWire(query.state),
  ...(query.kind === undefined ? {} : { kind: query.kind }),
  ...(query.text === undefined ? {} : { text: query.text }),
  ...pageToWire(query.page, query.pageSize),
  orderByColumn: query.orderBy === 'deadline' ? 'deadline' : 'createtime',
  ...directionToWire(query.direction),
})
