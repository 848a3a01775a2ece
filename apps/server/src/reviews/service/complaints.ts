import { dayMs } from '@glasshouse/core/calendar/durations'
import { domainError } from '@glasshouse/core/errors/registry'
import { complaintDeadlineMs, maxComplaintsPerDay } from '@glasshouse/core/identity/locks'
import { runningLock } from '../../customers/locks/index.ts'
import { findCustomer, lockCustomerById } from '../../customers/records/index.ts'
import { complaintLetter, queueEmail } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import {
  type ComplaintRow,
  complaintItems,
  countComplaintsSince,
  insertComplaint,
  listComplaintRows,
  lockComplaint,
  updateComplaintAnswered,
} from '../store.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from './kind.ts'

type Deps = Pick<Platform, 'clock' | 'database'>

/**
 * Stores a complaint of a customer as an item for staff and returns its id.
 *
 * @throws invalidField an empty text
 * @throws tooManyRequests five within 24 h
 */
export const complain = ({ clock, database }: Deps, uid: number, raw: string): Promise<{ id: number }> => {
  const text = raw.trim()
  if (text === '') throw domainError('invalidField', { field: 'text' })
  return transact(database.db, async (tx) => {
    if ((await lockCustomerById(tx, uid))?.closed_ms !== null) throw domainError('sessionRevoked')
    const nowMs = clock.business()
    const { count, oldestMs } = await countComplaintsSince(tx, uid, nowMs - dayMs)
    if (count >= maxComplaintsPerDay)
      throw domainError('tooManyRequests', { retryAfter: Math.ceil((oldestMs + dayMs - nowMs) / 1000) })
    const lock = await runningLock(tx, clock, uid)
    const about = { lockReason: lock?.reason ?? null, lockStaffId: lock?.staff_id ?? null }
    return { id: await insertComplaint(tx, { uid, text, createdMs: nowMs, ...about }) }
  })
}

const shownOf = (row: ComplaintRow): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: row.created_ms + complaintDeadlineMs,
  state: row.state,
  summary: row.lock_reason === null ? 'Complaint' : `Complaint about a lock: ${row.lock_reason}`,
  amount: null,
  needed: 1,
  decidedMs: row.answered_ms,
  remark: row.answer,
  reason: null,
  fields: row.lock_reason === null ? [] : [{ name: 'lock', value: row.lock_reason, form: 'text' }],
})

/** Complaints in the review queue: managers answer them, but not the one who locked the account. */
export const complaintReviews = (deps: Pick<Platform, 'clock'>): ReviewKind => ({
  kind: 'complaint',
  roles: ['manager'],
  items: complaintItems,
  show: async (db, ids) => new Map((await listComplaintRows(db, ids)).map((row) => [row.id, shownOf(row)])),
  secretsOf: async (db, id) =>
    (await listComplaintRows(db, [id])).map(({ text }) => ({ name: 'text', value: text, form: 'text' })),
  lock: async (tx, id) => {
    const row = await lockComplaint(tx, id)
    return row === undefined ? null : { uid: row.uid, state: row.state, needed: 1 }
  },
  decide: (tx, id, decided) => answerComplaint(deps, tx, id, decided),
})

const answerComplaint = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  id: number,
  { decision, staff, remark }: DecisionResult,
): Promise<void> => {
  const row = await lockComplaint(tx, id)
  if (row === undefined) throw new Error(`complaint ${id} was locked and does not exist`)
  if (remark === '') throw domainError('invalidField', { field: 'remark' })
  if (row.lock_staff_id === staff.id) throw domainError('invalidState', { reason: 'sameManager' })
  const state = decision === 'approve' ? 'approved' : 'rejected'
  await updateComplaintAnswered(tx, id, { state, answer: remark, answeredMs: clock.business() })
  const person = await findCustomer(tx, row.uid)
  if (person === undefined || person.email === null || person.email_proven_ms === null) return
  const { uid, email, lang } = person
  const letter = complaintLetter(lang, { isJustified: decision === 'approve', answer: remark })
  await queueEmail(tx, clock.now(), { uid, email, lang, template: 'complaint', ...letter })
}
