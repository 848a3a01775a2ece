import type { DataOf } from '@glasshouse/core/calls'
import { maxCopyRiskScore } from '@glasshouse/core/invest/copy/record'
import { formatUsdt } from '@glasshouse/core/money/units'
import { reviewStateToWire } from '@glasshouse/core/reviews/codec'
import { findActiveLead, findNewestApplication } from '../../store/copy/leads.ts'
import { judgeApplicant, type LeadDeps, viewLead } from './leads.ts'

/** Where a customer stands: lead or not, the newest application, and the own figures beside the thresholds. */
export const getLeadStatus = async (
  deps: LeadDeps,
  { uid }: { readonly uid: number },
): Promise<DataOf<'/api/invest/leadStatus'>> => {
  const { db } = deps.database
  const [lead, application, judged] = await Promise.all([
    findActiveLead(db, uid),
    findNewestApplication(db, uid),
    judgeApplicant(deps, db, uid, { isDecision: false }),
  ])
  const { facts, equity, limits, issues } = judged
  return {
    lead: lead === null ? null : await viewLead(deps, lead),
    application:
      application === null
        ? null
        : {
            id: application.id,
            createtime: application.created_ms,
            status: reviewStateToWire(application.state),
            remark: application.remark,
          },
    figures: {
      kyc: facts.isKycApproved ? 1 : 0,
      days: facts.recordDays,
      trades: facts.closedTrades,
      equity: equity === null ? null : formatUsdt(equity),
      riskscore: facts.riskScore,
    },
    needed: {
      days: limits.minDays,
      trades: limits.minTrades,
      equity: formatUsdt(limits.minEquity),
      riskscore: maxCopyRiskScore,
    },
    missing: [...issues],
  }
}
