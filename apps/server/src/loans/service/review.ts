import { dayOf } from '@glasshouse/core/calendar/days'
import { domainError } from '@glasshouse/core/errors/registry'
import { loanFieldToWire } from '@glasshouse/core/loans/codec'
import { dailyInterest, loanDueMs, ordersToPledge } from '@glasshouse/core/loans/rules'
import { formatDecimal, formatUsdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import { listCollateral, lockCollateral, pledgeOrders } from '../../collateral/index.ts'
import { postNotice } from '../../customers/notices/index.ts'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { post } from '../../ledger/posting/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { DecisionResult, ReviewDetail, ReviewKind } from '../../reviews/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { loanPaidOutPosting } from '../postings.ts'
import type { LoanRecord } from '../schema.ts'
import { findLoans, listQueueItems, lockLoan, updateLoan } from '../store/loans.ts'
import { insertInterest, insertPledges, insertStanding } from '../store/records.ts'
import { type LoanDeps, securityOf } from './terms.ts'

const reviewStateOf = ({ state }: LoanRecord): ReviewState => {
  if (state === 'review') return 'pending'
  return state === 'rejected' ? 'rejected' : 'approved'
}

/** Loans in the review queue: managers decide, above a threshold two. */
export const loanReviews = (deps: LoanDeps): ReviewKind => ({
  kind: 'loan',
  roles: ['manager'],
  items: listQueueItems,
  show: async (db, ids) => {
    const loans = await findLoans(db, ids)
    const shown = await Promise.all(loans.map((loan) => detailOf(deps, db, loan)))
    return new Map(loans.map((loan, at) => [loan.id, shown[at] as ReviewDetail]))
  },
  secretsOf: async () => [],
  lock: async (tx, id) => {
    const loan = await lockLoan(tx, id)
    return loan === undefined ? null : { uid: loan.uid, state: reviewStateOf(loan), needed: loan.needed }
  },
  decide: (tx, id, decided) =>
    decided.decision === 'approve' ? payOut(deps, tx, id) : reject(deps, tx, id, decided),
})

const detailOf = async ({ clock }: LoanDeps, db: Db | Tx, loan: LoanRecord): Promise<ReviewDetail> => {
  const dueMs = loan.due_ms ?? loanDueMs(clock.business(), loan.days)
  const { limit, score, valued } = await securityOf(db, loan.uid, await listCollateral(db, loan.uid), dueMs)
  const counted = valued.filter(({ value }) => value > 0n)
  const total = counted.reduce((sum, { value }) => sum + value, 0n)
  const amount = (name: string, value: bigint) => ({
    name,
    value: formatUsdt(value),
    form: 'amount' as const,
  })
  const text = (name: string, value: string) => ({ name, value, form: 'text' as const })
  return {
    uid: loan.uid,
    createdMs: loan.created_ms,
    deadlineMs: null,
    state: reviewStateOf(loan),
    summary: `Loan ${formatUsdt(loan.amount)} USDT for ${loan.days} days`,
    amount: loan.amount,
    needed: loan.needed,
    decidedMs: loan.decided_ms,
    remark: loan.remark,
    reason: null,
    fields: [
      text('days', String(loan.days)),
      text('rate', `${formatDecimal(BigInt(loan.rate_ppm), 4)} % a day`),
      text(loanFieldToWire('isAutoRepaid'), loan.is_auto_repaid ? 'yes' : 'no'),
      ...(loan.state === 'review'
        ? [
            text(loanFieldToWire('creditScore'), String(score)),
            amount('limit', limit),
            amount('collateral', total),
            text('orders', counted.map(({ id }) => id).join(', ')),
          ]
        : []),
      { name: 'due', value: String(dueMs), form: 'time' },
    ],
  }
}

/**
 * Pays an approved loan out: the limit is computed again, the orders that end last are pledged until they cover the
 * amount, and the interest of the first day is owed. The loan is locked, then the orders, then the accounts.
 *
 * @throws invalidState (2003, `limitFell` with `limit`), insufficientReserve (2009)
 */
const payOut = async (deps: LoanDeps, tx: Tx, id: number): Promise<void> => {
  requireSoundLedger(deps.database)
  const loan = await lockLoan(tx, id)
  if (loan === undefined) throw new Error(`loan ${id} was locked and does not exist`)
  const { clock } = deps
  const paidMs = clock.business()
  const dueMs = loanDueMs(paidMs, loan.days)
  const amount = loan.amount
  const security = await securityOf(tx, loan.uid, await lockCollateral(tx, loan.uid), dueMs)
  const pledged = amount > security.limit ? null : ordersToPledge(security.valued, amount, security.share)
  if (pledged === null)
    throw domainError('invalidState', { reason: 'limitFell', limit: formatUsdt(security.limit) })
  const [result] = await post(tx, paidMs, [loanPaidOutPosting(loan, amount)])
  if (result?.ok !== true) throw domainError('insufficientReserve')
  await pledgeOrders(
    tx,
    id,
    pledged.map((order) => order.id),
  )
  await insertPledges(
    tx,
    pledged.map((order) => ({ loan_id: id, order_id: order.id, value: order.value, pledged_ms: paidMs })),
  )
  const interest = dailyInterest(amount, loan.rate_ppm)
  await insertInterest(tx, { loan_id: id, day: Number.parseInt(dayOf(paidMs), 10), amount: interest })
  const value = pledged.reduce((sum, order) => sum + order.value, 0n)
  await insertStanding(tx, { loan_id: id, at_ms: paidMs, owed: amount + interest, value })
  await updateLoan(tx, id, {
    state: 'running',
    ...{ decided_ms: paidMs, paid_ms: paidMs, due_ms: dueMs, outstanding: amount, interest },
  })
  await postNotice(tx, clock, loan.uid, { kind: 'loanGranted', params: { id, amount, due: dueMs } }, `${id}`)
  await publishEvents(tx, [walletChanged(loan.uid)], clock.now())
}

const reject = async ({ clock }: LoanDeps, tx: Tx, id: number, { remark }: DecisionResult): Promise<void> => {
  const loan = await updateLoan(tx, id, {
    state: 'rejected',
    remark,
    decided_ms: clock.business(),
  })
  const { uid, amount } = loan
  await postNotice(tx, clock, uid, { kind: 'loanRejected', params: { id, amount, remark } }, `${id}`)
}
