/** Rules for leads: figures of their followers, the application, and conflicts between their two wallets. */
import type { PositionSide } from '../../contracts/rules.ts'
import { divide, multiplyDivide, type Price, type Usdt } from '../../money/units.ts'
import { type Fraction, maxCopyRiskScore, wholeFraction } from './record.ts'

/** A copy order of a follower, running or ended, USDT. */
export type FollowerOrder = {
  readonly money: Usdt
  /** Profit after all fees; negative for a loss. */
  readonly profit: Usdt
}

/** Result of all followers of a lead. */
export type FollowerResult = {
  readonly orders: number
  /** USDT. */
  readonly putIn: Usdt
  readonly profit: Usdt
  /** Share of orders in profit, rounded down; null without orders. */
  readonly inProfit: Fraction | null
  /** Median of profit ÷ money, rounded down, of two middle ones the smaller; null without orders. */
  readonly median: Fraction | null
}

const percentOf = (percent: bigint): Fraction => ((wholeFraction / 100n) * percent) as Fraction

/** Where one range of results ends and the next begins; a result on a bound belongs to the range above it. */
const resultBounds = [-50n, -20n, -5n, 0n, 5n, 20n, 50n].map(percentOf)

/** Orders whose profit ÷ money is at least `from` and below `to`; null for no bound. */
export type ResultRange = {
  readonly from: Fraction | null
  readonly to: Fraction | null
  readonly orders: number
}

const returnsOf = (orders: readonly FollowerOrder[]): readonly Fraction[] =>
  orders.map(({ money, profit }) => multiplyDivide(profit, wholeFraction, money, 'floor') as Fraction)

/**
 * How many orders had which result: eight ranges from below −50 % to 50 % and more, ended orders included.
 *
 * @example followerHistogram([100 with profit 10, 100 with profit -20]) // one in 5 to 20 %, one in −20 to −5 %
 */
export const followerHistogram = (orders: readonly FollowerOrder[]): readonly ResultRange[] => {
  const returns = returnsOf(orders)
  const bounds = [null, ...resultBounds, null]
  return bounds.slice(1).map((to, at) => {
    const from = bounds[at] ?? null
    const isIn = (one: Fraction): boolean => (from === null || one >= from) && (to === null || one < to)
    return { from, to, orders: returns.filter(isIn).length }
  })
}

/**
 * Result of all followers, ended orders included.
 *
 * @see product specification, investment, section 6 "Record of a lead"
 * @example followerResult([100 with profit 10, 100 with profit -20, 200 with profit 4]) // put in 400, profit -6, 66.6666666 % in profit, median 2 %
 */
export const followerResult = (orders: readonly FollowerOrder[]): FollowerResult => {
  const count = BigInt(orders.length)
  const winners = BigInt(orders.filter(({ profit }) => profit > 0n).length)
  const returns = returnsOf(orders).toSorted((a, b) => (a < b ? -1 : 1))
  return {
    orders: orders.length,
    putIn: orders.reduce((sum, { money }) => sum + money, 0n) as Usdt,
    profit: orders.reduce((sum, { profit }) => sum + profit, 0n) as Usdt,
    inProfit: count === 0n ? null : (multiplyDivide(winners, wholeFraction, count, 'floor') as Fraction),
    median: returns[Math.floor((returns.length - 1) / 2)] ?? null,
  }
}

/** Prices of one copied fill: an opening buys or sells, a close does the opposite. */
export type CopiedFill = { readonly side: PositionSide; readonly leadPrice: Price; readonly price: Price }

/**
 * How much worse a copied fill is than the lead's, USDT per coin in units of 0.000000001; negative when it is better.
 *
 * @see product specification, investment, section 6 "Copying"
 * @example copyDifference({ side: 'long', leadPrice: price('64000'), price: price('64000.1') }) // 0.1
 */
export const copyDifference = ({ side, leadPrice, price }: CopiedFill): Price =>
  (side === 'long' ? price - leadPrice : leadPrice - price) as Price

/**
 * Copying gap: mean of the difference ÷ lead price of copied fills, each and the mean rounded up; positive when copies
 * are worse than the lead's fills, null without fills.
 *
 * @see product specification, investment, section 6 "Record of a lead"
 * @example copyingGap([{ side: 'long', leadPrice: price('64000'), price: price('64006.4') }]) // 0.0001
 */
export const copyingGap = (fills: readonly CopiedFill[]): Fraction | null => {
  if (fills.length === 0) return null
  const total = fills.reduce(
    (sum, fill) => sum + multiplyDivide(copyDifference(fill), wholeFraction, fill.leadPrice, 'ceil'),
    0n,
  )
  return divide(total, BigInt(fills.length), 'ceil') as Fraction
}

/** Facts about a customer who applies to lead. */
export type LeadApplicant = {
  /** A member of staff, or an account of the operator. */
  readonly isStaff: boolean
  /** A lead already, under this or another account of the same identity. */
  readonly isLeading: boolean
  readonly isInReview: boolean
  readonly isKycApproved: boolean
  readonly recordDays: number
  readonly closedTrades: number
  /** Equity of the lead wallet, USDT. */
  readonly equity: Usdt
  readonly riskScore: number | null
  /** Whether staff of a practice platform let this customer lead without a risk score. */
  readonly isScoreWaived: boolean
}

/** Settings `lead_min_days`, `lead_min_trades` and `lead_min_equity` (USDT). */
export type LeadLimits = {
  readonly minDays: number
  readonly minTrades: number
  readonly minEquity: Usdt
}

/** Everything that can stand against an application, in the order in which it is told. */
export const leadIssueNames = [
  'staff',
  'leading',
  'inReview',
  'kyc',
  'days',
  'trades',
  'equity',
  'riskScore',
] as const
/** Why an application is refused: `staff` with `notAllowed` (1006), the others with `invalidState` (2003). */
export type LeadIssue = (typeof leadIssueNames)[number]

/**
 * Everything that blocks an application to lead, in the order of the product specification; empty for none.
 *
 * @see product specification, investment, section 6 "Lead"
 * @example listLeadIssues(29 days of record and no KYC, limits) // ['kyc', 'days']
 */
export const listLeadIssues = (applicant: LeadApplicant, limits: LeadLimits): readonly LeadIssue[] => {
  const stands: Readonly<Record<LeadIssue, boolean>> = {
    staff: applicant.isStaff,
    leading: applicant.isLeading,
    inReview: applicant.isInReview,
    kyc: !applicant.isKycApproved,
    days: applicant.recordDays < limits.minDays,
    trades: applicant.closedTrades < limits.minTrades,
    equity: applicant.equity < limits.minEquity,
    riskScore: !canBeCopied(applicant),
  }
  return leadIssueNames.filter((issue) => stands[issue])
}

/**
 * Validates an application to lead; returns the first issue in the order of the product specification, or null.
 *
 * @example validateLeadApplication(29 days of record and no KYC, limits) // 'kyc'
 */
export const validateLeadApplication = (applicant: LeadApplicant, limits: LeadLimits): LeadIssue | null =>
  listLeadIssues(applicant, limits)[0] ?? null

/**
 * Whether new customers may copy a lead by the risk score: at most 7, or none where staff waived it.
 *
 * @see product specification, investment, section 6 "Risk score"
 * @example canBeCopied({ riskScore: 8, isScoreWaived: false }) // false
 */
export const canBeCopied = ({
  riskScore,
  isScoreWaived,
}: Pick<LeadApplicant, 'riskScore' | 'isScoreWaived'>): boolean =>
  riskScore === null ? isScoreWaived : riskScore <= maxCopyRiskScore

/** A side of a market: of a position, of a resting order or of a running AI order. */
export type MarketSide = { readonly pid: number; readonly side: PositionSide }

/**
 * Whether an opening of a lead is refused with `leadConflict` (2003): the other contract wallet has the opposite side of
 * the same market. A close is never a conflict.
 *
 * @param otherWallet positions, resting orders and AI orders of the lead's other contract wallet
 * @see product specification, investment, section 6 "Closed by rule"
 * @example hasLeadConflict({ pid: 1, side: 'long' }, [{ pid: 1, side: 'short' }]) // true
 */
export const hasLeadConflict = (opening: MarketSide, otherWallet: readonly MarketSide[]): boolean =>
  otherWallet.some(({ pid, side }) => pid === opening.pid && side !== opening.side)
