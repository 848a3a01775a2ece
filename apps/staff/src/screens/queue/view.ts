import type { RequestOf } from '@glasshouse/core/calls'
import {
  dueSoonMs,
  isPendingReview,
  listReviewsToWire,
  type Review,
  type ReviewState,
  reviewStateFromText,
} from '@glasshouse/core/reviews/codec'
import type { ReviewKindName } from '@glasshouse/core/reviews/wire'

const sorts = ['oldest', 'newest', 'deadline'] as const
export type QueueSort = (typeof sorts)[number]

const scopes = ['all', 'due', 'mine', 'second', 'free'] as const
/** Filter of a page: due within four hours, held by the reader, needs a second approval, or unassigned. */
export type QueueScope = (typeof scopes)[number]

/** View of the queue. Stored in the address, so that it can be saved and sent. */
export type QueueView = {
  readonly kind: string
  readonly state: ReviewState
  readonly text: string
  readonly only: QueueScope
  readonly sort: QueueSort
  readonly page: number
}

export const firstView: QueueView = {
  kind: '',
  state: 'pending',
  text: '',
  only: 'all',
  sort: 'oldest',
  page: 1,
}

/** Page size of a request. */
export const pageSize = 100

const oneOf = <const T extends string>(known: readonly T[], raw: string | null, otherwise: T): T =>
  known.find((value) => value === raw) ?? otherwise

/** Parses a view from an address; unknown values take those of the first view. */
export const readView = (search: string): QueueView => {
  const parameters = new URLSearchParams(search)
  const page = Number.parseInt(parameters.get('page') ?? '', 10)
  return {
    kind: /^\w{1,20}$/.exec(parameters.get('kind') ?? '')?.[0] ?? '',
    state: reviewStateFromText(parameters.get('state') ?? parameters.get('status')) ?? firstView.state,
    text: parameters.get('text')?.slice(0, 254) ?? '',
    only: oneOf(scopes, parameters.get('only'), 'all'),
    sort: oneOf(sorts, parameters.get('sort'), 'oldest'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** Query of a view; values equal to the first view are omitted. */
export const viewQuery = (view: QueueView): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (Object.keys(firstView) as (keyof QueueView)[])
      .filter((name) => view[name] !== firstView[name])
      .map((name) => [name, String(view[name])]),
  )

const orders = {
  oldest: { orderBy: 'created', direction: 'asc' },
  newest: { orderBy: 'created', direction: 'desc' },
  deadline: { orderBy: 'deadline', direction: 'asc' },
} as const satisfies Readonly<Record<QueueSort, object>>

/** Request of a view. */
export const requestOf = ({
  kind,
  state,
  text,
  only,
  sort,
  page,
}: QueueView): RequestOf<'/staff/api/reviewList'> =>
  listReviewsToWire({
    state,
    kind: kind === '' ? undefined : (kind as ReviewKindName),
    ...(text.trim() === '' ? {} : { text: text.trim() }),
    scope: only === 'all' ? null : only,
    ...{ page, pageSize, ...orders[sort] },
  })

/** Current instant of the business calendar: that of the response plus the time since then. */
const businessNow = ({ createdMs, ageMs }: Review, sinceMs: number): number => createdMs + ageMs + sinceMs

/** Milliseconds until the deadline of a row, negative after it; null without a deadline. */
export const timeLeft = (row: Review, sinceMs: number): number | null =>
  row.deadlineMs === null ? null : row.deadlineMs - businessNow(row, sinceMs)

/** Rows of a page that match a filter; the server chose them by it, and deadlines come nearer meanwhile. */
export const inScope = (
  rows: readonly Review[],
  only: QueueScope,
  staffId: number,
  sinceMs: number,
): readonly Review[] => {
  const matches: Readonly<Record<QueueScope, (row: Review) => boolean>> = {
    all: () => true,
    due: (row) => (timeLeft(row, sinceMs) ?? Number.POSITIVE_INFINITY) <= dueSoonMs,
    mine: ({ holder }) => holder?.id === staffId,
    second: (row) => isPendingReview(row) && row.approvals > 0 && row.approvals < row.needed,
    free: ({ holder }) => holder === null,
  }
  return rows.filter(matches[only])
}

/** Row `step` rows after the chosen one; the first or last row if none is chosen. */
export const adjacentRow = (
  rows: readonly Review[],
  chosen: { readonly kind: string; readonly id: number } | null,
  step: 1 | -1,
): Review | undefined => {
  const index = rows.findIndex((row) => row.kind === chosen?.kind && row.id === chosen.id)
  if (index === -1) return step === 1 ? rows[0] : rows[rows.length - 1]
  return rows[index + step]
}
