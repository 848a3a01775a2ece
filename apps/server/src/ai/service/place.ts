import { type PlaceRunCommand, runIssueToWire } from '@glasshouse/core/ai/codec'
import { lotsFor, smallestStake, strategyName, strategyVersion } from '@glasshouse/core/ai/momentum'
import { usualMaxLoss, validateAiOrder } from '@glasshouse/core/ai/tiers'
import { dayNumber } from '@glasshouse/core/calendar/days'
import { hourMs } from '@glasshouse/core/calendar/durations'
import { validateLeverage } from '@glasshouse/core/contracts/checks'
import { quantityOf, tradingFee } from '@glasshouse/core/contracts/rules'
import { domainError } from '@glasshouse/core/errors/registry'
import { bucketStart } from '@glasshouse/core/markets/intervals'
import type { Product } from '@glasshouse/core/markets/product'
import { formatUsdt, sumUnits, type Usdt, usdt } from '@glasshouse/core/money/units'
import { getSetting } from '../../content/index.ts'
import { marginAccountSummary } from '../../contracts/index.ts'
import { lockCustomerById } from '../../customers/records/index.ts'
import { assertCanTrade } from '../../eligibility/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { countRunsOfDay, findActiveRun, insertRun } from '../store/runs.ts'
import { findSwitch } from '../store/switch.ts'
import { type AiDeps, assertHeld, freshTick, isActiveFor, tradeTermsOf } from './deps.ts'
import { listTiers } from './tiers.ts'

/**
 * Starts a run of AI ordering. Nothing is reserved: each trade needs its money when it comes. Of several asked for at
 * once one is accepted, because all lock the customer first.
 *
 * @throws notAllowed (`reason` `notActive`, or `switchedOff` by staff) and what stands in the way of new risk
 * @throws invalidState (`reason` `running`), aiLimitReached, notFound, notTradable, outOfRange, insufficientBalance,
 *   priceChanged
 */
export const placeRun = async (
  deps: AiDeps,
  { uid }: { readonly uid: number },
  command: PlaceRunCommand,
): Promise<{ readonly id: number }> => {
  const { clock, database } = deps
  // Read before the transaction: it must not wait for a second connection while it holds one.
  const [tiers, dailyMax, lifeHours, account] = await Promise.all([
    listTiers(database.db),
    getSetting(database.db, 'ai_daily_max'),
    getSetting(database.db, 'ai_life_hours'),
    marginAccountSummary(deps, { uid }, 'contract'),
  ])
  return transact(database.db, async (tx) => {
    await assertHeld(tx, deps, uid)
    await lockCustomerById(tx, uid)
    if (!(await isActiveFor(tx, uid, clock.business())))
      throw domainError('notAllowed', { reason: 'notActive' })
    if (!(await findSwitch(tx)).is_on) throw domainError('notAllowed', { reason: 'switchedOff' })
    const running = await findActiveRun(tx, uid)
    if (running !== undefined) throw domainError('invalidState', { reason: 'running', id: running.id })
    const product = productFor(deps, command.pid)
    const maxLoss = command.maxLoss ?? usualMaxLoss(command.stake)
    const issue =
      runIssueToWire(validateAiOrder(tiers, { ...command, maxLoss })) ??
      validateLeverage(command.leverage, { leverages: product.leverages }) ??
      runIssueToWire(stakeIssue(deps, product, command))
    if (issue !== null) throw domainError('outOfRange', { ...issue })
    await assertCanTrade(deps, tx, uid, { product: 'contract', leverage: command.leverage })
    const day = dayNumber(clock.business())
    if ((await countRunsOfDay(tx, uid, day)) >= dailyMax)
      throw domainError('aiLimitReached', { max: dailyMax })
    assertAvailable(deps, account.available, product, command)
    if (freshTick(deps.markets, product) === null) throw domainError('priceChanged')
    return { id: await insertNewRun(tx, deps, { uid, day, maxLoss, lifeHours }, command) }
  })
}

const productFor = ({ markets }: AiDeps, pid: number): Product => {
  const product = markets.product(pid)
  if (product === null) throw domainError('notFound')
  if (!product.isOnSale) throw domainError('notTradable')
  return product
}

/** A margin that does not pay the smallest order at the last price; unknown while there is none. */
const stakeIssue = ({ markets }: AiDeps, product: Product, { stake, leverage }: PlaceRunCommand) => {
  const ask = markets.inForce(product.symbol)?.tick.ask
  if (ask === undefined) return null
  const min = smallestStake(ask, leverage, product)
  return stake < min ? { field: 'stake' as const, min: formatUsdt(min), max: '' } : null
}

/** The contract wallet has the margin of the first trade and its opening fee. */
const assertAvailable = (
  { markets }: AiDeps,
  available: Usdt,
  product: Product,
  { stake, leverage }: PlaceRunCommand,
): void => {
  const ask = markets.inForce(product.symbol)?.tick.ask
  const fee =
    ask === undefined
      ? usdt('0')
      : tradingFee(
          quantityOf(lotsFor(stake, ask, leverage, tradeTermsOf(product)), product.lot),
          ask,
          product.feeRatePpm,
        )
  const needed = sumUnits([stake, fee])
  if (needed > available)
    throw domainError('insufficientBalance', { needed: formatUsdt(needed), available: formatUsdt(available) })
}

const insertNewRun = (
  tx: Tx,
  { clock }: AiDeps,
  run: {
    readonly uid: number
    readonly day: number
    readonly maxLoss: Usdt
    readonly lifeHours: number
  },
  { pid, leverage, stake, times }: PlaceRunCommand,
): Promise<number> => {
  const now = clock.now()
  return insertRun(tx, {
    uid: run.uid,
    pid,
    leverage,
    stake,
    times,
    max_loss: run.maxLoss,
    rule: strategyName,
    version: strategyVersion,
    day: run.day,
    reason: null,
    ret_code: null,
    order_id: null,
    closing: null,
    // The candle that forms now is the first one it judges, as soon as it has closed.
    last_candle_ms: bucketStart(now, '1m') - 60_000,
    created_ms: now,
    until_ms: now + run.lifeHours * hourMs,
    ended_ms: null,
  })
}
