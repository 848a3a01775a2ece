import type { RequestOf } from '@glasshouse/core/calls'
import type { ReviewKindName, ReviewRow } from '@glasshouse/core/reviews/wire'

const sorts = ['oldest', 'newest', 'deadline'] as const
export type QueueSort = (typeof sorts)[number]

const narrowings = ['all', 'due', 'mine', 'second', 'free'] as const
/** What of a page is shown: what ends within four hours, what I hold, what needs a second approval, what nobody holds. */
export type QueueScope = (typeof narrowings)[number]

/** What the queue shows; stands in the address, so that a view can be kept and sent. */
export type QueueView = {
  readonly kind: string
  readonly status: 0 | 1 | 2
  readonly text: string
  readonly only: QueueScope
  readonly sort: QueueSort
  readonly page: number
}

export const firstView: QueueView = {
  kind: '',
  status: 0,
  text: '',
  only: 'all',
  sort: 'oldest',
  page: 1,
}

/** As many as one asks the server for at a time. */
export const pageSize = 100

const oneOf = <const T extends string>(known: readonly T[], raw: string | null, otherwise: T): T =>
  known.find((word) => word === raw) ?? otherwise

/** Reads a view from an address; what is not understood is as in the first view. */
export const readView = (search: string): QueueView => {
  const given = new URLSearchParams(search)
  const status = given.get('status')
  const page = Number.parseInt(given.get('page') ?? '', 10)
  return {
    kind: /^\w{1,20}$/.exec(given.get('kind') ?? '')?.[0] ?? '',
    status: status === '1' ? 1 : status === '2' ? 2 : 0,
    text: given.get('text')?.slice(0, 254) ?? '',
    only: oneOf(narrowings, given.get('only'), 'all'),
    sort: oneOf(sorts, given.get('sort'), 'oldest'),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** A view as the query of an address; what is as in the first view is left out. */
export const viewQuery = (view: QueueView): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (Object.keys(firstView) as (keyof QueueView)[])
      .filter((name) => view[name] !== firstView[name])
      .map((name) => [name, String(view[name])]),
  )

const orders = {
  oldest: { orderByColumn: 'createtime', isAsc: 'asc' },
  newest: { orderByColumn: 'createtime', isAsc: 'desc' },
  deadline: { orderByColumn: 'deadline', isAsc: 'asc' },
} as const satisfies Readonly<Record<QueueSort, object>>

/** What the server is asked for. */
export const requestOf = ({
  kind,
  status,
  text,
  sort,
  page,
}: QueueView): RequestOf<'/staff/api/reviewList'> => ({
  status,
  ...(kind === '' ? {} : { kind: kind as ReviewKindName }),
  ...(text.trim() === '' ? {} : { text: text.trim() }),
  pageNum: page,
  pageSize,
  ...orders[sort],
})

const soonMs = 4 * 3_600_000

/** The business calendar's instant when an answer was written, moved on by what passed since. */
export const businessNow = ({ createtime, age }: ReviewRow, sinceMs: number): number =>
  createtime + age + sinceMs

/** Milliseconds until a row's deadline, negative beyond it; null without one. */
export const timeLeft = (row: ReviewRow, sinceMs: number): number | null =>
  row.deadline === null ? null : row.deadline - businessNow(row, sinceMs)

/** The rows of a page that a narrowing leaves. */
export const inScope = (
  rows: readonly ReviewRow[],
  only: QueueScope,
  staffId: number,
  sinceMs: number,
): readonly ReviewRow[] => {
  const isKept: Readonly<Record<QueueScope, (row: ReviewRow) => boolean>> = {
    all: () => true,
    due: (row) => (timeLeft(row, sinceMs) ?? Number.POSITIVE_INFINITY) <= soonMs,
    mine: ({ holder }) => holder?.id === staffId,
    second: ({ status, approvals, needed }) => status === 0 && approvals > 0 && approvals < needed,
    free: ({ holder }) => holder === null,
  }
  return rows.filter(isKept[only])
}

/** Which row comes `step` rows after the chosen one; the first or last where none is chosen. */
export const adjacentRow = (
  rows: readonly ReviewRow[],
  chosen: { readonly kind: string; readonly id: number } | null,
  step: 1 | -1,
): ReviewRow | undefined => {
  const place = rows.findIndex((row) => row.kind === chosen?.kind && row.id === chosen.id)
  if (place === -1) return step === 1 ? rows[0] : rows[rows.length - 1]
  return rows[place + step]
}
