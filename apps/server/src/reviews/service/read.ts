import { domainError } from '@glasshouse/core/errors/registry'
import {
  dueSoonMs,
  isPendingReview,
  type ListReviewsQuery,
  type ReviewItem as OpenedItem,
  type Review,
} from '@glasshouse/core/reviews/codec'
import type { CustomerSummary } from '@glasshouse/core/reviews/summary/codec'
import { type ReviewKindName, rejectionsOf } from '@glasshouse/core/reviews/wire'
import { findCustomer, listUsernames } from '../../customers/records/index.ts'
import { listCustomers, parseCustomerSearch } from '../../customers/search/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { type RequestOrigin, readAndAudit } from '../../staff/index.ts'
import {
  countApprovals,
  listAssignments,
  listDecisions,
  listQueue,
  type QueueFilter,
  type ReviewItem,
} from '../store.ts'
import type { ReviewDetail, ReviewKind } from './kind.ts'

/** What the review queue needs: its kinds among others. */
export type ReviewDeps = Pick<Platform, 'clock' | 'database'> & {
  /** All kinds of review items, each provided by its module. */
  readonly kinds: readonly ReviewKind[]
}

/** What one opened item needs beyond the queue. */
export type ReviewItemDeps = ReviewDeps & {
  /** Summary of the customer of a deposit, withdrawal or loan; null for other kinds. */
  readonly summaryOf: (db: Db, item: ReviewItem, uid: number) => Promise<CustomerSummary | null>
}

/** Maximum customers matched by a search text. */
const customersMeant = 50

/** Name of an item in the audit log. */
export const auditTarget = ({ kind, id }: ReviewItem): string => `${kind} ${id}`

/** Kind by its name; throws `notFound` if no module provides it. */
export const reviewKindByName = ({ kinds }: Pick<ReviewDeps, 'kinds'>, name: ReviewKindName): ReviewKind => {
  const found = kinds.find(({ kind }) => kind === name)
  if (found === undefined) throw domainError('notFound')
  return found
}

/** One page of the queue, of one kind or of all; audited. */
export const listReviews = async (
  deps: ReviewDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  query: ListReviewsQuery,
): Promise<{ readonly rows: readonly Review[]; readonly total: number }> => {
  const { db } = deps.database
  const kinds = query.kind === undefined ? deps.kinds : [reviewKindByName(deps, query.kind)]
  const page = {
    ...query,
    orderBy: query.orderBy === 'deadline' ? 'deadline_ms' : 'created_ms',
  } as const
  const filter = {
    text: await textFilterOf(db, staff, query.text),
    scope: scopeFilterOf(deps, staff, query.scope),
  }
  const { entries, total } = await listQueue(db, kinds, query.state, filter, page)
  await readAndAudit(deps, staff, origin, 'reviewList', query.kind ?? 'every kind')
  const rows = new Map<string, Review>()
  for (const kind of kinds) {
    const ids = entries.filter((entry) => entry.kind === kind.kind).map(({ id }) => id)
    for (const row of await toReviews(deps, db, kind, ids)) rows.set(auditTarget(row), row)
  }
  return { rows: entries.flatMap((entry) => rows.get(auditTarget(entry)) ?? []), total }
}

/** Filter for a search text. The role service must enter the complete address, as in the customer search. */
const textFilterOf = async (db: Db, { role }: StaffIdentity, text: string): Promise<QueueFilter['text']> => {
  if (text === '') return null
  const wanted = { ...parseCustomerSearch(text), exact: role === 'service' }
  const page = { limit: customersMeant, offset: 0, direction: 'asc' } as const
  const isAnybody = wanted.uid !== null || wanted.phone !== null || wanted.email !== null
  const { rows } = isAnybody ? await listCustomers(db, wanted, page) : { rows: [] }
  return { id: wanted.uid, uids: rows.map(({ uid }) => uid), words: text }
}

const scopeFilterOf = (
  { clock }: Pick<ReviewDeps, 'clock'>,
  { id: staffId }: StaffIdentity,
  name: ListReviewsQuery['scope'],
): QueueFilter['scope'] =>
  name === null ? null : { name, staffId, dueMs: clock.business() + dueSoonMs, nowMs: clock.now() }

/** Items of one kind, unordered; missing ones are omitted. */
export const toReviews = async (
  { clock }: Pick<Platform, 'clock'>,
  db: Db | Tx,
  kind: ReviewKind,
  ids: readonly number[],
): Promise<readonly Review[]> => {
  if (ids.length === 0) return []
  const shown = await kind.show(db, ids)
  const takes = await listAssignments(db, kind.kind, ids, clock.now())
  const decisions = await listDecisions(db, kind.kind, ids)
  const uids = [...shown.values()].flatMap(({ uid }) => (uid === null ? [] : [uid]))
  const names = await listUsernames(db, [...new Set(uids)])
  const nowMs = clock.business()
  return [...shown].map(([id, item]) => {
    const take = takes.find(({ item_id }) => item_id === id)
    const mine = decisions.filter(({ item_id }) => item_id === id)
    return {
      kind: kind.kind,
      id,
      ...rowOf(item, nowMs),
      username: (item.uid === null ? undefined : names.get(item.uid)) ?? '',
      approvals: countApprovals(mine, item.state === 'pending'),
      holder: take === undefined ? null : { id: take.staff_id, name: take.name, untilMs: take.until_ms },
    }
  })
}

const rowOf = (item: ReviewDetail, nowMs: number) => ({
  uid: item.uid,
  createdMs: item.createdMs,
  ageMs: nowMs - item.createdMs,
  deadlineMs: item.deadlineMs,
  isOverdue: item.state === 'pending' && item.deadlineMs !== null && item.deadlineMs < nowMs,
  state: item.state,
  summary: item.summary,
  amount: item.amount,
  needed: item.needed,
  decidedMs: item.decidedMs,
  remark: item.remark,
  reason: item.reason,
  fields: item.fields,
  isDuplicate: item.isDuplicate ?? null,
})

/** One item with its bank data and pictures; the view is audited before anything is returned. */
export const getReview = async (
  deps: ReviewItemDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  item: ReviewItem,
): Promise<OpenedItem> => {
  const { db } = deps.database
  const kind = reviewKindByName(deps, item.kind)
  const [row] = await toReviews(deps, db, kind, [item.id])
  if (row === undefined) throw domainError('notFound')
  await readAndAudit(deps, staff, origin, 'reviewItem', auditTarget(item))
  const decisions = await listDecisions(db, kind.kind, [item.id])
  const has = (wanted: 'approve' | 'reject') =>
    decisions.some(({ staff_id, decision }) => staff_id === staff.id && decision === wanted)
  const may =
    isPendingReview(row) &&
    kind.roles.includes(staff.role) &&
    (row.holder === null || row.holder.id === staff.id) &&
    !(await isOwnItem(db, staff, row.uid))
  return {
    ...row,
    secrets: await kind.secretsOf(db, item.id, staff),
    customer: row.uid === null ? null : await deps.summaryOf(db, item, row.uid),
    decisions: decisions.map(({ name, decision, remark, decided_ms }) => ({
      staff: name,
      decision,
      remark,
      atMs: decided_ms,
    })),
    reasons: rejectionsOf[item.kind],
    may: { approve: may && !has('approve'), reject: may },
  }
}

/** Whether the customer of an item and a staff member are the same person, by e-mail address. */
export const isOwnItem = async (db: Db | Tx, staff: StaffIdentity, uid: number | null): Promise<boolean> =>
  uid !== null && (await findCustomer(db, uid))?.email === staff.email
