import type { AiRun, AiStatus, RunningAiRun } from '@glasshouse/core/ai/codec'
import { runState, runStateOf } from '@glasshouse/core/ai/run'
import { lossOf } from '@glasshouse/core/ai/tiers'
import { dayNumber } from '@glasshouse/core/calendar/days'
import type { ContractOrderView } from '@glasshouse/core/contracts/codec'
import { domainError } from '@glasshouse/core/errors/registry'
import { bucketStart, intervalMs } from '@glasshouse/core/markets/intervals'
import { getSetting } from '../../content/index.ts'
import { findOrderView } from '../../contracts/index.ts'
import { activationOf, findCustomer } from '../../customers/records/index.ts'
import type { PageRange, SortedRange } from '../../platform/database/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import type { RunRow } from '../schema.ts'
import { findLastDecision, listDecisions } from '../store/decisions.ts'
import { countRunsOfDay, findActiveRun, findLastRun, listRuns, lockRun, updateRun } from '../store/runs.ts'
import { findSwitch } from '../store/switch.ts'
import { valuesAt } from './candles.ts'
import { closeTrade } from './close.ts'
import { type AiDeps, assertHeld, isActiveFor } from './deps.ts'
import { endRun } from './end.ts'

/** A stored run as its customer sees it. */
const toRun = (row: RunRow): AiRun => ({
  id: row.id,
  pid: row.pid,
  stake: row.stake,
  leverage: row.leverage,
  times: row.times,
  done: row.done,
  maxLoss: row.max_loss,
  lost: lossOf(row.profit, row.fees),
  state: runStateOf(row.state),
  isStopping: row.closing === 'aiStop',
  reason: row.reason,
  retCode: row.ret_code,
  profit: row.profit,
  fees: row.fees,
  createdMs: row.created_ms,
  untilMs: row.until_ms,
  endedMs: row.ended_ms,
})

/** Lists a customer's runs; creation times follow ids. */
export const listOwnRuns = async (
  { database }: Pick<AiDeps, 'database'>,
  uid: number,
  page: SortedRange,
): Promise<{ readonly rows: readonly AiRun[]; readonly total: number }> => {
  const { runs, total } = await listRuns(database.db, { uid, ...page })
  return { rows: runs.map(toRun), total }
}

/** Everything that the runs of a customer decided, for an export; oldest first. */
export const listOwnDecisions = async (
  { database }: Pick<AiDeps, 'database'>,
  uid: number,
  page: PageRange,
) =>
  (await listDecisions(database.db, uid, page)).map(({ s7, s30, c, c15, a, ...decision }) => ({
    ...decision,
    ...Object.fromEntries(
      Object.entries({ s7, s30, c, c15, a }).map(([name, value]) => [name, value?.toString() ?? null]),
    ),
  }))

/** Whether AI ordering is active for a customer and until when, and what the customer's run is at. */
export const readStatus = async (deps: AiDeps, uid: number): Promise<AiStatus<ContractOrderView>> => {
  const { clock, database } = deps
  const { db } = database
  const businessMs = clock.business()
  const [person, isActive, today, max, running, last, { is_on: isOn }] = await Promise.all([
    findCustomer(db, uid),
    isActiveFor(db, uid, businessMs),
    countRunsOfDay(db, uid, dayNumber(businessMs)),
    getSetting(db, 'ai_daily_max'),
    findActiveRun(db, uid),
    findLastRun(db, uid),
    findSwitch(db),
  ])
  if (person === undefined) throw new Error(`customer ${uid} does not exist`)
  return {
    isActive,
    untilMs: isActive ? activationOf(person).untilMs : null,
    ...{ isOn, today, max },
    running: running === undefined ? null : await toRunning(deps, running),
    last: last === undefined ? null : toRun(last),
  }
}

const toRunning = async (deps: AiDeps, run: RunRow): Promise<RunningAiRun<ContractOrderView>> => {
  const openMs = bucketStart(deps.clock.now(), '1m') - intervalMs['1m']
  const [values, decision, order] = await Promise.all([
    valuesAt(deps.markets, run.pid, openMs),
    findLastDecision(deps.database.db, run.id, 'any'),
    run.order_id === null ? null : findOrderView(deps, run.uid, run.order_id),
  ])
  return {
    ...toRun(run),
    signal: values === null ? null : { openMs, values },
    decision:
      decision === undefined
        ? null
        : { outcome: decision.outcome, openMs: decision.candle_ms, retCode: decision.ret_code },
    order,
  }
}

/**
 * Stops a run. One that waits ends at once; the trade of another closes at the market, or at the next fresh price where
 * the market is silent, and then the run ends.
 *
 * @throws notFound, invalidState (it has ended)
 */
export const stopRun = async (deps: AiDeps, uid: number, id: number): Promise<void> => {
  await transact(deps.database.db, async (tx) => {
    await assertHeld(tx, deps, uid)
    const run = await lockRun(tx, id)
    if (run === undefined || run.uid !== uid) throw domainError('notFound')
    if (run.state === runState.ended) throw domainError('invalidState')
    if (run.state === runState.trading) await updateRun(tx, id, { closing: 'aiStop' })
    else await endRun(tx, deps, run, 'stopped')
  })
  await closeTrade(deps, id)
}
