import { domainError } from '@glasshouse/core/errors/registry'
import { loanDaysOf, usualLoanDays } from '@glasshouse/core/loans/checks'
import type { LoanTerms } from '@glasshouse/core/loans/codec'
import {
  collateralValue,
  loanDueMs,
  loanLimit,
  loanShare,
  loanStep,
  reasonNotCounted,
  redemptionValue,
  type ValuedOrder,
} from '@glasshouse/core/loans/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import { listCollateral, type PledgeableOrder } from '../../collateral/index.ts'
import { getSetting } from '../../content/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { isKycApproved } from '../../kyc/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'

export type LoanDeps = Pick<Platform, 'settings' | 'clock' | 'database'>

/** Days a customer requested for, or the default: 30 where it is offered, else the longest. */
export const chooseDays = async (db: Db | Tx, requested: number | null): Promise<number> => {
  const offered = loanDaysOf(await getSetting(db, 'loan_days'))
  const days = requested ?? usualLoanDays(offered)
  if (days === undefined || !offered.includes(days)) throw domainError('invalidField', { field: 'days' })
  return days
}

/** Whether a loan needs an approved identity that is not there. */
export const kycStateOf = async (
  { settings }: Pick<Platform, 'settings'>,
  db: Db | Tx,
  uid: number,
): Promise<LoanTerms['identity']> => {
  if (settings.MODE !== 'live' && (await getSetting(db, 'loan_needs_kyc')) === 0) return 'notNeeded'
  return (await isKycApproved(db, uid)) ? 'approved' : 'missing'
}

/** Orders with their values for a loan due at an instant, and the limit they give. */
export type Security = {
  readonly limit: Usdt
  readonly share: bigint
  readonly score: number
  readonly valued: readonly (ValuedOrder & { readonly order: PledgeableOrder })[]
}

/** What a customer's orders secure at this moment. */
export const securityOf = async (
  db: Db | Tx,
  uid: number,
  orders: readonly PledgeableOrder[],
  dueMs: number,
): Promise<Security> => {
  const score = (await findCustomer(db, uid))?.credit_score ?? 0
  const share = loanShare(score, await getSetting(db, 'loan_ltv'))
  const valued = orders.map((order) => ({
    id: order.id,
    endsMs: order.endsMs,
    value: collateralValue(order, dueMs),
    order,
  }))
  const limit = loanLimit(
    valued.map(({ value }) => value),
    share,
  )
  return { limit, share, score, valued }
}

/** The terms of a loan for a customer now. Throws `invalidField` for days that are not offered. */
export const getLoanTerms = async (
  deps: LoanDeps,
  uid: number,
  requested: number | null,
): Promise<LoanTerms> => {
  const { db } = deps.database
  const days = await chooseDays(db, requested)
  const dueMs = loanDueMs(deps.clock.business(), days)
  const { limit, score, valued } = await securityOf(db, uid, await listCollateral(db, uid), dueMs)
  return {
    limit,
    score,
    ratePpm: await getSetting(db, 'loan_rate_ppm'),
    days: loanDaysOf(await getSetting(db, 'loan_days')),
    min: await getSetting(db, 'loan_min'),
    step: loanStep,
    orders: valued.map(({ order }) => ({
      id: order.id,
      productName: order.productName,
      principal: order.principal,
      endsMs: order.endsMs,
      value: redemptionValue(order),
      reason: reasonNotCounted(order, dueMs),
    })),
    ltvPercent: await getSetting(db, 'loan_ltv'),
    callPercent: await getSetting(db, 'loan_call'),
    liquidationPercent: await getSetting(db, 'loan_liquidation'),
    graceHours: await getSetting(db, 'loan_grace_hours'),
    identity: await kycStateOf(deps, db, uid),
  }
}
