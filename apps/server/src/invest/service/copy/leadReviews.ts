import { formatUsdt } from '@glasshouse/core/money/units'
import { postNotice } from '../../../identity/index.ts'
import type { Tx } from '../../../platform/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../../reviews/index.ts'
import type { LeadApplicationRow } from '../../schema.ts'
import {
  applicationItems,
  insertLead,
  lockApplication,
  selectApplications,
  updateApplicationDecided,
} from '../../store/copy/leads.ts'
import { judgeApplicant, type LeadDeps, refusalOf } from './leads.ts'

/** Staff decide within three days. */
const deadlineMs = 259_200_000

const shownOf = (row: LeadApplicationRow): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: row.created_ms + deadlineMs,
  status: row.status,
  summary: `Application to be copied: ${row.record_days} days, ${row.closed_trades} trades`,
  amount: null,
  needed: 1,
  decidedMs: row.decided_ms,
  remark: row.remark,
  reason: null,
  fields: [
    { name: 'recorddays', value: String(row.record_days), form: 'text' },
    { name: 'closedtrades', value: String(row.closed_trades), form: 'text' },
    { name: 'equity', value: formatUsdt(row.equity), form: 'amount' },
    { name: 'riskscore', value: String(row.risk_score ?? '–'), form: 'text' },
    { name: 'text', value: row.text, form: 'text' },
  ],
})

/** Applications to be copied in the review queue; managers decide them. */
export const leadReviews = (deps: LeadDeps): ReviewKind => ({
  kind: 'lead',
  roles: ['manager'],
  items: applicationItems,
  show: async (db, ids) => new Map((await selectApplications(db, ids)).map((row) => [row.id, shownOf(row)])),
  secretsOf: async () => [],
  lock: async (tx, id) => {
    const row = await lockApplication(tx, id)
    return row === null ? null : { uid: row.uid, status: row.status, needed: 1 }
  },
  decide: (tx, id, decided) => decideApplication(deps, tx, id, decided),
})

/** An approval holds only if the conditions of an application still do. */
const decideApplication = async (
  deps: LeadDeps,
  tx: Tx,
  id: number,
  { decision, remark }: DecisionResult,
): Promise<void> => {
  const row = await lockApplication(tx, id)
  if (row === null) throw new Error(`application ${id} was locked and does not exist`)
  const nowMs = deps.clock.business()
  if (decision === 'approve') {
    const { identity, issue } = await judgeApplicant(deps, tx, row.uid, { isDecision: true })
    if (issue !== null) throw refusalOf(issue)
    await insertLead(tx, { uid: row.uid, since_ms: nowMs, identity, is_waived: false })
  }
  await updateApplicationDecided(tx, id, { status: decision === 'approve' ? 1 : 2, remark, decidedMs: nowMs })
  const content =
    decision === 'approve'
      ? { kind: 'leadApproved' as const, params: {} }
      : { kind: 'leadRejected' as const, params: { remark } }
  await postNotice(tx, deps.clock, row.uid, content, String(id))
}
