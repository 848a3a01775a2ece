import { domainError } from '@glasshouse/core/errors/registry'
import { kycFieldToWire } from '@glasshouse/core/kyc/codec'
import { type KycRejection, kycDeadlineMs, kycRejections } from '@glasshouse/core/kyc/rules'
import type { ReviewField } from '@glasshouse/core/reviews/wire'
import { postNotice } from '../../customers/notices/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { StaffIdentity } from '../../platform/http/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import { staffPictureUrl } from '../../uploads/index.ts'
import type { SubmissionRow } from '../schema.ts'
import {
  findDuplicates,
  findSubmissions,
  insertView,
  listQueueItems,
  lockSubmission,
  updateDecided,
} from '../store.ts'
import { openPersonalData } from './sealing.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'secrets'>

/** Identity checks in the review queue; due within 72 hours. Each look at one is a look its owner reads of. */
export const kycReviews = (deps: Deps): ReviewKind => ({
  kind: 'kyc',
  roles: ['service', 'manager'],
  items: listQueueItems,
  show: async (db, ids) => {
    const duplicates = await findDuplicates(db, ids, deps.clock.business())
    return new Map(
      (await findSubmissions(db, ids)).map((row) => [row.id, detailOf(row, duplicates.has(row.id))]),
    )
  },
  secretsOf: (db, id, staff) => viewSubmission(deps, db, id, staff),
  lock: async (tx, id) => {
    const row = await lockSubmission(tx, id)
    return row === undefined ? null : { uid: row.uid, state: row.state, needed: 1 }
  },
  decide: (tx, id, decided) => decideSubmission(deps, tx, id, decided),
})

const detailOf = (row: SubmissionRow, isDuplicate: boolean): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: row.created_ms + kycDeadlineMs,
  state: row.state,
  summary: isDuplicate ? 'Identity check, another account of this person' : 'Identity check',
  amount: null,
  needed: 1,
  decidedMs: row.decided_ms,
  remark: row.remark,
  reason: row.reason,
  fields: row.country === null ? [] : [{ name: 'country', value: row.country, form: 'text' }],
  isDuplicate,
})

/** Name, number and pictures for a member of staff; the look is stored before anything is returned. */
const viewSubmission = async (
  deps: Deps,
  db: Db,
  id: number,
  staff: StaffIdentity,
): Promise<readonly ReviewField[]> => {
  const [row] = await findSubmissions(db, [id])
  if (row === undefined) return []
  await insertView(db, { uid: row.uid, role: staff.role, viewed_ms: deps.clock.business() })
  const { username, documentNumber } = openPersonalData(deps, row)
  const origin = { ip: '', userAgent: 'review' }
  const picture = async (name: string, pictureId: number): Promise<ReviewField[]> => {
    const link = await staffPictureUrl(deps, staff, origin, pictureId)
    return link === null ? [] : [{ name, value: link, form: 'picture' }]
  }
  return [
    { name: 'username', value: username, form: 'text' },
    { name: kycFieldToWire('documentNumber'), value: documentNumber, form: 'text' },
    ...(await picture(kycFieldToWire('front'), row.front_id)),
    ...(await picture(kycFieldToWire('back'), row.reverse_id)),
  ]
}

const decideSubmission = async (
  { clock }: Deps,
  tx: Tx,
  id: number,
  { decision, reason: code, remark }: DecisionResult,
): Promise<void> => {
  const decided_ms = clock.business()
  if (decision === 'approve') {
    const uid = await updateDecided(tx, id, { state: 'approved', reason: null, remark: null, decided_ms })
    await postNotice(tx, clock, uid, { kind: 'kycApproved', params: {} }, String(id))
    return
  }
  const reason = rejectionOf(code)
  const uid = await updateDecided(tx, id, { state: 'rejected', reason, remark, decided_ms })
  await postNotice(tx, clock, uid, { kind: 'kycRejected', params: { reason, remark } }, String(id))
}

const rejectionOf = (reason: string | null): KycRejection => {
  const known = kycRejections.find((name) => name === reason)
  if (known === undefined) throw domainError('invalidField', { field: 'reason' })
  return known
}
