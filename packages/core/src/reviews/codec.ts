/** Translates review items between the wire and the domain. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatUsdt, type Usdt, usdt } from '../money/units.ts'
import { directionToWire, pageToWire, type SortedRange, sortedPageFromWire } from '../wire/codec.ts'
import { type CustomerSummary, customerSummaryFromWire, customerSummaryToWire } from './summary/codec.ts'
import type { ReviewField, ReviewKindName, ReviewScope, ReviewStatus } from './wire.ts'

/** How near a deadline is soon: 4 h. */
export const dueSoonMs = 4 * 3_600_000

/** States of a review item, in the order of their numbers on the wire. */
const states = ['pending', 'approved', 'rejected'] as const
export type ReviewState = (typeof states)[number]

/** State of a review item by its wire status. */
export const reviewState = ({ status }: { readonly status: ReviewStatus }): ReviewState => states[status]

/** Wire status of a state. */
export const reviewStateToWire = (state: ReviewState): ReviewStatus => states.indexOf(state) as ReviewStatus

/**
 * State of an item by what an address says: its word, or the number by which earlier versions saved it; null for another
 * text.
 */
export const reviewStateFromText = (text: string | null): ReviewState | null =>
  states.find((state, status) => text === state || text === String(status)) ?? null

/** Whether an item waits for a decision. */
export const isPendingReview = ({ state }: { readonly state: ReviewState }): boolean => state === 'pending'

/** An item of the review queue: what is visible without opening it. Instants of the business calendar. */
export type Review = {
  readonly kind: ReviewKindName
  readonly id: number
  /** Null where the item belongs to no customer. */
  readonly uid: number | null
  readonly username: string
  readonly createdMs: number
  /** Since then, when it was asked for. */
  readonly ageMs: number
  readonly deadlineMs: number | null
  readonly isOverdue: boolean
  readonly state: ReviewState
  /** One plain line without personal data. */
  readonly summary: string
  readonly amount: Usdt | null
  readonly approvals: number
  /** Managers who must approve. */
  readonly needed: number
  /** Who of the staff is at it, until an instant of the wall clock. */
  readonly holder: { readonly id: number; readonly name: string; readonly untilMs: number } | null
  readonly decidedMs: number | null
  /** Remark and code of a rejection. */
  readonly remark: string | null
  readonly reason: string | null
  readonly fields: readonly ReviewField[]
  /** Of an identity check: whether another account of the same person exists; null of other kinds. */
  readonly isDuplicate: boolean | null
}

type ReviewRow = DataOf<'/staff/api/reviewDecide'>

/** Formats an item for `/staff/api/reviewList`. */
export const reviewToWire = (review: Review): ReviewRow => ({
  kind: review.kind,
  id: review.id,
  uid: review.uid,
  username: review.username,
  createtime: review.createdMs,
  age: review.ageMs,
  deadline: review.deadlineMs,
  overdue: review.isOverdue,
  status: reviewStateToWire(review.state),
  summary: review.summary,
  amount: review.amount === null ? null : formatUsdt(review.amount),
  approvals: review.approvals,
  needed: review.needed,
  holder:
    review.holder === null
      ? null
      : { id: review.holder.id, name: review.holder.name, until: review.holder.untilMs },
  decided: review.decidedMs,
  remark: review.remark,
  reason: review.reason,
  fields: [...review.fields],
  ...(review.isDuplicate === null ? {} : { duplicate: review.isDuplicate }),
})

/**
 * Parses an item that the server returned.
 *
 * @throws RangeError its amount is not a decimal number
 */
export const reviewFromWire = (row: ReviewRow): Review => ({
  kind: row.kind,
  id: row.id,
  uid: row.uid,
  username: row.username,
  createdMs: row.createtime,
  ageMs: row.age,
  deadlineMs: row.deadline,
  isOverdue: row.overdue,
  state: reviewState(row),
  summary: row.summary,
  amount: row.amount === null ? null : usdt(row.amount),
  approvals: row.approvals,
  needed: row.needed,
  holder:
    row.holder === null ? null : { id: row.holder.id, name: row.holder.name, untilMs: row.holder.until },
  decidedMs: row.decided,
  remark: row.remark,
  reason: row.reason,
  fields: row.fields,
  isDuplicate: row.duplicate ?? null,
})

/** Parses the items of `/staff/api/reviewList`; throws as `reviewFromWire`. */
export const reviewsFromWire = (rows: readonly ReviewRow[]): readonly Review[] => rows.map(reviewFromWire)

/** What a staff member decided about an item. */
export type ReviewDecision = {
  /** Name of the member. */
  readonly staff: string
  readonly decision: 'approve' | 'reject'
  readonly remark: string
  readonly atMs: number
}

/** An item that was opened: with its bank data, its pictures and its decisions. */
export type ReviewItem = Review & {
  readonly secrets: readonly ReviewField[]
  /** Of deposits, withdrawals and loans. */
  readonly customer: CustomerSummary | null
  readonly decisions: readonly ReviewDecision[]
  /** Codes that a rejection may name. */
  readonly reasons: readonly string[]
  /** What the reader may decide. */
  readonly may: { readonly approve: boolean; readonly reject: boolean }
}

/** Formats an opened item for `/staff/api/reviewItem`. */
export const reviewItemToWire = (item: ReviewItem): DataOf<'/staff/api/reviewItem'> => ({
  ...reviewToWire(item),
  secrets: [...item.secrets],
  customer: item.customer === null ? null : customerSummaryToWire(item.customer),
  decisions: item.decisions.map(({ staff, decision, remark, atMs }) => ({
    staff,
    decision,
    remark,
    time: atMs,
  })),
  reasons: [...item.reasons],
  may: item.may,
})

/** Parses an opened item; throws as `reviewFromWire`. */
export const reviewItemFromWire = (item: DataOf<'/staff/api/reviewItem'>): ReviewItem => ({
  ...reviewFromWire(item),
  secrets: item.secrets,
  customer: item.customer === null ? null : customerSummaryFromWire(item.customer),
  decisions: item.decisions.map(({ staff, decision, remark, time }) => ({
    staff,
    decision,
    remark,
    atMs: time,
  })),
  reasons: item.reasons,
  may: item.may,
})

/** One page of the review queue. */
export type ListReviewsQuery = SortedRange & {
  /** Undefined for all kinds. */
  readonly kind?: ReviewKindName | undefined
  readonly state: ReviewState
  /** An id, an address, a phone or a hash; empty for all. */
  readonly text: string
  /** Null for every part of the queue. */
  readonly scope: ReviewScope | null
  readonly orderBy: 'created' | 'deadline'
}

/** Parses the request of `/staff/api/reviewList`. */
export const listReviewsFromWire = (body: BodyOf<'/staff/api/reviewList'>): ListReviewsQuery => ({
  ...sortedPageFromWire(body),
  kind: body.kind,
  state: reviewState(body),
  text: body.text?.trim() ?? '',
  scope: body.only ?? null,
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

/** Formats the request of `/staff/api/reviewTake`. */
export const assignReviewToWire = ({
  isTaken,
  ...item
}: AssignReviewCommand): RequestOf<'/staff/api/reviewTake'> => ({ ...item, take: isTaken ? 1 : 0 })

/** A decision of a staff member, as it was made; `amount` is what a deposit brought, USDT units. */
export type DecideReviewCommand = Pick<
  BodyOf<'/staff/api/reviewDecide'>,
  'kind' | 'id' | 'decision' | 'remark' | 'reason' | 'amount'
>

/** A page of the review queue as a screen asks for it; pages count from 1. */
export type ReviewPageQuery = Pick<ListReviewsQuery, 'kind' | 'state' | 'scope' | 'orderBy' | 'direction'> & {
  readonly text?: string
  readonly page: number
  readonly pageSize: number
}

/** Formats a query for `/staff/api/reviewList`. */
export const listReviewsToWire = (query: ReviewPageQuery): RequestOf<'/staff/api/reviewList'> => ({
  status: reviewStateToWire(query.state),
  ...(query.kind === undefined ? {} : { kind: query.kind }),
  ...(query.text === undefined ? {} : { text: query.text }),
  ...(query.scope === null ? {} : { only: query.scope }),
  ...pageToWire(query.page, query.pageSize),
  orderByColumn: query.orderBy === 'deadline' ? 'deadline' : 'createtime',
  ...directionToWire(query.direction),
})
