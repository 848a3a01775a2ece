import { type ScoreReason, scoreAfter } from '@glasshouse/core/loans/rules'
import { postNotice } from '../../customers/notices/index.ts'
import { lockCustomerById } from '../../customers/records/index.ts'
import { updateCustomerFlags } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { insertScoreEvent } from '../store/records.ts'

/** Changes the credit score for an event of a loan, with its record; a score that stays is recorded too. */
export const changeScore = async (
  tx: Tx,
  clock: Clock,
  { uid, loanId, atMs }: { readonly uid: number; readonly loanId: number; readonly atMs: number },
  reason: Exclude<ScoreReason, 'staff'>,
): Promise<void> => {
  const person = await lockCustomerById(tx, uid)
  if (person === undefined) throw new Error(`loan ${loanId} belongs to nobody`)
  const before = person.credit_score
  const score = scoreAfter(before, reason)
  if (score !== before) await updateCustomerFlags(tx, clock, uid, { flag: 'creditScore', value: score })
  await insertScoreEvent(tx, {
    ...{ uid, reason, score, loan_id: loanId, remark: null, happened_ms: atMs },
    change: score - before,
  })
  if (score !== before) await noticeScore(tx, clock, uid, before, score, `loan ${loanId}`)
}

/** Records a score that a manager set, with the remark the customer reads; the caller has set it. */
export const recordStaffScore = async (
  tx: Tx,
  clock: Clock,
  {
    uid,
    before,
    score,
    remark,
  }: { readonly uid: number; readonly before: number; readonly score: number; readonly remark: string },
): Promise<void> => {
  const happened_ms = clock.business()
  await insertScoreEvent(tx, {
    ...{ uid, score, remark, happened_ms, reason: 'staff' as const, loan_id: null },
    change: score - before,
  })
  if (score !== before) await noticeScore(tx, clock, uid, before, score, `staff ${clock.now()}`)
}

const noticeScore = (
  tx: Tx,
  clock: Clock,
  uid: number,
  before: number,
  score: number,
  key: string,
): Promise<void> => postNotice(tx, clock, uid, { kind: 'creditScoreChanged', params: { before, score } }, key)
