import { domainError } from '@glasshouse/core/errors/registry'
import {
  type AssignReviewCommand,
  type DecideReviewCommand,
  type Review,
  reviewStateToWire,
} from '@glasshouse/core/reviews/codec'
import { rejectionsOf } from '@glasshouse/core/reviews/wire'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents, pushEvent } from '../../platform/events/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { type RequestOrigin, writeAudit } from '../../staff/index.ts'
import {
  countApprovals,
  insertDecision,
  listAssignments,
  listDecisions,
  type ReviewItem,
  releaseAssignment,
  upsertAssignment,
} from '../store.ts'
import type { DecisionResult, LockedReview, ReviewKind } from './kind.ts'
import { auditTarget, isOwnItem, type ReviewDeps, reviewKindByName, toReviews } from './read.ts'

/** Duration of an assignment; milliseconds of the wall clock. */
export const assignmentTtlMs = 15 * 60_000

/**
 * Assigns a pending item to a staff member, or releases it.
 *
 * @throws notFound no such item
 * @throws invalidState it is not pending, or assigned to another member (`held`)
 * @throws notAllowed (`takenTwice`) the member took it twice in a row: it is another person's turn
 */
export const assignReview = async (
  deps: ReviewDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  { kind: name, id, isTaken }: AssignReviewCommand,
): Promise<{ readonly untilMs: number | null }> => {
  const kind = reviewKindByName(deps, name)
  const item = { kind: name, id }
  const nowMs = deps.clock.now()
  return transact(deps.database.db, async (tx) => {
    const locked = await kind.lock(tx, id)
    if (locked === null) throw domainError('notFound')
    if (locked.state !== 'pending') throw domainError('invalidState', { reason: 'decided' })
    const until = nowMs + assignmentTtlMs
    if (isTaken) await assign(tx, item, staff.id, nowMs, until)
    else await releaseAssignment(tx, item, staff.id)
    const action = isTaken ? 'reviewTake' : 'reviewPutBack'
    await writeAudit(tx, { staffId: staff.id, action, target: auditTarget(item), ...origin }, nowMs)
    return { untilMs: isTaken ? until : null }
  })
}

const assign = async (
  tx: Tx,
  item: ReviewItem,
  staffId: number,
  nowMs: number,
  untilMs: number,
): Promise<void> => {
  const assignment = await upsertAssignment(tx, item, staffId, nowMs, untilMs)
  if (assignment === 'held') throw domainError('invalidState', { reason: 'held' })
  if (assignment === 'tooOften') throw domainError('notAllowed', { reason: 'takenTwice' })
}

/**
 * Decides an item, in one transaction with its effects. Of concurrent decisions one counts.
 *
 * @throws notFound no such item
 * @throws notAllowed insufficient role, or the staff member's own item
 * @throws invalidField (`field`) a rejection without a remark or without a reason of its kind
 * @throws invalidState (`reason`) `decided`, `held` by another member, `sameManager` for a second approval by the first
 */
export const decideReview = async (
  deps: ReviewDeps,
  staff: StaffIdentity,
  origin: RequestOrigin,
  request: DecideReviewCommand,
): Promise<Review> => {
  const kind = reviewKindByName(deps, request.kind)
  if (!kind.roles.includes(staff.role)) throw domainError('notAllowed')
  const decided = readDecision(request, staff)
  const item = { kind: request.kind, id: request.id }
  return transact(deps.database.db, async (tx) => {
    const locked = await kind.lock(tx, item.id)
    if (locked === null) throw domainError('notFound')
    if (await isOwnItem(tx, staff, locked.uid)) throw domainError('notAllowed')
    const approvals = await assertDecidable(deps, tx, staff, item, locked, decided)
    const { decision, remark } = decided
    const at = { decided_ms: deps.clock.business(), staff_id: staff.id }
    await insertDecision(tx, item, { decision, remark, ...at })
    await releaseAssignment(tx, item, null)
    const isFinal = decision === 'reject' || approvals + 1 >= locked.needed
    if (isFinal) await carryOut(deps, tx, kind, item, locked.uid, decided)
    const [row] = await toReviews(deps, tx, kind, [item.id])
    if (row === undefined) throw new Error(`${auditTarget(item)} was decided and does not exist`)
    const record = {
      staffId: staff.id,
      action: 'reviewDecide' as const,
      target: auditTarget(item),
      ...origin,
    }
    // A late decision still counts; the delay stays recorded.
    const late = row.deadlineMs !== null && row.deadlineMs < at.decided_ms
    const status = reviewStateToWire(row.state)
    const after = { decision, approvals: row.approvals, status, reason: decided.reason, remark, late }
    const before = { status: reviewStateToWire('pending'), approvals }
    await writeAudit(tx, { ...record, before, after }, deps.clock.now())
    return row
  })
}

/** Number of earlier approvals of the item that count; throws if this decision is not permitted. */
const assertDecidable = async (
  { clock }: ReviewDeps,
  tx: Tx,
  staff: StaffIdentity,
  { kind, id }: ReviewItem,
  review: LockedReview,
  { decision }: DecisionResult,
): Promise<number> => {
  if (review.state !== 'pending') throw domainError('invalidState', { reason: 'decided' })
  const [take] = await listAssignments(tx, kind, [id], clock.now())
  if (take !== undefined && take.staff_id !== staff.id) throw domainError('invalidState', { reason: 'held' })
  const decisions = await listDecisions(tx, kind, [id])
  const hasApproved = decisions.some((made) => made.decision === 'approve' && made.staff_id === staff.id)
  if (decision === 'approve' && hasApproved) throw domainError('invalidState', { reason: 'sameManager' })
  return countApprovals(decisions, true)
}

const carryOut = async (
  { clock }: ReviewDeps,
  tx: Tx,
  kind: ReviewKind,
  { id }: ReviewItem,
  uid: number | null,
  decided: DecisionResult,
): Promise<void> => {
  await kind.decide(tx, id, decided)
  if (uid === null) return
  const data = { kind: kind.kind, id, decision: decided.decision }
  await publishEvents(tx, [pushEvent({ uid, event: 'REVIEW_DECIDED', data })], clock.now())
}

const readDecision = (
  { kind, decision, remark: raw, reason, amount }: DecideReviewCommand,
  staff: StaffIdentity,
): DecisionResult => {
  const remark = raw?.trim() ?? ''
  const reasons = rejectionsOf[kind]
  if (decision === 'reject' && remark === '') throw domainError('invalidField', { field: 'remark' })
  if (decision === 'reject' && reasons.length > 0 && !reasons.some((known) => known === reason))
    throw domainError('invalidField', { field: 'reason' })
  return {
    decision,
    staff,
    remark,
    reason: decision === 'reject' && reasons.length > 0 ? (reason ?? null) : null,
    amount: amount ?? null,
  }
}
