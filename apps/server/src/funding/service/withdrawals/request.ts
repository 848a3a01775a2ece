import { startOfDay } from '@glasshouse/core/calendar/days'
import type { BodyOf, DataOf } from '@glasshouse/core/calls'
import {
  approvalsNeeded,
  capLeft,
  limitsOf,
  pauseOf,
  readWholeUsdt,
  waitingReasonOf,
  withdrawalDeadlineMs,
  withdrawalFee,
} from '@glasshouse/core/funding/withdrawals/rules'
import { customer } from '@glasshouse/core/ledger/chart'
import { formatUsdt, type Usdt, usdt } from '@glasshouse/core/money/units'
import { refuse } from '@glasshouse/core/errors/registry'
import { lockPerson, verifyWithdrawPassword } from '../../../identity/index.ts'
import { balances, lock, postOne } from '../../../ledger/index.ts'
import { announce, type Tx, transact } from '../../../platform/index.ts'
import { walletChanged } from '../../../wallets/index.ts'
import { withdrawalHeld } from '../../postings.ts'
import { insertSteps, insertWithdrawal, sumSince } from '../../store/withdrawals.ts'
import { openDestination } from '../destinations.ts'
import {
  changesOf,
  type Filed,
  filedFor,
  netOf,
  readLimits,
  sealPurpose,
  type WithdrawalDeps,
  writeTo,
} from './context.ts'

/**
 * Says what a withdrawal would cost and whether it would be taken. It computes with the very functions the
 * request does.
 */
export const quoteWithdrawal = async (
  deps: WithdrawalDeps,
  uid: number,
  { price, ...asked }: BodyOf<'/api/pay/withdrawQuote'>,
): Promise<DataOf<'/api/pay/withdrawQuote'>> => {
  const { db } = deps.database
  const nowMs = deps.clock.business()
  const limits = await readLimits(db)
  const hasProduct = await deps.hasProduct(db, uid)
  const filed = await filedFor(db, uid, asked)
  const changes = filed === null ? null : await changesOf(db, uid, filed, nowMs)
  const pause = changes === null || asked.banktype === 1 ? null : pauseOf(changes, nowMs)
  const { min, max } = limitsOf(asked.banktype === 1 ? 'bank' : '1001', limits)
  const cap = capLeft(limits.capWithoutProduct, await sumSince(db, uid, startOfDay(nowMs)), hasProduct)
  const [free = 0n] = await balances(db, [customer(uid, 'wallet')])
  const amount = readWholeUsdt(price) ?? usdt('0')
  const fee = withdrawalFee(amount, hasProduct)
  return {
    tax: formatUsdt(fee),
    net: formatUsdt(netOf({ amount, fee })),
    min: formatUsdt(min),
    max: formatUsdt(max),
    cap: cap === null ? null : formatUsdt(cap),
    available: formatUsdt(free),
    reason: pause?.reason ?? (changes === null ? 'amount_review' : waitingReasonOf(changes, nowMs)),
    until: pause?.untilMs ?? null,
    deadlineInMs: withdrawalDeadlineMs,
    approvals: approvalsNeeded(amount, limits.secondApprovalAbove),
    way: filed?.way ?? null,
    destination: filed?.destination.summary ?? null,
  }
}

/**
 * Takes a request for a withdrawal: the whole amount leaves the wallet at once and is held.
 *
 * Refuses 2002 (with `min`, `max`) for an amount that is not whole or outside the limits, and (with `max`, `cap`)
 * beyond the daily cap; 2003 `noDestination` where nothing is on file, and where no withdraw password is set;
 * 1007 and 1004 for wrong withdraw passwords; 2003 (with `reason`, `until`) for a digital one while a pause
 * runs; 2001 (with `max`) for more than is free.
 */
export const requestWithdrawal = async (
  deps: WithdrawalDeps,
  uid: number,
  asked: BodyOf<'/api/pay/withdraw'>,
): Promise<DataOf<'/api/pay/withdraw'>> => {
  const { db } = deps.database
  const { min, max } = limitsOf(asked.banktype === 1 ? 'bank' : '1001', await readLimits(db))
  const amount = readWholeUsdt(asked.price)
  if (amount === null || amount < min || amount > max)
    throw refuse('outsideLimits', { min: formatUsdt(min), max: formatUsdt(max), step: '1' })
  if ((await filedFor(db, uid, asked)) === null) throw refuse('stateForbids', { reason: 'noDestination' })
  await verifyWithdrawPassword(deps, uid, asked.withdrawpsd)
  return transact(db, async (tx) => {
    const { id, fee } = await takeWithdrawal(deps, tx, uid, amount, asked)
    return { id, tax: formatUsdt(fee), net: formatUsdt(netOf({ amount, fee })) }
  })
}

/** What is asked for beside the amount. */
export type Asked = Pick<BodyOf<'/api/pay/withdraw'>, 'banktype' | 'type' | 'userremark'>

/** As `requestWithdrawal`, in the caller's transaction, once the withdraw password was right. */
export const takeWithdrawal = async (
  deps: WithdrawalDeps,
  tx: Tx,
  uid: number,
  amount: Usdt,
  asked: Asked,
): Promise<{ readonly id: number; readonly fee: Usdt }> => {
  const nowMs = deps.clock.business()
  // The wallet first, as everywhere: requests of one customer follow each other from here on.
  const [free = 0n] = await lock(tx, [customer(uid, 'wallet'), customer(uid, 'withdrawal')])
  const person = await lockPerson(tx, uid)
  if (person === undefined || person.closed_ms !== null || person.frozen_ms !== null)
    throw refuse('sessionEnded')
  // Looked at again once the customer is ours: nobody changes address or passwords meanwhile.
  const filed = await filedFor(tx, uid, asked)
  if (filed === null) throw refuse('stateForbids', { reason: 'noDestination' })
  const changes = await changesOf(tx, uid, filed, nowMs)
  const pause = filed.way === 'bank' ? null : pauseOf(changes, nowMs)
  if (pause !== null) throw refuse('stateForbids', { reason: pause.reason, until: pause.untilMs })
  const limits = await readLimits(tx)
  const hasProduct = await deps.hasProduct(tx, uid)
  const cap = capLeft(limits.capWithoutProduct, await sumSince(tx, uid, startOfDay(nowMs)), hasProduct)
  if (cap !== null && amount > cap)
    throw refuse('outsideLimits', { max: formatUsdt(cap), cap: formatUsdt(limits.capWithoutProduct) })
  if (amount > free) throw refuse('balanceLow', { max: formatUsdt(free) })
  const fee = withdrawalFee(amount, hasProduct)
  const reason = waitingReasonOf(changes, nowMs)
  const written = {
    uid,
    way: filed.way,
    amount,
    fee,
    destination: await sealedDestination(deps, tx, uid, filed),
    summary: filed.destination.summary,
    userremark: asked.userremark?.trim() ?? '',
    needed: approvalsNeeded(amount, limits.secondApprovalAbove),
    reason,
    reason_text: null,
    created_ms: nowMs,
    deadline_ms: nowMs + withdrawalDeadlineMs,
  }
  const id = await insertWithdrawal(tx, written)
  await insertSteps(tx, [id], { event: 'requested', reason, staffId: null, atMs: nowMs })
  await postOne(tx, nowMs, withdrawalHeld({ id, uid, amount, fee }))
  await writeTo(tx, deps, { ...written, id, remark: null, proof: null }, 'requested')
  await announce(tx, [walletChanged(uid)], deps.clock.now())
  return { id, fee }
}

/** The destination as it is on file now, sealed for this withdrawal: a later change does not reach it. */
const sealedDestination = async (
  { secrets }: WithdrawalDeps,
  tx: Tx,
  uid: number,
  { way }: Filed,
): Promise<string> => {
  const text = await openDestination(secrets, tx, uid, way)
  if (text === null) throw new Error(`the ${way} destination of customer ${uid} is gone under the lock`)
  return secrets.seal(sealPurpose(uid), text)
}
