import { domainError } from '@glasshouse/core/errors/registry'
import { formatPrice, formatQuantity, quantity, sumUnits } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { allot, subscriptionMoney } from '@glasshouse/core/subscription/rules'
import { listLockedAt } from '../../customers/locks/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import type { IssueRecord } from '../schema.ts'
import { findIssues, listQueueItems, lockIssue, updateIssue } from '../store/issues.ts'
import { listOrdersOfIssue, updateAllotted, updateCancelled } from '../store/orders.ts'
import type { SubscriptionDeps } from './deps.ts'
import { allottedNotice, cancelledNotice, postAll } from './notices.ts'
import { endOf, headOf } from './view.ts'

type Deps = Pick<SubscriptionDeps, 'clock'>

const reviewStateOf = ({ state }: IssueRecord): ReviewState =>
  state === 'cancelled' ? 'rejected' : state === 'paying' || state === 'over' ? 'approved' : 'pending'

/** An allotment comes to review when the head of its draw is known; before that it can be neither read nor decided. */
const isInReview = ({ head_hash }: IssueRecord): boolean => head_hash !== null

/** Allotments in the review queue, one item per closed issue once the head of its draw is known: a manager decides. */
export const subscriptionReviews = (deps: Deps): ReviewKind => ({
  kind: 'subscription',
  roles: ['manager'],
  items: listQueueItems,
  show: async (db, ids) => {
    const issues = (await findIssues(db, ids)).filter(isInReview)
    return new Map(issues.map((issue) => [issue.id, detailOf(issue)]))
  },
  secretsOf: async () => [],
  lock: async (tx, id) => {
    const issue = await lockIssue(tx, id)
    if (issue === undefined || !isInReview(issue)) return null
    return { uid: null, state: reviewStateOf(issue), needed: 1 }
  },
  decide: (tx, id, decided) =>
    decided.decision === 'approve' ? runAllotment(deps, tx, id) : cancelIssue(deps, tx, id, decided),
})

const detailOf = (issue: IssueRecord): ReviewDetail => {
  const text = (name: string, value: string) => ({ name, value, form: 'text' as const })
  return {
    uid: null,
    createdMs: issue.close_ms,
    deadlineMs: null,
    state: reviewStateOf(issue),
    summary: `Allotment of ${formatQuantity(issue.number)} ${issue.title}, ${formatQuantity(issue.asked)} asked`,
    amount: null,
    needed: 1,
    decidedMs: issue.decided_ms,
    remark: issue.remark,
    reason: null,
    fields: [
      text('offered', formatQuantity(issue.number)),
      text('asked', formatQuantity(issue.asked)),
      text('applications', String(issue.applications)),
      text('step', formatQuantity(issue.step)),
      text('price', formatPrice(issue.price)),
      ...(issue.head_hash === null
        ? []
        : [
            { name: 'head', value: issue.head_hash, form: 'hash' as const },
            text('symbol', issue.head_symbol ?? ''),
          ]),
      { name: 'paymentEnd', value: String(endOf(issue)), form: 'time' },
    ],
  }
}

const lockedIssue = async (tx: Tx, id: number): Promise<IssueRecord> => {
  const issue = await lockIssue(tx, id)
  if (issue?.state !== 'closed') throw new Error(`issue ${id} was locked and is not closed`)
  return issue
}

/**
 * Runs the allotment of a closed issue. Accounts that were locked at the close get nothing and do not count.
 *
 * @throws invalidState (2003, `finaltimePassed`) the time to pay is over; the last day can be moved
 */
const runAllotment = async ({ clock }: Deps, tx: Tx, id: number): Promise<void> => {
  const issue = await lockedIssue(tx, id)
  const atMs = clock.business()
  if (atMs >= endOf(issue)) throw domainError('invalidState', { reason: 'finaltimePassed' })
  const orders = await listOrdersOfIssue(tx, id, 1)
  const locked = new Set(
    await listLockedAt(
      tx,
      orders.map(({ uid }) => uid),
      issue.close_ms,
    ),
  )
  const counted = orders.filter(({ uid }) => !locked.has(uid))
  const excluded = orders.filter(({ uid }) => locked.has(uid))
  const applications = counted.map((order) => ({ hash: order.hash, asked: order.asked }))
  const rows = await allot(issue, applications, headOf(issue).hash, sha256)
  const allottedOf = new Map(rows.map(({ hash, allotted }) => [hash, allotted]))
  const results = counted.map((order) => {
    const allotted = allottedOf.get(order.hash)
    if (allotted === undefined) throw new Error(`order ${order.id} took no part in its allotment`)
    return { order, allotted }
  })
  await updateAllotted(
    tx,
    atMs,
    results.map(({ order, allotted }) => ({ id: order.id, allotted })),
  )
  await updateCancelled(
    tx,
    excluded.map((order) => order.id),
    'notAllotted',
    atMs,
  )
  const asked = sumUnits(counted.map((order) => order.asked))
  await updateIssue(tx, id, { state: 'paying', decided_ms: atMs, asked, applications: counted.length })
  await postAll(tx, clock, [
    ...results.map(({ order, allotted }) =>
      allotted > 0n
        ? allottedNotice(order, issue, allotted, subscriptionMoney(issue.price, allotted))
        : cancelledNotice(order, issue, 'notAllotted'),
    ),
    ...excluded.map((order) => cancelledNotice(order, issue, 'notAllotted')),
  ])
}

const cancelIssue = async (
  { clock }: Deps,
  tx: Tx,
  id: number,
  { remark }: DecisionResult,
): Promise<void> => {
  const issue = await lockedIssue(tx, id)
  const atMs = clock.business()
  const orders = await listOrdersOfIssue(tx, id, 1)
  await updateCancelled(
    tx,
    orders.map((order) => order.id),
    'issueCancelled',
    atMs,
  )
  await updateIssue(tx, id, {
    ...{ state: 'cancelled', decided_ms: atMs, remark, asked: quantity('0'), applications: 0 },
  })
  await postAll(
    tx,
    clock,
    orders.map((order) => cancelledNotice(order, issue, 'issueCancelled')),
  )
}
