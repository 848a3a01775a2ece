/** Wire forms of loans. */
import type { BodyOf, DataOf, RequestOf } from '../calls.ts'
import { formatDecimal, formatUsdt, parseDecimal, type Usdt, usdt } from '../money/units.ts'
import { type LoanState, owingStates } from './checks.ts'
import type { NotCounted, Owed, ScoreReason } from './rules.ts'

type LoanRow = DataOf<'/api/loan/myLoan'>[number]

const states = {
  0: 'review',
  1: 'running',
  2: 'rejected',
  3: 'repaid',
  4: 'overdue',
  5: 'settled',
} as const satisfies Record<LoanRow['status'], LoanState>

/** State of a loan by its wire status. */
export const loanState = ({ status }: Pick<LoanRow, 'status'>): LoanState => states[status]

const statuses = {
  review: 0,
  running: 1,
  rejected: 2,
  repaid: 3,
  overdue: 4,
  settled: 5,
} as const satisfies Record<LoanState, LoanRow['status']>

const reviewFields = { isAutoRepaid: 'autorepay', creditScore: 'creditscore' } as const

/** Name of a field of a loan in the review queue. */
export const loanFieldToWire = (field: keyof typeof reviewFields): string => reviewFields[field]

/** States of a loan that waits or is owed; one customer has one of them at a time. */
const openStates = ['review', ...owingStates] as const
/** A loan that waits for its decision or is owed. */
export type OpenLoan = Loan & { readonly state: (typeof openStates)[number] }

/** Whether a loan waits for its decision or is owed. */
export const isOpenLoan = (loan: Loan): loan is OpenLoan => openStates.some((state) => state === loan.state)

/** A loan that a customer asks for. */
export type ApplyForLoanCommand = {
  /** Null for the whole limit. */
  readonly amount: Usdt | null
  /** Null for the default. */
  readonly days: number | null
  /** Whether it is repaid from the wallet on the due day. */
  readonly isAutoRepaid: boolean
}

/** Parses the request of `/api/loan/applyLoan`. */
export const applyForLoanFromWire = ({
  amount,
  days,
  autorepay,
}: BodyOf<'/api/loan/applyLoan'>): ApplyForLoanCommand => ({
  amount: amount ?? null,
  days: days ?? null,
  isAutoRepaid: autorepay === 1,
})

/** Formats a request for `/api/loan/applyLoan`. */
export const applyForLoanToWire = ({
  amount,
  days,
  isAutoRepaid,
}: ApplyForLoanCommand): RequestOf<'/api/loan/applyLoan'> => ({
  ...(amount === null ? {} : { amount: formatUsdt(amount) }),
  ...(days === null ? {} : { days }),
  autorepay: isAutoRepaid ? 1 : 0,
})

/** An amount to pay back of a loan; what exceeds the debt is not taken. */
export type RepayLoanCommand = { readonly id: number; readonly amount: Usdt }

/** Formats a repayment for `/api/loan/repay`. */
export const repayLoanToWire = ({ id, amount }: RepayLoanCommand): RequestOf<'/api/loan/repay'> => ({
  id,
  amount: formatUsdt(amount),
})

/** An order that can secure a loan, and whether it does. */
export type Collateral = {
  readonly id: number
  readonly productName: string
  readonly principal: Usdt
  /** What an early redemption now would return of the principal. */
  readonly value: Usdt
  readonly endsMs: number
  /** Why it does not count for a loan of these days; null where it does. */
  readonly reason: NotCounted | null
}

type TermsAnswer = DataOf<'/api/loan/loanTerms'>

const collateralToWire = (order: Collateral): TermsAnswer['orders'][number] => ({
  id: order.id,
  typename: order.productName,
  buymoney: formatUsdt(order.principal),
  value: formatUsdt(order.value),
  endtime: order.endsMs,
  counts: order.reason === null,
  reason: order.reason,
})

const collateralFromWire = (row: TermsAnswer['orders'][number]): Collateral => ({
  id: row.id,
  productName: row.typename,
  principal: usdt(row.buymoney),
  value: usdt(row.value),
  endsMs: row.endtime,
  reason: row.reason,
})

/** What a customer can borrow for some days; amounts in USDT. */
export type LoanTerms = {
  /** The largest loan for these days. */
  readonly limit: Usdt
  readonly score: number
  /** Interest a day, parts per million. */
  readonly ratePpm: number
  /** The days to choose from, ascending. */
  readonly days: readonly number[]
  readonly min: Usdt
  readonly step: Usdt
  readonly orders: readonly Collateral[]
  /** Percent of the values that can be borrowed, before the score. */
  readonly ltvPercent: number
  /** Loan to value at which a customer is warned. */
  readonly callPercent: number
  /** Loan to value at which orders are redeemed. */
  readonly liquidationPercent: number
  /** After the due day, before orders are redeemed. */
  readonly graceHours: number
  /** Whether an approved identity is needed and there. */
  readonly identity: 'notNeeded' | 'approved' | 'missing'
}

/** Formats terms for `/api/loan/loanTerms`. */
export const loanTermsToWire = (terms: LoanTerms): TermsAnswer => ({
  limit: formatUsdt(terms.limit),
  score: terms.score,
  rate: terms.ratePpm,
  days: [...terms.days],
  min: formatUsdt(terms.min),
  step: formatUsdt(terms.step),
  orders: terms.orders.map(collateralToWire),
  ltv: terms.ltvPercent,
  call: terms.callPercent,
  liquidation: terms.liquidationPercent,
  grace: terms.graceHours,
  kyc: terms.identity,
})

/**
 * Parses terms that the server returned.
 *
 * @throws RangeError an amount is not a decimal number
 */
export const loanTermsFromWire = (terms: TermsAnswer): LoanTerms => ({
  limit: usdt(terms.limit),
  score: terms.score,
  ratePpm: terms.rate,
  days: terms.days,
  min: usdt(terms.min),
  step: usdt(terms.step),
  orders: terms.orders.map(collateralFromWire),
  ltvPercent: terms.ltv,
  callPercent: terms.call,
  liquidationPercent: terms.liquidation,
  graceHours: terms.grace,
  identity: terms.kyc,
})

/** Figures of a loan at an instant. */
export type LoanStanding = {
  readonly atMs: number
  readonly owed: Usdt
  /** Of the pledged orders. */
  readonly value: Usdt
  /** Loan to value in hundredths of a percent; null without a value. */
  readonly ltv: bigint | null
}

/** An order that secures or secured a loan. */
export type PledgedOrder = {
  readonly id: number
  readonly productName: string
  /** Its value as security now; of a seized one what it returned. */
  readonly value: Usdt
  readonly endsMs: number
  readonly state: 'pledged' | 'released' | 'seized'
}

/** A loan as its customer sees it; instants of the business calendar. */
export type Loan = {
  readonly id: number
  readonly state: LoanState
  readonly amount: Usdt
  readonly owed: Owed
  /** Interest a day, parts per million. */
  readonly ratePpm: number
  readonly days: number
  /** Whether it is repaid from the wallet on the due day. */
  readonly isAutoRepaid: boolean
  readonly createdMs: number
  /** Null before it was paid out, as the two after it. */
  readonly paidMs: number | null
  readonly dueMs: number | null
  /** Until when it can be repaid before orders are redeemed. */
  readonly graceEndsMs: number | null
  readonly endedMs: number | null
  /** All that was paid back, interest included. */
  readonly repaid: Usdt
  /** What redeemed orders returned beyond what was owed. */
  readonly surplus: Usdt
  /** Loan to value in hundredths of a percent, of a loan that is owed. */
  readonly ltv: bigint | null
  /** Of a loan that is owed: at the payout and at each midnight since, oldest first. */
  readonly standings: readonly LoanStanding[]
  readonly callPercent: number
  readonly liquidationPercent: number
  readonly pledged: readonly PledgedOrder[]
  /** Of staff, with a rejection. */
  readonly remark: string | null
}

const percentToWire = (hundredths: bigint | null): string | null =>
  hundredths === null ? null : formatDecimal(hundredths, 2)

const percentFromWire = (text: string | null): bigint | null => {
  if (text === null) return null
  const hundredths = parseDecimal(text, 2)
  if (hundredths === null) throw new RangeError(`not a percentage: ${text}`)
  return hundredths
}

/** Formats figures of a loan at an instant. */
export const loanStandingToWire = (standing: LoanStanding): LoanRow['standings'][number] => ({
  time: standing.atMs,
  owed: formatUsdt(standing.owed),
  value: formatUsdt(standing.value),
  ltv: percentToWire(standing.ltv),
})

/** Formats a loan for `/api/loan/myLoan`. */
export const loanToWire = (loan: Loan): LoanRow => ({
  id: loan.id,
  amount: formatUsdt(loan.amount),
  outstanding: formatUsdt(loan.owed.principal),
  interest: formatUsdt(loan.owed.interest),
  rate: loan.ratePpm,
  days: loan.days,
  autorepay: loan.isAutoRepaid ? 1 : 0,
  status: statuses[loan.state],
  createtime: loan.createdMs,
  paidtime: loan.paidMs,
  due: loan.dueMs,
  graceend: loan.graceEndsMs,
  ended: loan.endedMs,
  repaid: formatUsdt(loan.repaid),
  surplus: formatUsdt(loan.surplus),
  call: loan.callPercent,
  liquidation: loan.liquidationPercent,
  remark: loan.remark,
  ltv: percentToWire(loan.ltv),
  standings: loan.standings.map(loanStandingToWire),
  pledged: loan.pledged.map((order) => ({
    id: order.id,
    typename: order.productName,
    value: formatUsdt(order.value),
    endtime: order.endsMs,
    state: order.state,
  })),
})

/**
 * Parses a loan that the server returned.
 *
 * @throws RangeError an amount is not a decimal number, or a loan to value no percentage
 */
export const loanFromWire = (row: LoanRow): Loan => ({
  id: row.id,
  state: loanState(row),
  amount: usdt(row.amount),
  owed: { principal: usdt(row.outstanding), interest: usdt(row.interest) },
  ratePpm: row.rate,
  days: row.days,
  isAutoRepaid: row.autorepay === 1,
  createdMs: row.createtime,
  paidMs: row.paidtime,
  dueMs: row.due,
  graceEndsMs: row.graceend,
  endedMs: row.ended,
  repaid: usdt(row.repaid),
  surplus: usdt(row.surplus),
  callPercent: row.call,
  liquidationPercent: row.liquidation,
  remark: row.remark,
  ltv: percentFromWire(row.ltv),
  standings: row.standings.map(({ time, owed, value, ltv }) => ({
    atMs: time,
    owed: usdt(owed),
    value: usdt(value),
    ltv: percentFromWire(ltv),
  })),
  pledged: row.pledged.map((order) => ({
    id: order.id,
    productName: order.typename,
    value: usdt(order.value),
    endsMs: order.endtime,
    state: order.state,
  })),
})

/** Parses the loans of `/api/loan/myLoan`; throws as `loanFromWire`. */
export const loansFromWire = (rows: readonly LoanRow[]): readonly Loan[] => rows.map(loanFromWire)

/** A change of a credit score. */
export type ScoreEvent = {
  readonly atMs: number
  readonly reason: ScoreReason
  readonly change: number
  /** The score after it. */
  readonly score: number
  /** Null of a change by staff. */
  readonly loanId: number | null
  /** Of a manager. */
  readonly remark: string | null
}

/** The credit score of a customer with its newest changes, newest first. */
export type CreditScore = {
  readonly score: number
  /** The score of a new account, and the points of each event. */
  readonly rule: Readonly<Record<'max' | Exclude<ScoreReason, 'staff'>, number>>
  readonly events: readonly ScoreEvent[]
}

/** Formats a change of a credit score. */
export const scoreEventToWire = (event: ScoreEvent): DataOf<'/api/loan/creditScore'>['events'][number] => ({
  time: event.atMs,
  reason: event.reason,
  change: event.change,
  score: event.score,
  loan: event.loanId,
  remark: event.remark,
})

/** Formats a credit score for `/api/loan/creditScore`. */
export const creditScoreToWire = ({ score, rule, events }: CreditScore): DataOf<'/api/loan/creditScore'> => ({
  score,
  rule,
  events: events.map(scoreEventToWire),
})
