import { dayOf } from '@glasshouse/core/calendar/days'
import { dayMs, hourMs } from '@glasshouse/core/calendar/durations'
import { customer, house } from '@glasshouse/core/ledger/chart'
import { isOwing } from '@glasshouse/core/loans/checks'
import {
  dailyInterest,
  hasReached,
  ltvOf,
  settleFromCollateral,
  totalOwed,
} from '@glasshouse/core/loans/rules'
import { formatDecimal, sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type { NoticeContent } from '@glasshouse/core/notifications/kinds'
import {
  finishSeizedOrder,
  lockPledgedOrders,
  type PledgeableOrder,
  redemptionOf,
  releaseOrders,
} from '../../collateral/index.ts'
import { postNotice } from '../../customers/notices/index.ts'
import type { MidnightHooks } from '../../investMidnight/index.ts'
import { lockBalances, post } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import type { Midnight } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { gatherHouse } from '../../tradingReserve/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { loanSeizedPosting, loanShortfallPosting } from '../postings.ts'
import type { LoanRecord } from '../schema.ts'
import { listDueLoanIds, lockLoan, updateLoan } from '../store/loans.ts'
import { insertInterest, insertStanding, updatePledgesEnded } from '../store/records.ts'
import { owedOf, payFromWallet, recordPayment } from './payments.ts'
import { changeScore } from './score.ts'

type Deps = Pick<Platform, 'clock' | 'database' | 'log'> & {
  /** Told of orders that are redeemed for a loan, as modules below are of every order that finishes. */
  readonly finished: MidnightHooks['finished']
}

const idsAtOnce = 500

/**
 * Step `loans` of a midnight: interest, dues, warnings and settlement of every loan that is owed. One transaction per
 * loan, marked with the midnight: a killed run goes on with the loans that are left.
 */
export const settleLoans = async (deps: Deps, midnight: Midnight): Promise<void> => {
  for (let afterId = 0; ; ) {
    const ids = await listDueLoanIds(deps.database.db, midnight.atMs, afterId, idsAtOnce)
    for (const id of ids) await transact(deps.database.db, (tx) => workLoan(deps, tx, id, midnight))
    const last = ids.at(-1)
    if (last === undefined) return
    afterId = last
  }
}

type LoanPosition = {
  readonly loan: LoanRecord
  readonly orders: readonly PledgeableOrder[]
  /** What redeeming every pledged order would return now. */
  readonly value: Usdt
}

const returnOf = (order: PledgeableOrder): Usdt => redemptionOf(order).principal

const workLoan = async (deps: Deps, tx: Tx, id: number, midnight: Midnight): Promise<void> => {
  const { atMs } = midnight
  const locked = await lockLoan(tx, id)
  if (locked === undefined || !isOwing(locked.state) || locked.midnight_ms >= atMs) return
  const orders = await lockPledgedOrders(tx, [id])
  const loan = await accrue(tx, locked, midnight)
  const value = sumUnits(orders.map(returnOf))
  const standing = { loan, orders, value }
  await insertStanding(tx, { loan_id: id, at_ms: atMs, owed: totalOwed(owedOf(loan)), value })
  const { due_ms: dueMs } = loan
  if (dueMs === null) throw new Error(`loan ${id} is owed and has no due day`)
  if (atMs >= dueMs && loan.is_auto_repaid && (await repayByItself(deps, tx, loan, atMs))) return
  const owed = totalOwed(owedOf(loan))
  const isGraceOver = atMs >= dueMs + loan.grace_hours * hourMs
  if (isGraceOver || hasReached(owed, value, loan.liquidation_percent)) {
    await settle(deps, tx, standing, atMs)
    return
  }
  const isCalled = hasReached(owed, value, loan.call_percent)
  const state = atMs >= dueMs ? 'overdue' : 'running'
  await updateLoan(tx, id, { state, is_called: isCalled })
  for (const [content, key] of noticesOf(standing, dueMs, atMs, isCalled && !loan.is_called))
    await postNotice(tx, deps.clock, loan.uid, content, key)
}

/** Books the interest of the day that ended, except of the first one, which was owed from the payout on. */
const accrue = async (tx: Tx, loan: LoanRecord, { atMs, day }: Midnight): Promise<LoanRecord> => {
  const isFirst = loan.paid_ms !== null && dayOf(loan.paid_ms) === day
  const amount = isFirst ? 0n : dailyInterest(loan.outstanding, loan.rate_ppm)
  const isNew =
    !isFirst && (await insertInterest(tx, { loan_id: loan.id, day: Number.parseInt(day, 10), amount }))
  return updateLoan(tx, loan.id, {
    midnight_ms: atMs,
    interest: loan.interest + (isNew ? amount : 0n),
  })
}

/** Repays a loan that is due from the wallet, where it suffices. */
const repayByItself = async ({ clock }: Deps, tx: Tx, loan: LoanRecord, atMs: number): Promise<boolean> => {
  const [available] = await lockBalances(tx, [customer(loan.uid, 'wallet')])
  const owed = owedOf(loan)
  if (available < totalOwed(owed)) return false
  await payFromWallet(tx, clock, loan, owed, 'auto', atMs)
  return true
}

/** What the customer is told at a midnight, each with its key. */
const noticesOf = (
  { loan, value }: LoanPosition,
  dueMs: number,
  atMs: number,
  isNewlyCalled: boolean,
): readonly (readonly [NoticeContent, string])[] => {
  const { id } = loan
  const amount = totalOwed(owedOf(loan))
  const until = dueMs + loan.grace_hours * hourMs
  const daysLeft = Math.round((dueMs - atMs) / dayMs)
  const notices: [NoticeContent, string][] = []
  if (daysLeft === 3 || daysLeft === 1)
    notices.push([{ kind: 'loanDueSoon', params: { id, amount, due: dueMs } }, `${id} ${daysLeft}`])
  if (daysLeft <= 0 && daysLeft >= -2)
    notices.push([{ kind: 'loanOverdue', params: { id, amount, until } }, `${id} ${-daysLeft}`])
  if (isNewlyCalled)
    notices.push([
      {
        kind: 'loanCalled',
        params: {
          id,
          ltv: formatDecimal(calledLtv(loan.id, amount, value), 2),
          liquidation: String(loan.liquidation_percent),
        },
      },
      `${id} ${atMs}`,
    ])
  return notices
}

/** Loan to value of a loan that is called: its orders have a value, or it would be settled. */
const calledLtv = (id: number, owed: Usdt, value: Usdt): bigint => {
  const ltv = ltvOf(owed, value)
  if (ltv === null) throw new Error(`loan ${id} is called and its orders have no value`)
  return ltv
}

/**
 * Settles a loan from its security: orders are redeemed one by one until everything owed is paid, the surplus goes to the
 * wallet, what is not needed is released. What the security does not cover is the loss of the loans reserve.
 */
const settle = async (deps: Deps, tx: Tx, { loan, orders }: LoanPosition, atMs: number): Promise<void> => {
  const { clock } = deps
  const { id, uid } = loan
  const plan = settleFromCollateral(
    orders.map((order) => ({ id: order.id, value: returnOf(order), order })),
    owedOf(loan),
  )
  const postings = plan.seizures.map(({ order: { order }, ...paid }) =>
    loanSeizedPosting(id, order, redemptionOf(order), paid),
  )
  if (plan.left.principal > 0n) await gatherHouse(tx, atMs)
  const [insurance] =
    plan.left.principal > 0n ? await lockBalances(tx, [house('insurance')]) : ([usdt('0')] as const)
  const insured = insurance < plan.left.principal ? insurance : plan.left.principal
  const results = await post(
    tx,
    atMs,
    insured > 0n ? [...postings, loanShortfallPosting(id, insured)] : postings,
  )
  if (results.some(({ ok }) => !ok)) throw new Error(`the security of loan ${id} is not held`)
  let left = loan
  for (const { order, interest, principal, surplus } of plan.seizures) {
    const payment = { interest, principal, surplus, source: 'collateral' as const, orderId: order.id }
    left = await recordPayment(tx, left, payment, atMs)
    await finishSeizedOrder(tx, atMs, order.order, surplus, deps.finished)
  }
  await releaseOrders(tx, clock, atMs, id)
  await updatePledgesEnded(
    tx,
    id,
    plan.seizures.map(({ order }) => order.id),
  )
  const settled = await updateLoan(tx, id, {
    ...{ state: 'settled', ended_ms: atMs, outstanding: 0n, interest: 0n, insured },
    shortfall: plan.left.principal,
  })
  if (insured < plan.left.principal)
    deps.log.error(
      { loan: id, left: plan.left.principal - insured },
      'insurance did not cover a loan, the loans reserve bears it',
    )
  await changeScore(tx, clock, { uid, loanId: id, atMs }, 'settled')
  const params = { id, repaid: settled.repaid, surplus: settled.surplus }
  await postNotice(tx, clock, uid, { kind: 'loanSeized', params }, `${id}`)
  await publishEvents(tx, [walletChanged(uid)], clock.now())
}
