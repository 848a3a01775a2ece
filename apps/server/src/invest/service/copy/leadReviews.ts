import { applicationFieldToWire } from '@glasshouse/core/invest/copy/leads/codec'
import {
  applicationFiguresFromStored,
  formatFraction,
  formatLeverage,
} from '@glasshouse/core/invest/copy/leads/figures/codec'
import type { Fraction } from '@glasshouse/core/invest/copy/record'
import { formatUsdt } from '@glasshouse/core/money/units'
import { postNotice } from '../../../customers/notices/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../../reviews/index.ts'
import type { LeadApplicationRow } from '../../schema.ts'
import {
  applicationItems,
  insertLead,
  lockApplication,
  lockIdentity,
  selectApplications,
  updateApplicationDecided,
} from '../../store/copy/leads.ts'
import { assertNoIssue, judgeApplicant, type LeadDeps, leadNameOf } from './leads.ts'

/** Staff decide within three days. */
const deadlineMs = 259_200_000

const percent = (fraction: Fraction | null): string =>
  fraction === null ? '—' : `${formatFraction(fraction)} %`

/** Figures of the record when the application was made; none of one made before they were kept. */
const recordFields = ({ record }: LeadApplicationRow): ReviewDetail['fields'] => {
  const figures = applicationFiguresFromStored(record)
  if (figures === null) return []
  const { returns, maxDrawdown, volatility, won, leverageHundredths, fees } = figures
  return [
    { name: applicationFieldToWire('return30Days'), value: percent(returns.d30), form: 'text' },
    { name: applicationFieldToWire('returnAll'), value: percent(returns.all), form: 'text' },
    { name: applicationFieldToWire('maxDrawdown'), value: percent(maxDrawdown), form: 'text' },
    { name: 'volatility', value: percent(volatility), form: 'text' },
    { name: 'won', value: String(won), form: 'text' },
    {
      name: 'leverage',
      value: leverageHundredths === null ? '—' : `${formatLeverage(leverageHundredths)}×`,
      form: 'text',
    },
    { name: 'fees', value: formatUsdt(fees), form: 'amount' },
  ]
}

const shownOf = (row: LeadApplicationRow): ReviewDetail => ({
  uid: row.uid,
  createdMs: row.created_ms,
  deadlineMs: row.created_ms + deadlineMs,
  state: row.state,
  summary: `Application to be copied: ${row.record_days} days, ${row.closed_trades} trades`,
  amount: null,
  needed: 1,
  decidedMs: row.decided_ms,
  remark: row.remark,
  reason: null,
  fields: [
    { name: applicationFieldToWire('recordDays'), value: String(row.record_days), form: 'text' },
    { name: applicationFieldToWire('closedTrades'), value: String(row.closed_trades), form: 'text' },
    { name: 'equity', value: formatUsdt(row.equity), form: 'amount' },
    { name: applicationFieldToWire('riskScore'), value: String(row.risk_score ?? '—'), form: 'text' },
    ...recordFields(row),
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
    return row === null ? null : { uid: row.uid, state: row.state, needed: 1 }
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
    // Two accounts of one person may be decided at once: the second one is judged after the first.
    await lockIdentity(tx, await deps.findIdentity(tx, row.uid))
    const { facts, identity, issues } = await judgeApplicant(deps, tx, row.uid, { isDecision: true })
    assertNoIssue(issues)
    const name = await leadNameOf(tx, row.uid)
    const admitted = { uid: row.uid, since_ms: nowMs, identity, is_waived: false, equity: facts.equity }
    await insertLead(tx, { ...admitted, name })
  }
  await updateApplicationDecided(tx, id, {
    ...{ state: decision === 'approve' ? 'approved' : 'rejected', remark, decidedMs: nowMs },
  })
  const content =
    decision === 'approve'
      ? { kind: 'leadApproved' as const, params: {} }
      : { kind: 'leadRejected' as const, params: { remark } }
  await postNotice(tx, deps.clock, row.uid, content, String(id))
}
