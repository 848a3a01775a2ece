import { startOfNextDay } from '@glasshouse/core/calendar/days'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { mayTrade, type RiskAsked } from '@glasshouse/core/policy/rules'
import { depositLeft, isLossReached, type LimitValue } from '@glasshouse/core/protection/limits'
import { riskCheckVersion } from '@glasshouse/core/protection/riskCheck'
import { refuse } from '@glasshouse/core/errors/registry'
import { personOf } from '../../identity/index.ts'
import type { Platform, Tx } from '../../platform/index.ts'
import { lockLimits, selectFirstPass, selectLimits, selectPassed } from '../store.ts'
import { depositedToday, resultOf, resultToday, valuesAt } from './limits.ts'
import { policyOf } from './policy.ts'
import { isCheckRequired } from './riskCheck.ts'

type Deps = Pick<Platform, 'settings' | 'clock'>

const hourMs = 3_600_000

/**
 * Tells whether a customer may take one more risk; throws the refusal. `moved` are transactions of the same
 * story that are not written yet: what they lost counts towards the daily loss.
 */
export type RiskGate = (asked: RiskAsked, moved?: readonly LedgerTransaction[]) => void

/**
 * Reads what decides about new risk of a customer, inside the transaction that takes it. Commands that ask for
 * many customers at once share the statements.
 */
export const riskGate = async (
  deps: Deps,
  tx: Tx,
  uid: number,
  product: RiskAsked['product'],
): Promise<RiskGate> => {
  const nowMs = deps.clock.business()
  const { policy } = await policyOf(deps, tx, uid)
  const { pauseUntil, dailyLoss } = valuesAt(await selectLimits(tx, uid), nowMs)
  const result = dailyLoss === null ? null : await resultToday(tx, uid, nowMs)
  const isChecked = await isCheckRequired(deps, tx)
  const passedMs = isChecked ? await selectPassed(tx, uid, product, riskCheckVersion) : null
  const firstMs = isChecked ? await selectFirstPass(tx, uid) : null
  return (asked, moved = []) => {
    mayTrade(policy, asked)
    refuseInPause(pauseUntil)
    if (dailyLoss !== null && result !== null) {
      const today = (result + resultOf(uid, moved)) as Usdt
      if (isLossReached(dailyLoss as Usdt, today))
        throw refuse('ownLimit', { limit: formatUsdt(dailyLoss), until: startOfNextDay(nowMs) })
    }
    if (!isChecked) return
    if (passedMs === null) throw refuse('riskCheckFirst', { product })
    if (policy.coolingOffHours === 0) return
    if (firstMs === null) throw new Error('who passed a check has a first pass')
    const until = firstMs + policy.coolingOffHours * hourMs
    if (nowMs < until) throw refuse('stateForbids', { reason: 'coolingOff', until })
  }
}

/**
 * The one door to new risk: every command that opens a contract, an option or an investment asks it inside its
 * own transaction. Closing, cancelling and withdrawing never do.
 *
 * Refuses `notAllowed` and `outsideLimits` (policy of the country), `ownLimit` (a pause, or a daily loss that
 * is used up), `riskCheckFirst` (with `product`), `stateForbids` (cooling-off, with `until`).
 */
export const mayRisk = async (deps: Deps, tx: Tx, uid: number, asked: RiskAsked): Promise<void> =>
  (await riskGate(deps, tx, uid, asked.product))(asked)

const refuseInPause = (pauseUntil: LimitValue): void => {
  if (pauseUntil !== null) throw refuse('ownLimit', { until: Number.parseInt(pauseUntil.toString(), 10) })
}

/**
 * Whether a customer's own limits let a deposit begin. Deposits that wait to be paid count (`waiting`), so that
 * several begun at once cannot pass the limit together; it is asked for only when there is a limit.
 *
 * Refuses `ownLimit` with `until`, and with `limit` when it is the amount; `sessionEnded` for a closed account.
 */
export const mayDeposit = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  uid: number,
  amount: Usdt,
  waiting: () => Promise<Usdt>,
): Promise<void> => {
  const nowMs = clock.business()
  await lockLimits(tx, uid)
  // Closing an account takes the same lock: what was asked before it cannot begin after it.
  if ((await personOf(tx, uid))?.closed_ms !== null) throw refuse('sessionEnded')
  const { pauseUntil, deposit } = valuesAt(await selectLimits(tx, uid), nowMs)
  refuseInPause(pauseUntil)
  if (deposit === null) return
  const left = depositLeft(deposit as Usdt, await depositedToday(tx, uid, nowMs), await waiting())
  if (amount > left)
    throw refuse('ownLimit', {
      limit: formatUsdt(deposit),
      left: formatUsdt(left),
      until: startOfNextDay(nowMs),
    })
}
