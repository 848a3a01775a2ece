import {
  planTrade,
  type Signal,
  type SignalValues,
  sideOfSignal,
  signalOf,
  smallestStake,
} from '@glasshouse/core/ai/momentum'
import { runState } from '@glasshouse/core/ai/run'
import { lossOf } from '@glasshouse/core/ai/tiers'
import { fillPrice, type PositionSide } from '@glasshouse/core/contracts/rules'
import { type DomainError, domainError } from '@glasshouse/core/errors/registry'
import type { Product } from '@glasshouse/core/markets/product'
import { formatUsdt, type Price, subtractUnits } from '@glasshouse/core/money/units'
import { type AiOpening, placeAiOrder } from '../../contracts/index.ts'
import type { RunRow } from '../schema.ts'
import { insertDecision } from '../store/decisions.ts'
import { lockRun, updateRun } from '../store/runs.ts'
import { decisionRow, receiptDecision } from './decision.ts'
import { type AiDeps, freshTick, tradeTermsOf } from './deps.ts'
import { endReasonAt } from './settle.ts'

type DecidedCandle = { readonly openMs: number; readonly values: SignalValues }

const runMoved = 'runMoved'
const maxLossReached = 'aiMaxLoss'

/** Whether an order was refused because the run has been stopped, is over, or has judged the candle, meanwhile. */
export const isRunMoved = ({ data }: DomainError): boolean => data.reason === runMoved

/** Whether what is left of the run's largest loss allows no stop far enough from the fill. */
export const isMaxLossRefusal = ({ data }: DomainError): boolean => data.reason === maxLossReached

/**
 * Opens the trade of a signal through the door that customers use; the run goes over to it and the decision is written
 * down in the transaction of the order. Lots and stops are planned at the fill, whatever the market did meanwhile.
 *
 * @throws what `placeOrder` throws, and invalidState for `isRunMoved` and `isMaxLossRefusal`
 */
export const openTrade = async (
  deps: AiDeps,
  run: RunRow,
  { openMs, values }: DecidedCandle,
  product: Product,
): Promise<void> => {
  const signal = signalOf(values)
  if (signal === 'wait') throw new Error('a candle without a signal opens no trade')
  const tick = freshTick(deps.markets, product)
  if (tick === null) throw domainError('priceChanged')
  const side = sideOfSignal(signal)
  const seen = fillPrice(side, tick)
  const planAt = (fill: Price) => planOrRefuse(run, values, side, fill, product)
  await placeAiOrder(
    deps,
    { uid: run.uid },
    { pid: run.pid, leverage: run.leverage, side, seen },
    openingOf(deps, run, { openMs, values }, signal, planAt),
  )
}

const openingOf = (
  deps: AiDeps,
  run: RunRow,
  { openMs, values }: DecidedCandle,
  signal: Exclude<Signal, 'wait'>,
  planAt: AiOpening['planAt'],
): AiOpening => ({
  decision: receiptDecision(run.id, openMs, values),
  planAt,
  // Locked until the commit, behind the wallet: a stop that comes meanwhile waits and then finds the trade. What ends a run
  // is asked again, because the order may have waited for its price.
  guard: async (tx) => {
    const locked = await lockRun(tx, run.id)
    const isReady =
      locked?.state === runState.waiting &&
      locked.last_candle_ms < openMs &&
      (await endReasonAt(tx, deps, locked)) === null
    return () => {
      if (!isReady) throw domainError('invalidState', { reason: runMoved })
    }
  },
  record: async (tx, order) => {
    await updateRun(tx, run.id, {
      state: runState.trading,
      order_id: order.id,
      last_candle_ms: openMs,
      refusals: 0,
    })
    await insertDecision(tx, decisionRow(run.id, { openMs, values }, signal, { orderId: order.id }))
  },
})

const planOrRefuse = (
  run: RunRow,
  values: SignalValues,
  side: PositionSide,
  fill: Price,
  product: Product,
) => {
  const terms = tradeTermsOf(product)
  const plan = planTrade({
    ...{ side, values, fill, terms },
    stake: run.stake,
    leverage: run.leverage,
    lossLeft: subtractUnits(run.max_loss, lossOf(run.profit, run.fees)),
  })
  if (plan === 'tooSmall')
    throw domainError('outOfRange', { min: formatUsdt(smallestStake(fill, run.leverage, terms)) })
  if (plan === 'maxLoss') throw domainError('invalidState', { reason: maxLossReached })
  return plan
}
