import { dayMs } from '@glasshouse/core/calendar/durations'
import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt, sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import type {
  QuoteWithdrawalQuery,
  RequestedWithdrawal,
  RequestWithdrawalCommand,
  WithdrawalDetails,
  WithdrawalQuote,
} from '@glasshouse/core/withdrawals/codec'
import {
  judgeWithdrawal,
  judgeWithdrawalRequest,
  priceWithdrawal,
  type WithdrawalPlan,
  type WithdrawalProblem,
} from '@glasshouse/core/withdrawals/judge'
import {
  requiredApprovals,
  type WithdrawalLimits,
  withdrawalDeadlineMs,
} from '@glasshouse/core/withdrawals/rules'
import { assertNotLocked } from '../../customers/locks/index.ts'
import { lockCustomerById } from '../../customers/records/index.ts'
import { openDestination } from '../../destinations/index.ts'
import { verifyWithdrawPassword } from '../../identity/index.ts'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import { getBalances, lockBalances, postSingle } from '../../ledger/posting/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { walletChanged } from '../../wallets/index.ts'
import { withdrawalHeld } from '../postings.ts'
import { insertSteps, insertWithdrawal, sumApprovedAlone } from '../store/withdrawals.ts'
import {
  encryptionPurpose,
  readRequestContext,
  readWithdrawalContext,
  type SavedDestination,
  type WithdrawalDeps,
} from './context.ts'
import { postWithdrawalNotice } from './notices.ts'

/** Quotes what a withdrawal costs and what decides about it; the page judges by these facts as the request does. */
export const quoteWithdrawal = async (
  deps: WithdrawalDeps,
  uid: number,
  { method, amount: requested }: QuoteWithdrawalQuery,
): Promise<WithdrawalQuote> => {
  const { db } = deps.database
  const nowMs = deps.clock.business()
  const [free] = await getBalances(db, [customer(uid, 'wallet')])
  const context = await readWithdrawalContext(deps, db, uid, method, { available: free, nowMs })
  const { facts, saved, settings, pendingReason } = context
  const { amount, fee, net } = priceWithdrawal(requested ?? usdt('0'), facts)
  const approvedAlone = saved === null ? usdt('0') : await sumBefore(deps, uid, saved, nowMs)
  return {
    ...facts,
    fee,
    net,
    reason: facts.pause?.reason ?? pendingReason,
    deadlineInMs: withdrawalDeadlineMs,
    approvals: requiredApprovals(sumUnits([amount, approvedAlone]), settings.secondApprovalAbove),
    method: saved?.way ?? null,
    destination: saved?.destination.summary ?? null,
  }
}

/**
 * Requests a withdrawal: the full amount moves from the wallet to a hold at once. Judged by `judgeWithdrawal`: its first
 * part before the withdrawal password, everything under the locks.
 *
 * @throws outOfRange (2002) `min`, `max`: the amount is not whole or outside the limits; `max`, `cap`: above the daily
 * cap
 * @throws invalidState (2003) `noDestination`: no stored destination, or no withdrawal password; `reason`, `until`: a
 * pause
 * @throws invalidCredentials | tooManyRequests (1007, 1004) wrong withdrawal passwords
 * @throws insufficientBalance (2001, `max`) more than the available balance
 */
export const requestWithdrawal = async (
  deps: WithdrawalDeps,
  uid: number,
  command: RequestWithdrawalCommand,
): Promise<RequestedWithdrawal> => {
  const { db } = deps.database
  const { facts, settings } = await readRequestContext(db, uid, command.method)
  const judged = judgeWithdrawalRequest(facts, command.amount)
  if (judged.problem !== null) throw errorOf(judged.problem, settings)
  await verifyWithdrawPassword(deps, uid, command.withdrawPassword)
  return transact(db, async (tx) => {
    const { id, fee, net } = await createWithdrawal(deps, tx, uid, judged.plan, command)
    return { id, fee, net }
  })
}

const errorOf = (problem: WithdrawalProblem, settings: WithdrawalLimits): DomainError => {
  switch (problem.kind) {
    case 'noDestination':
      return domainError('invalidState', { reason: 'noDestination' })
    case 'paused':
      return domainError('invalidState', { reason: problem.pause.reason, until: problem.pause.untilMs })
    case 'aboveCap':
      return domainError('outOfRange', {
        max: formatUsdt(problem.capLeft),
        cap: formatUsdt(settings.capWithoutProduct),
      })
    case 'insufficientBalance':
      return domainError('insufficientBalance', { max: formatUsdt(problem.available) })
    default:
      return domainError('outOfRange', {
        min: formatUsdt(problem.min),
        max: formatUsdt(problem.max),
        step: '1',
      })
  }
}

/** Like `requestWithdrawal`, in the caller's transaction, after the withdrawal password was verified. */
export const createWithdrawal = async (
  deps: WithdrawalDeps,
  tx: Tx,
  uid: number,
  requested: Usdt,
  { method, note }: WithdrawalDetails,
): Promise<WithdrawalPlan & { readonly id: number }> => {
  const nowMs = deps.clock.business()
  // Locks the wallet first, as everywhere: requests of one customer are serialized from here on.
  const [free] = await lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'withdrawal')])
  requireSoundLedger(deps.database)
  const person = await lockCustomerById(tx, uid)
  if (person === undefined || person.closed_ms !== null) throw domainError('sessionRevoked')
  await assertNotLocked(tx, deps.clock, uid)
  // Read again after the customer is locked: addresses and passwords cannot change from here on.
  const context = await readWithdrawalContext(deps, tx, uid, method, { available: free, nowMs })
  const { facts, saved, settings, pendingReason } = context
  const { plan, problem } = judgeWithdrawal(facts, requested)
  if (problem !== null) throw errorOf(problem, settings)
  if (saved === null) throw new Error(`the withdrawal of customer ${uid} was accepted without a destination`)
  const { amount, fee } = plan
  const written = {
    uid,
    way: saved.way,
    amount,
    fee,
    ...(await sealedDestination(deps, tx, uid, saved)),
    summary: saved.destination.summary,
    customer_note: note?.trim() ?? '',
    needed: requiredApprovals(amount, settings.secondApprovalAbove),
    reason: pendingReason,
    reason_text: null,
    created_ms: nowMs,
    deadline_ms: nowMs + withdrawalDeadlineMs,
  }
  const id = await insertWithdrawal(tx, written)
  await insertSteps(tx, [id], { event: 'requested', reason: pendingReason, staffId: null, atMs: nowMs })
  await postSingle(tx, nowMs, withdrawalHeld({ id, uid, amount, fee }))
  await postWithdrawalNotice(tx, deps, { ...written, id, remark: null, proof: null }, { about: 'requested' })
  await publishEvents(tx, [walletChanged(uid)], deps.clock.now())
  return { ...plan, id }
}

/** What one manager alone approved in the last 24 h to this customer or destination; a further withdrawal adds to it. */
const sumBefore = async (
  { database: { db }, secrets }: WithdrawalDeps,
  uid: number,
  { way }: SavedDestination,
  nowMs: number,
): Promise<Usdt> => {
  const open = await openDestination(secrets, db, uid, way)
  return sumApprovedAlone(db, { id: null, uid, destination_key: open?.key ?? null }, nowMs - dayMs)
}

/** The currently stored destination, encrypted for this withdrawal: later changes do not affect it. */
const sealedDestination = async (
  { secrets }: WithdrawalDeps,
  tx: Tx,
  uid: number,
  { way }: SavedDestination,
): Promise<{ readonly destination: string; readonly destination_key: string }> => {
  const open = await openDestination(secrets, tx, uid, way)
  if (open === null)
    throw new Error(`the ${way} destination of customer ${uid} does not exist under the lock`)
  return { destination: secrets.seal(encryptionPurpose(uid), open.text), destination_key: open.key }
}
