import { hourMs } from '@glasshouse/core/calendar/durations'
import { isOwing } from '@glasshouse/core/loans/checks'
import type { CreditScore, Loan, LoanStanding, ScoreEvent } from '@glasshouse/core/loans/codec'
import { ltvOf, maxScore, scorePoints, totalOwed } from '@glasshouse/core/loans/rules'
import { formatUsdt, sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import { listOrderNames, listPledgedOrders, redemptionOf } from '../../collateral/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import type { Db, PageRange } from '../../platform/database/index.ts'
import type { LoanRecord, ScoreEventRecord, StandingRecord } from '../schema.ts'
import { listLoansOf } from '../store/loans.ts'
import {
  listInterestOf,
  listPaymentsOf,
  listPledges,
  listScoreEventsOf,
  listSeizures,
  listStandings,
} from '../store/records.ts'
import { owedOf } from './payments.ts'

const nothing = usdt('0')

const shownAtOnce = 100

/** Loans with the orders that secure or secured them. */
const viewLoans = async (db: Db, loans: readonly LoanRecord[]): Promise<readonly Loan[]> => {
  const ids = loans.map(({ id }) => id)
  const pledges = await listPledges(db, ids)
  const owing = loans.filter(({ state }) => isOwing(state)).map(({ id }) => id)
  const [names, pledged, seized, standings] = await Promise.all([
    listOrderNames(
      db,
      pledges.map(({ order_id }) => order_id),
    ),
    listPledgedOrders(db, ids),
    listSeizures(db, ids),
    listStandings(db, owing),
  ])
  const values = new Map<number, Usdt>([
    ...pledges.map(({ order_id, value }) => [order_id, value] as const),
    ...pledged.map((order) => [order.id, redemptionOf(order).principal] as const),
    ...seized.map(
      ({ order_id, interest, principal, surplus }) =>
        [order_id ?? 0, sumUnits([interest, principal, surplus])] as const,
    ),
  ])
  return loans.map((loan) => {
    const own = pledges.filter(({ loan_id }) => loan_id === loan.id)
    const value = sumUnits(own.map(({ order_id }) => values.get(order_id) ?? nothing))
    return {
      ...factsOf(loan),
      ltv: isOwing(loan.state) ? ltvOf(totalOwed(owedOf(loan)), value) : null,
      standings: standings.filter(({ loan_id }) => loan_id === loan.id).map(toStanding),
      pledged: own.map(({ order_id, state }) => ({
        id: order_id,
        productName: names.get(order_id)?.name ?? '',
        value: values.get(order_id) ?? nothing,
        endsMs: names.get(order_id)?.endsMs ?? 0,
        state,
      })),
    }
  })
}

const toStanding = ({ at_ms, owed, value }: StandingRecord): LoanStanding => ({
  atMs: at_ms,
  ...{ owed, value, ltv: ltvOf(owed, value) },
})

const factsOf = (loan: LoanRecord): Omit<Loan, 'ltv' | 'pledged' | 'standings'> => ({
  id: loan.id,
  state: loan.state,
  amount: loan.amount,
  owed: owedOf(loan),
  ratePpm: loan.rate_ppm,
  days: loan.days,
  isAutoRepaid: loan.is_auto_repaid,
  createdMs: loan.created_ms,
  paidMs: loan.paid_ms,
  dueMs: loan.due_ms,
  graceEndsMs: loan.due_ms === null ? null : loan.due_ms + loan.grace_hours * hourMs,
  endedMs: loan.ended_ms,
  repaid: loan.repaid,
  surplus: loan.surplus,
  callPercent: loan.call_percent,
  liquidationPercent: loan.liquidation_percent,
  remark: loan.remark,
})

/** The newest loans of a customer, the newest first. */
export const listLoans = async (db: Db, uid: number): Promise<readonly Loan[]> =>
  viewLoans(db, await listLoansOf(db, uid, { direction: 'desc', offset: 0, limit: shownAtOnce }))

/** One loan as its customer sees it. */
export const viewLoan = async (db: Db, loan: LoanRecord): Promise<Loan> => {
  const [row] = await viewLoans(db, [loan])
  if (row === undefined) throw new Error(`loan ${loan.id} has no view`)
  return row
}

const toScoreEvent = (row: ScoreEventRecord): ScoreEvent => ({
  atMs: row.happened_ms,
  reason: row.reason,
  change: row.change,
  score: row.score,
  loanId: row.loan_id,
  remark: row.remark,
})

/** The credit score of a customer with its rule and newest events. */
export const getCreditScore = async (db: Db, uid: number): Promise<CreditScore> => ({
  score: (await findCustomer(db, uid))?.credit_score ?? 0,
  rule: { max: maxScore, ...scorePoints },
  events: (await listScoreEventsOf(db, uid, { direction: 'desc', offset: 0, limit: shownAtOnce })).map(
    toScoreEvent,
  ),
})

/** One page of a customer's loans, oldest first, for the export. */
export const exportLoans = async (db: Db, uid: number, page: PageRange): Promise<readonly Loan[]> =>
  viewLoans(db, await listLoansOf(db, uid, { direction: 'asc', ...page }))

/** One page of the interest of a customer's loans, for the export. */
export const exportLoanInterest = async (db: Db, uid: number, page: PageRange) =>
  (await listInterestOf(db, uid, page)).map(({ loan_id, day, amount }) => ({
    loan: loan_id,
    day: String(day),
    amount: formatUsdt(amount),
  }))

/** The figures of each of a page of a customer's loans at its payout and at each midnight since, for the export. */
export const exportLoanStandings = async (db: Db, uid: number, page: PageRange) => {
  const loans = await listLoansOf(db, uid, { direction: 'asc', ...page })
  const standings = await listStandings(
    db,
    loans.map(({ id }) => id),
  )
  return loans.map(({ id }) => ({
    loan: id,
    standings: standings.filter(({ loan_id }) => loan_id === id).map(toStanding),
  }))
}

/** One page of the payments of a customer's loans, for the export. */
export const exportLoanPayments = async (db: Db, uid: number, page: PageRange) =>
  (await listPaymentsOf(db, uid, page)).map((row) => ({
    loan: row.loan_id,
    number: row.number,
    source: row.source,
    interest: formatUsdt(row.interest),
    principal: formatUsdt(row.principal),
    surplus: formatUsdt(row.surplus),
    order: row.order_id,
    time: row.paid_ms,
  }))

/** One page of the changes of a customer's credit score, for the export. */
export const exportScoreEvents = async (db: Db, uid: number, page: PageRange): Promise<ScoreEvent[]> =>
  (await listScoreEventsOf(db, uid, { direction: 'asc', ...page })).map(toScoreEvent)
