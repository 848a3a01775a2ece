import { dayMs } from '@glasshouse/core/calendar/durations'
import { house } from '@glasshouse/core/ledger/chart'
import { type ApplyForLoanCommand, type Loan, loanToWire } from '@glasshouse/core/loans/codec'
import { usdt } from '@glasshouse/core/money/units'
import { type InvestStage, investFixture } from '@glasshouse/testkit/investments'
import { investInvariants } from '../invest/index.fixture.ts'
import { accrueInterest, endOrders, settleRedemptions } from '../investMidnight/index.ts'
import { ledgerInvariants } from '../ledger/checks/index.fixture.ts'
import { checkInvariants } from '../ledger/checks/index.ts'
import { fundReserve, getBalances } from '../ledger/posting/index.ts'
import type { StaffIdentity } from '../platform/http/index.ts'
import { createMidnightRun } from '../platform/jobs/index.ts'
import { createLog } from '../platform/telemetry/index.ts'
import { transact } from '../platform/transactions/index.ts'
import { decideReview } from '../reviews/index.ts'
import { addStaffMember } from '../staff/index.ts'
import { loanInvariants, repayLoan } from './index.fixture.ts'
import { applyForLoan, listLoans, loanReviews, settleLoans } from './index.ts'

const origin = { ip: '', userAgent: 'test' }

/** Customers with orders, a funded loans reserve, two managers, and midnights that run investments and loans. */
export type LoanStage = Omit<InvestStage, 'pass' | 'broken' | 'midnights'> & {
  readonly second: StaffIdentity
  /** The product: fixed 7 and 60 days, compound 90 days; whole interest as the fee of redemption. */
  readonly typeid: number
  readonly apply: (uid: number, command: Partial<ApplyForLoanCommand>) => Promise<number>
  readonly decide: (
    id: number,
    decision?: 'approve' | 'reject',
    staff?: StaffIdentity,
  ) => ReturnType<typeof decideReview>
  readonly repay: (uid: number, id: number, amount: string) => ReturnType<typeof repayLoan>
  /** The newest loan of a customer, as its call answers it. */
  readonly loanOf: (uid: number) => Promise<ReturnType<typeof loanToWire>>
  readonly newestLoan: (uid: number) => Promise<Loan>
  readonly reserveBalance: (purpose: 'loans' | 'insurance') => Promise<bigint>
  readonly runMidnights: () => Promise<number>
  readonly pass: (days: number) => Promise<number>
  readonly broken: () => Promise<Record<string, string | undefined>>
}

export const openLoanStage = async (): Promise<LoanStage> => {
  const stage = await investFixture()
  const { db } = stage.database
  const log = createLog('silent')
  const midnights = createMidnightRun(stage, {
    interestAccruals: (midnight) => accrueInterest(stage, midnight),
    endedOrders: (midnight) => endOrders(stage, midnight),
    redemptions: (midnight) => settleRedemptions(stage, midnight),
    loans: (midnight) => settleLoans({ ...stage, log, finished: async () => undefined }, midnight),
  })
  await midnights.run()
  for (const [at, purpose] of (['loans', 'insurance'] as const).entries())
    await transact(db, (tx) => fundReserve(tx, 1, purpose, usdt('20000'), { kind: 'test', id: 900_000 + at }))
  const email = 'second@glasshouse.test'
  const id = await transact(db, (tx) =>
    addStaffMember(tx, { email, name: email, role: 'manager', passwordHash: 'x' }, 1),
  )
  const second: StaffIdentity = { id: id ?? 0, sessionId: 0, email, name: email, role: 'manager' }
  const typeid = await stage.product({
    cycles: [
      { method: 'fixed', rate: '0.0066', days: 60 },
      { method: 'compound', rate: '0.0135', days: 90 },
      { method: 'fixed', rate: '0.0011', days: 7 },
    ],
    redeemdays: 1,
  })
  const newestLoan = async (uid: number): Promise<Loan> => {
    const [newest] = await listLoans(db, uid)
    if (newest === undefined) throw new Error('there is no loan')
    return newest
  }
  const queue = { ...stage, kinds: [loanReviews(stage)] }
  return {
    ...stage,
    second,
    typeid,
    apply: async (uid, command) =>
      (await applyForLoan(stage, uid, { amount: null, days: null, isAutoRepaid: false, ...command })).id,
    decide: (loan, decision = 'approve', staff = stage.manager) =>
      decideReview(queue, staff, origin, { kind: 'loan', id: loan, decision, remark: 'Decided in a test.' }),
    repay: (uid, loan, amount) => repayLoan(stage, uid, { id: loan, amount: usdt(amount) }),
    loanOf: async (uid) => loanToWire(await newestLoan(uid)),
    newestLoan,
    reserveBalance: async (purpose) => (await getBalances(db, [house(purpose)]))[0] ?? 0n,
    runMidnights: midnights.run,
    pass: (days) => {
      stage.clock.advance(days * dayMs)
      return midnights.run()
    },
    broken: async () => {
      const report = await checkInvariants(db, 1, [
        ...ledgerInvariants,
        ...investInvariants,
        ...loanInvariants,
      ])
      const found = report.invariants.filter(({ holds }) => !holds)
      return Object.fromEntries(found.map(({ name, examples }) => [name, examples[0]]))
    },
  }
}
