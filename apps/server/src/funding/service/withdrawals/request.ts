import { dayMs, startOfDay } from '@glasshouse/core/calendar/days'
import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import { domainError } from '@glasshouse/core/errors/registry'
import {
  parseWholeUsdt,
  pendingReasonFor,
  remainingDailyCap,
  requiredApprovals,
  withdrawalCooldown,
  withdrawalDeadlineMs,
  withdrawalFee,
  withdrawalLimits,
} from '@glasshouse/core/funding/withdrawals/rules'
import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { assertNotLocked, lockCustomerById, verifyWithdrawPassword } from '../../../identity/index.ts'
import { getBalances, lockBalances, postSingle, requireSoundLedger } from '../../../ledger/index.ts'
import { publishEvents, type Tx, transact } from '../../../platform/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { withdrawalHeld } from '../../postings.ts'
import {
  insertSteps,
  insertWithdrawal,
  sumApprovedAlone,
  sumRequestedSince,
} from '../../store/withdrawals.ts'
import { decryptDestination } from '../destinations.ts'
import {
  destinationKey,
  encryptionPurpose,
  findSavedDestination,
  getWithdrawalSettings,
  netAmount,
  recentChanges,
  type SavedDestination,
  type WithdrawalDeps,
} from './context.ts'
import { postWithdrawalNotice } from './notices.ts'

/** Quotes the costs of a withdrawal and whether it would be accepted, with the functions of the request. */
export const quoteWithdrawal = async (
  deps: WithdrawalDeps,
  uid: number,
  { price, ...request }: BodyOf<'/api/pay/withdrawQuote'>,
): Promise<DataOf<'/api/pay/withdrawQuote'>> => {
  const { db } = deps.database
  const nowMs = deps.clock.business()
  const limits = await getWithdrawalSettings(db)
  const hasProduct = await deps.hasProduct(db, uid)
  const filed = await findSavedDestination(db, uid, request)
  const changes = filed === null ? null : await recentChanges(db, uid, filed, nowMs)
  const pause = changes === null || request.banktype === 1 ? null : withdrawalCooldown(changes, nowMs)
  const { min, max } = withdrawalLimits(request.banktype === 1 ? 'bank' : '1001', limits)
  const cap = remainingDailyCap(
    limits.capWithoutProduct,
    await sumRequestedSince(db, uid, startOfDay(nowMs)),
    hasProduct,
  )
  const [free = 0n] = await getBalances(db, [customer(uid, 'wallet')])
  const amount = parseWholeUsdt(price) ?? usdt('0')
  const approvedAlone = filed === null ? usdt('0') : await sumBefore(deps, uid, filed, nowMs)
  const fee = withdrawalFee(amount, hasProduct)
  return {
    tax: formatUsdt(fee),
    net: formatUsdt(netAmount({ amount, fee })),
    min: formatUsdt(min),
    max: formatUsdt(max),
    cap: cap === null ? null : formatUsdt(cap),
    available: formatUsdt(free),
    reason: pause?.reason ?? (changes === null ? 'amount_review' : pendingReasonFor(changes, nowMs)),
    until: pause?.untilMs ?? null,
    deadlineInMs: withdrawalDeadlineMs,
    approvals: requiredApprovals((amount + approvedAlone) as Usdt, limits.secondApprovalAbove),
    way: filed?.way ?? null,
    destination: filed?.destination.summary ?? null,
  }
}

/**
 * Requests a withdrawal: the full amount moves from the wallet to a hold at once.
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
  request: BodyOf<'/api/pay/withdraw'>,
): Promise<DataOf<'/api/pay/withdraw'>> => {
  const { db } = deps.database
  const { min, max } = withdrawalLimits(
    request.banktype === 1 ? 'bank' : '1001',
    await getWithdrawalSettings(db),
  )
  const amount = parseWholeUsdt(request.price)
  if (amount === null || amount < min || amount > max)
    throw domainError('outOfRange', { min: formatUsdt(min), max: formatUsdt(max), step: '1' })
  if ((await findSavedDestination(db, uid, request)) === null)
    throw domainError('invalidState', { reason: 'noDestination' })
  await verifyWithdrawPassword(deps, uid, request.withdrawpsd)
  return transact(db, async (tx) => {
    const { id, fee } = await createWithdrawal(deps, tx, uid, amount, request)
    return { id, tax: formatUsdt(fee), net: formatUsdt(netAmount({ amount, fee })) }
  })
}

/** Fields of a request besides the amount. */
export type WithdrawalRequest = Pick<BodyOf<'/api/pay/withdraw'>, 'banktype' | 'type' | 'userremark'>

/** Like `requestWithdrawal`, in the caller's transaction, after the withdrawal password was verified. */
export const createWithdrawal = async (
  deps: WithdrawalDeps,
  tx: Tx,
  uid: number,
  amount: Usdt,
  request: WithdrawalRequest,
): Promise<{ readonly id: number; readonly fee: Usdt }> => {
  const nowMs = deps.clock.business()
  // Locks the wallet first, as everywhere: requests of one customer are serialized from here on.
  const [free = 0n] = await lockBalances(tx, [customer(uid, 'wallet'), customer(uid, 'withdrawal')])
  requireSoundLedger(deps.database)
  const person = await lockCustomerById(tx, uid)
  if (person === undefined || person.closed_ms !== null) throw domainError('sessionRevoked')
  await assertNotLocked(tx, deps.clock, uid)
  // Read again after the customer is locked: addresses and passwords cannot change from here on.
  const filed = await findSavedDestination(tx, uid, request)
  if (filed === null) throw domainError('invalidState', { reason: 'noDestination' })
  const changes = await recentChanges(tx, uid, filed, nowMs)
  const pause = filed.way === 'bank' ? null : withdrawalCooldown(changes, nowMs)
  if (pause !== null) throw domainError('invalidState', { reason: pause.reason, until: pause.untilMs })
  const limits = await getWithdrawalSettings(tx)
  const hasProduct = await deps.hasProduct(tx, uid)
  const cap = remainingDailyCap(
    limits.capWithoutProduct,
    await sumRequestedSince(tx, uid, startOfDay(nowMs)),
    hasProduct,
  )
  if (cap !== null && amount > cap)
    throw domainError('outOfRange', { max: formatUsdt(cap), cap: formatUsdt(limits.capWithoutProduct) })
  if (amount > free) throw domainError('insufficientBalance', { max: formatUsdt(free) })
  const fee = withdrawalFee(amount, hasProduct)
  const reason = pendingReasonFor(changes, nowMs)
  const written = {
    uid,
    way: filed.way,
    amount,
    fee,
    ...(await sealedDestination(deps, tx, uid, filed)),
    summary: filed.destination.summary,
    userremark: request.userremark?.trim() ?? '',
    needed: requiredApprovals(amount, limits.secondApprovalAbove),
    reason,
    reason_text: null,
    created_ms: nowMs,
    deadline_ms: nowMs + withdrawalDeadlineMs,
  }
  const id = await insertWithdrawal(tx, written)
  await insertSteps(tx, [id], { event: 'requested', reason, staffId: null, atMs: nowMs })
  await postSingle(tx, nowMs, withdrawalHeld({ id, uid, amount, fee }))
  await postWithdrawalNotice(tx, deps, { ...written, id, remark: null, proof: null }, { about: 'requested' })
  await publishEvents(tx, [walletChanged(uid)], deps.clock.now())
  return { id, fee }
}

/** What one manager alone approved in the last 24 h to this customer or destination; a further withdrawal adds to it. */
const sumBefore = async (
  { database: { db }, secrets }: WithdrawalDeps,
  uid: number,
  { way }: SavedDestination,
  nowMs: number,
): Promise<Usdt> => {
  const text = await decryptDestination(secrets, db, uid, way)
  const key = text === null ? null : destinationKey(secrets, way, text)
  return sumApprovedAlone(db, { id: null, uid, destination_key: key }, nowMs - dayMs)
}

/** The currently stored destination, encrypted for this withdrawal: later changes do not affect it. */
const sealedDestination = async (
  { secrets }: WithdrawalDeps,
  tx: Tx,
  uid: number,
  { way }: SavedDestination,
): Promise<{ readonly destination: string; readonly destination_key: string }> => {
  const text = await decryptDestination(secrets, tx, uid, way)
  if (text === null)
    throw new Error(`the ${way} destination of customer ${uid} does not exist under the lock`)
  const destination = secrets.seal(encryptionPurpose(uid), text)
  return { destination, destination_key: destinationKey(secrets, way, text) }
}
