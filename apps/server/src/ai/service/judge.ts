import { closingReason, signalOf } from '@glasshouse/core/ai/momentum'
import { type AiOutcome, type EndReason, maxRefusals, runState } from '@glasshouse/core/ai/run'
import { chargedFees, closingPrice, tradingFee, unrealizedPnl } from '@glasshouse/core/contracts/rules'
import { DomainError, type ErrorCode, errorCodes } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import { type ContractOrder, listAiOrders } from '../../contracts/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { ClosingRule, RunRow } from '../schema.ts'
import { insertDecision } from '../store/decisions.ts'
import { lockRun, type RunChange, updateRun } from '../store/runs.ts'
import { closeTrade } from './close.ts'
import { decisionRow, type JudgedCandle } from './decision.ts'
import { type AiDeps, freshTick } from './deps.ts'
import { endRun } from './end.ts'
import { isMaxLossRefusal, isRunMoved, openTrade } from './open.ts'
import { endReasonAt, settleTrade } from './settle.ts'

/**
 * Lets a run decide on a closed candle, once: a candle that it has judged, or that is older than one it has, does nothing.
 * What it decides is written down in the transaction that does it.
 */
export const judgeCandle = async (deps: AiDeps, run: RunRow, candle: JudgedCandle): Promise<void> => {
  const product = deps.markets.product(run.pid)
  if (product === null) throw new Error(`run ${run.id} is on market ${run.pid}, which there never was`)
  const tick = freshTick(deps.markets, product)
  if (run.state === runState.trading) return judgeTrade(deps, run, candle, tick)
  const step = await transact(deps.database.db, (tx) => judgeWaiting(tx, deps, run.id, candle, tick))
  if (step !== 'order' || candle.values === null) return
  const { values } = candle
  try {
    await openTrade(deps, run, { openMs: candle.openMs, values }, product)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Judged again: where it is over it ends, where it was stopped or has judged the candle nothing happens.
    await transact(deps.database.db, async (tx) => {
      if (isRunMoved(error)) await judgeWaiting(tx, deps, run.id, candle, tick)
      else await recordRefusal(tx, deps, run.id, candle, error)
    })
  }
}

/** Locks a run that has not judged a candle yet; null when it has, or is not in the state it was read in. */
const lockForCandle = async (
  tx: Tx,
  runId: number,
  openMs: number,
  state: RunRow['state'],
): Promise<RunRow | null> => {
  const run = await lockRun(tx, runId)
  return run === undefined || run.state !== state || run.last_candle_ms >= openMs ? null : run
}

const decide = async (
  tx: Tx,
  run: RunRow,
  candle: JudgedCandle,
  outcome: AiOutcome,
  change: RunChange = {},
  retCode?: number,
): Promise<void> => {
  await insertDecision(tx, decisionRow(run.id, candle, outcome, retCode === undefined ? {} : { retCode }))
  await updateRun(tx, run.id, { last_candle_ms: candle.openMs, ...change })
}

/** Decides everything but an order: whether the run is over, or has to wait. */
const judgeWaiting = async (
  tx: Tx,
  deps: AiDeps,
  runId: number,
  candle: JudgedCandle,
  tick: Tick | null,
): Promise<'order' | 'done'> => {
  const run = await lockForCandle(tx, runId, candle.openMs, 1)
  if (run === null) return 'done'
  const reason = await endReasonAt(tx, deps, run)
  if (reason !== null) {
    await endRun(tx, deps, run, reason, { last_candle_ms: candle.openMs })
    return 'done'
  }
  const signal = candle.values === null ? 'wait' : signalOf(candle.values)
  if (candle.values !== null && tick !== null && signal !== 'wait') return 'order'
  const outcome = candle.values === null ? 'gap' : tick === null ? 'stale' : 'wait'
  await decide(tx, run, candle, outcome, { refusals: 0 })
  return 'done'
}

/**
 * Ends a run that waits and is over. A candle ends it too, but a market that is silent or was taken off sale closes none.
 */
export const endIfOver = (deps: AiDeps, runId: number): Promise<void> =>
  transact(deps.database.db, async (tx) => {
    const run = await lockRun(tx, runId)
    if (run === undefined || run.state !== runState.waiting) return
    const reason = await endReasonAt(tx, deps, run)
    if (reason !== null) await endRun(tx, deps, run, reason)
  })

/** Refusals that end a run at once, and as what. */
const fatalRefusals: Readonly<Partial<Record<ErrorCode, EndReason>>> = {
  insufficientBalance: 'balance',
  selfLimitReached: 'ownLimit',
}

const recordRefusal = async (
  tx: Tx,
  deps: AiDeps,
  runId: number,
  candle: JudgedCandle,
  error: DomainError,
): Promise<void> => {
  const run = await lockForCandle(tx, runId, candle.openMs, 1)
  if (run === null) return
  const retCode = errorCodes[error.code]
  if (isMaxLossRefusal(error)) {
    await decide(tx, run, candle, 'maxLoss')
    await endRun(tx, deps, run, 'maxLoss')
    return
  }
  const refusals = run.refusals + 1
  await decide(tx, run, candle, 'refused', { refusals }, retCode)
  const fatal = fatalRefusals[error.code]
  if (fatal !== undefined) await endRun(tx, deps, run, fatal)
  else if (refusals >= maxRefusals) await endRun(tx, deps, run, 'refused', { ret_code: retCode })
}

/** Decides whether the open trade of a run stays, and closes it when it does not. */
const judgeTrade = async (
  deps: AiDeps,
  run: RunRow,
  candle: JudgedCandle,
  tick: Tick | null,
): Promise<void> => {
  const orders = await listAiOrders(deps.database.db, run.id)
  const trade = orders.find(({ id }) => id === run.order_id)
  if (trade === undefined) throw new Error(`run ${run.id} has no order ${run.order_id}`)
  if (trade.state === 'closed') return settleTrade(deps, run.id)
  const closing = tick === null ? null : closingRuleOf(run, orders, trade, candle, tick)
  const marked = await transact(deps.database.db, async (tx) => {
    const locked = await lockForCandle(tx, run.id, candle.openMs, 2)
    if (locked === null) return null
    const rule = locked.closing ?? closing
    const outcome = tick === null ? 'stale' : closing === null ? 'hold' : outcomeOf[closing]
    await decide(tx, locked, candle, outcome, { closing: rule })
    return rule
  })
  if (marked !== null) await closeTrade(deps, run.id)
}

const outcomeOf = { aiOpposite: 'opposite', aiAge: 'age', aiMaxLoss: 'maxLoss', aiStop: 'hold' } as const

/** Why the rule closes an open trade at a closed candle; null when it stays. */
const closingRuleOf = (
  run: RunRow,
  orders: readonly ContractOrder[],
  trade: ContractOrder,
  { openMs, values }: JudgedCandle,
  tick: Tick,
): ClosingRule | null => {
  if (-resultAt(orders, trade, tick) >= run.max_loss) return 'aiMaxLoss'
  const reason = closingReason(
    trade.side,
    trade.opened_ms ?? trade.created_ms,
    openMs,
    values === null ? 'wait' : signalOf(values),
  )
  return reason === null ? null : reason === 'age' ? 'aiAge' : 'aiOpposite'
}

/** Result of a run if its open trade closed at a tick, both fees in it. */
const resultAt = (orders: readonly ContractOrder[], trade: ContractOrder, tick: Tick): bigint => {
  const closed = orders
    .filter(({ state }) => state === 'closed')
    .reduce((sum, order) => sum + resultOf(order), 0n)
  const { side } = trade
  const at = closingPrice(side, tick)
  const quantity = trade.quantity
  const floating = unrealizedPnl({ side, quantity, openPrice: trade.open_price }, at)
  return closed + floating - trade.open_fee - tradingFee(quantity, at, trade.fee_rate_ppm)
}

const resultOf = ({ id, profit, open_fee, close_fee }: ContractOrder): bigint => {
  if (profit === null) throw new Error(`closed order ${id} has no profit`)
  return profit - chargedFees(open_fee, close_fee)
}
