import type { SignalValues } from '@glasshouse/core/ai/momentum'
import { DomainError } from '@glasshouse/core/errors/registry'
import { closeAiPosition } from '../../contracts/index.ts'
import { NotDeliveredError } from '../../platform/events/index.ts'
import type { DecisionRow } from '../schema.ts'
import { findLastDecision } from '../store/decisions.ts'
import { findRun } from '../store/runs.ts'
import { receiptDecision } from './decision.ts'
import { type AiDeps, freshTick } from './deps.ts'
import { settleTrade } from './settle.ts'

/**
 * Closes the trade of a run that is marked for it, at the market. Where the door refuses (a silent market, a loss that
 * another position has to pay first) the mark stays, and the worker tries again with the next fresh price.
 */
export const closeTrade = async (deps: AiDeps, runId: number): Promise<void> => {
  const run = await findRun(deps.database.db, runId)
  if (run === undefined || run.closing === null || run.order_id === null) return
  const product = deps.markets.product(run.pid)
  if (product === null || freshTick(deps.markets, product) === null) return
  // Later candles may have been judged while the door refused.
  const decided =
    run.closing === 'aiOpposite' ? await findLastDecision(deps.database.db, runId, 'opposite') : undefined
  const decision = decided === undefined ? undefined : decisionOf(decided)
  try {
    const why = { rule: run.closing, ...(decision === undefined ? {} : { decision }) }
    await closeAiPosition(deps, { uid: run.uid }, run.order_id, why)
  } catch (error) {
    // The mark stays also where another engine decides on the customer by now, which closes it.
    const isRefused = error instanceof DomainError
    if (!isRefused && !(error instanceof NotDeliveredError)) throw error
    deps.log.info(
      { run: runId, code: isRefused ? error.code : error.name },
      'a trade of AI ordering could not be closed; it is tried again',
    )
  }
  // Also where it had closed already: the run is told.
  await settleTrade(deps, runId)
}

const decisionOf = (row: DecisionRow) => {
  const { s7, s30, c, c15, a } = row
  if (s7 === null || s30 === null || c === null || c15 === null || a === null) return undefined
  const values: SignalValues = { s7, s30, c, c15, a }
  return receiptDecision(row.run_id, row.candle_ms, values)
}
