import { domainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { isOwing } from '@glasshouse/core/loans/checks'
import type { RepayLoanCommand } from '@glasshouse/core/loans/codec'
import { type Owed, splitPayment, totalOwed } from '@glasshouse/core/loans/rules'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { lockPledgedOrders, releaseOrders } from '../../collateral/index.ts'
import { postNotice } from '../../customers/notices/index.ts'
import { lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Clock } from '../../platform/time/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { loanRepaidPosting } from '../postings.ts'
import type { LoanRecord, PaymentRecord } from '../schema.ts'
import { lockLoan, updateLoan } from '../store/loans.ts'
import { insertPayment, updatePledgesEnded } from '../store/records.ts'
import { changeScore } from './score.ts'
import type { LoanDeps } from './terms.ts'

/** What a loan owes. */
export const owedOf = ({ outstanding, interest }: LoanRecord): Owed => ({
  principal: outstanding,
  interest,
})

/**
 * Pays a loan back from the wallet, interest first; more than is owed is cut to it. Fully repaid, its orders are free in
 * the same transaction. The loan is locked, then its orders, then the wallet.
 *
 * @throws notFound, invalidState (2003, `notOwing`), outOfRange (2002) for 0, insufficientBalance (2001)
 */
export const repayLoan = (
  { clock, database }: LoanDeps,
  uid: number,
  { id, amount }: RepayLoanCommand,
): Promise<LoanRecord> =>
  transact(database.db, async (tx) => {
    const loan = await lockLoan(tx, id)
    if (loan === undefined || loan.uid !== uid) throw domainError('notFound')
    if (!isOwing(loan.state)) throw domainError('invalidState', { reason: 'notOwing' })
    if (amount === 0n) throw domainError('outOfRange', { min: '0.00000001' })
    const paid = splitPayment(owedOf(loan), amount)
    await lockPledgedOrders(tx, [id])
    const [available] = await lockBalances(tx, [customer(uid, 'wallet')])
    const needed = totalOwed(paid)
    if (available < needed)
      throw domainError('insufficientBalance', {
        needed: formatUsdt(needed),
        available: formatUsdt(available),
      })
    return payFromWallet(tx, clock, loan, paid, 'customer', clock.business())
  })

/** Posts a payment out of the wallet and ends a loan that owes nothing more. Loan, orders and wallet are locked. */
export const payFromWallet = async (
  tx: Tx,
  clock: Clock,
  loan: LoanRecord,
  paid: Owed,
  source: 'customer' | 'auto',
  atMs: number,
): Promise<LoanRecord> => {
  await postSingle(tx, atMs, loanRepaidPosting(loan, loan.payments + 1, paid))
  const left = await recordPayment(tx, loan, { ...paid, source, surplus: usdt('0'), orderId: null }, atMs)
  await publishEvents(tx, [walletChanged(loan.uid)], clock.now())
  return totalOwed(owedOf(left)) === 0n ? finishRepaid(tx, clock, left, atMs) : left
}

type Payment = Owed & {
  readonly source: PaymentRecord['source']
  readonly surplus: Usdt
  readonly orderId: number | null
}

/** Writes a payment and takes it off what is owed. */
export const recordPayment = async (
  tx: Tx,
  loan: LoanRecord,
  { interest, principal, source, surplus, orderId }: Payment,
  atMs: number,
): Promise<LoanRecord> => {
  const number = loan.payments + 1
  await insertPayment(tx, {
    ...{ loan_id: loan.id, number, source, interest, principal, surplus },
    order_id: orderId,
    paid_ms: atMs,
  })
  return updateLoan(tx, loan.id, {
    payments: number,
    outstanding: loan.outstanding - principal,
    interest: loan.interest - interest,
    repaid: loan.repaid + interest + principal,
    surplus: loan.surplus + surplus,
  })
}

const finishRepaid = async (tx: Tx, clock: Clock, loan: LoanRecord, atMs: number): Promise<LoanRecord> => {
  const { id, uid, repaid } = loan
  await releaseOrders(tx, clock, atMs, id)
  await updatePledgesEnded(tx, id, [])
  const ended = await updateLoan(tx, id, { state: 'repaid', ended_ms: atMs })
  const reason = loan.state === 'running' ? 'repaid' : 'repaidLate'
  await changeScore(tx, clock, { uid, loanId: id, atMs }, reason)
  await postNotice(tx, clock, uid, { kind: 'loanRepaid', params: { id, repaid } }, `${id}`)
  return ended
}
