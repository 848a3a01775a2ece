import { startOfNextDay } from '@glasshouse/core/calendar/days'
import { hourMs } from '@glasshouse/core/calendar/durations'
import type { DepositAllowance } from '@glasshouse/core/deposits/judge'
import {
  isDailyLossReached,
  type LimitValue,
  remainingDepositLimit,
} from '@glasshouse/core/eligibility/limits'
import { riskCheckVersion } from '@glasshouse/core/eligibility/riskCheck'
import { domainError } from '@glasshouse/core/errors/registry'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { formatUsdt, sumUnits, type Usdt } from '@glasshouse/core/money/units'
import { assertPolicyAllows, type TradeRequest } from '@glasshouse/core/policy/rules'
import { findAccountLock } from '../../customers/locks/index.ts'
import { findCustomer } from '../../customers/records/index.ts'
import { requireSoundLedger } from '../../ledger/checks/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { findFirstPass, findPass, listLimits, lockLimits } from '../store.ts'
import { depositsToday, effectiveLimits, resultOf, todaysResult } from './limits.ts'
import { customerPolicy } from './policy.ts'
import { isCheckRequired } from './riskCheck.ts'

type Deps = Pick<Platform, 'settings' | 'clock' | 'database'>

/**
 * Tells whether a customer may take one more risk; throws the refusal. `moved` are transactions of the same
 * story that are not written yet: what they lost counts towards the daily loss.
 */
export type TradingGate = (request: TradeRequest, moved?: readonly LedgerTransaction[]) => void

/**
 * Reads what decides about new risk of a customer, inside the transaction that takes it. Commands that ask for
 * many customers at once share the statements.
 */
export const tradingGate = async (
  deps: Deps,
  tx: Tx,
  uid: number,
  product: TradeRequest['product'],
): Promise<TradingGate> => {
  const nowMs = deps.clock.business()
  const lock = await findAccountLock(tx, deps.clock, uid)
  const { policy } = await customerPolicy(deps, tx, uid)
  const { pauseUntil, dailyLoss } = effectiveLimits(await listLimits(tx, uid), nowMs)
  const result = dailyLoss === null ? null : await todaysResult(tx, uid, nowMs)
  const isChecked = await isCheckRequired(deps, tx)
  const passedMs = isChecked ? await findPass(tx, uid, product, riskCheckVersion) : null
  const firstMs = isChecked ? await findFirstPass(tx, uid) : null
  return (request, moved = []) => {
    requireSoundLedger(deps.database)
    if (lock !== null) throw domainError('notAllowed', { ...lock })
    assertPolicyAllows(policy, request)
    refuseInPause(pauseUntil)
    if (dailyLoss !== null && result !== null) {
      const today = sumUnits([result, resultOf(uid, moved)])
      if (isDailyLossReached(dailyLoss, today))
        throw domainError('selfLimitReached', { limit: formatUsdt(dailyLoss), until: startOfNextDay(nowMs) })
    }
    if (!isChecked) return
    if (passedMs === null) throw domainError('riskCheckRequired', { product })
    if (policy.coolingOffHours === 0) return
    if (firstMs === null) throw new Error('who passed a check has a first pass')
    const until = firstMs + policy.coolingOffHours * hourMs
    if (nowMs < until) throw domainError('invalidState', { reason: 'coolingOff', until })
  }
}

/**
 * The one door to new risk: every command that opens a contract, an option or an investment asks it inside its
 * own transaction. Closing, cancelling and withdrawing never do.
 *
 * Refuses `ledgerSuspended` (an invariant of the ledger is broken), `notAllowed` (a locked account, or the policy of the
 * country), `outOfRange` (that policy), `selfLimitReached` (a pause, or a daily loss that
 * is used up), `riskCheckRequired` (with `product`), `invalidState` (cooling-off, with `until`).
 */
export const assertCanTrade = async (deps: Deps, tx: Tx, uid: number, request: TradeRequest): Promise<void> =>
  (await tradingGate(deps, tx, uid, request.product))(request)

/**
 * Whether a customer may ask for new coins; held together with the closing of the account.
 *
 * @throws sessionRevoked a closed account, notAllowed a locked account or the policy of the country, selfLimitReached a pause
 */
export const assertCanSubscribe = async (deps: Deps, tx: Tx, uid: number): Promise<void> => {
  await lockLimits(tx, uid)
  if ((await findCustomer(tx, uid))?.closed_ms !== null) throw domainError('sessionRevoked')
  const lock = await findAccountLock(tx, deps.clock, uid)
  if (lock !== null) throw domainError('notAllowed', { ...lock })
  const { policy } = await customerPolicy(deps, tx, uid)
  if (!policy.subscriptions)
    throw domainError('notAllowed', { reason: 'notOfferedHere', region: policy.region })
  refuseInPause(effectiveLimits(await listLimits(tx, uid), deps.clock.business()).pauseUntil)
}

const refuseInPause = (pauseUntil: LimitValue): void => {
  if (pauseUntil !== null) throw domainError('selfLimitReached', { until: millisecondsOf(pauseUntil) })
}

const millisecondsOf = (stored: NonNullable<LimitValue>): number => Number.parseInt(stored.toString(), 10)

/**
 * What a customer's account lets begin of a deposit, read with the limits locked, so that no concurrent transaction
 * counts. Deposits that wait to be paid count (`waiting`), so that several begun at once cannot pass the limit together;
 * they are asked for only when there is a limit. `judgeDeposit` decides.
 */
export const readDepositAllowance = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
  waiting: () => Promise<Usdt>,
): Promise<Omit<DepositAllowance, 'pending'>> => {
  const nowMs = clock.business()
  await lockLimits(tx, uid)
  // Closing an account takes the same lock: what was asked before it cannot begin after it.
  const isClosed = (await findCustomer(tx, uid))?.closed_ms !== null
  const { pauseUntil, deposit } = effectiveLimits(await listLimits(tx, uid), nowMs)
  const pausedUntilMs = pauseUntil === null ? null : millisecondsOf(pauseUntil)
  if (deposit === null) return { isClosed, pausedUntilMs, ownLimit: null }
  const left = remainingDepositLimit(deposit, await depositsToday(tx, uid, nowMs), await waiting())
  return { isClosed, pausedUntilMs, ownLimit: { limit: deposit, left, untilMs: startOfNextDay(nowMs) } }
}
