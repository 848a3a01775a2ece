import type { LeadStatus } from '@glasshouse/core/invest/copy/leads/codec'
import { maxCopyRiskScore } from '@glasshouse/core/invest/copy/record'
import { findActiveLead, findNewestApplication } from '../../store/copy/leads.ts'
import { judgeApplicant, type LeadDeps, viewLead } from './leads.ts'

/** Where a customer stands: lead or not, the newest application, and the own figures beside the thresholds. */
export const getLeadStatus = async (
  deps: LeadDeps,
  { uid }: { readonly uid: number },
): Promise<LeadStatus> => {
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
            createdMs: application.created_ms,
            state: application.state,
            remark: application.remark,
          },
    own: {
      isKycApproved: facts.isKycApproved,
      days: facts.recordDays,
      trades: facts.closedTrades,
      equity,
      riskScore: facts.riskScore,
    },
    needed: {
      days: limits.minDays,
      trades: limits.minTrades,
      equity: limits.minEquity,
      maxRiskScore: maxCopyRiskScore,
    },
    missing: issues,
  }
}
