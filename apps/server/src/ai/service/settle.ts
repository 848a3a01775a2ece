import { endReasonOf, runState } from '@glasshouse/core/ai/run'
import { sumUnits, usdt } from '@glasshouse/core/money/units'
import { listAiOrders } from '../../contracts/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { publishEvents } from '../../platform/events/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { aiTradeClosed } from '../events.ts'
import type { ClosingRule, RunRow } from '../schema.ts'
import { lockRun, updateRun } from '../store/runs.ts'
import { findSwitch } from '../store/switch.ts'
import { type AiDeps, type AiMarkets, isActiveFor } from './deps.ts'
import { endRun } from './end.ts'

const nothing = usdt('0')

/** What of a pending close decides the end of a run. */
const closingOf = (rule: ClosingRule | null): 'stopped' | 'maxLoss' | null =>
  rule === 'aiStop' ? 'stopped' : rule === 'aiMaxLoss' ? 'maxLoss' : null

/** Why a run without an open trade ends now; null while it goes on. */
export const endReasonAt = async (
  tx: Tx,
  { clock }: Pick<AiDeps, 'clock'>,
  run: Pick<RunRow, 'uid' | 'done' | 'times' | 'profit' | 'fees' | 'max_loss' | 'closing' | 'until_ms'>,
) =>
  endReasonOf(
    {
      done: run.done,
      times: run.times,
      profit: run.profit,
      fees: run.fees,
      maxLoss: run.max_loss,
      closing: closingOf(run.closing),
      isActive: await isActiveFor(tx, run.uid, clock.business()),
      isSwitchedOn: (await findSwitch(tx)).is_on,
      untilMs: run.until_ms,
    },
    clock.now(),
  )

/**
 * Counts the trade of a run that has closed, whatever closed it, and ends the run when it is over. The sums are taken of
 * all its orders, so that doing it twice changes nothing.
 */
export const settleTrade = (deps: SettleDeps, runId: number): Promise<void> =>
  transact(deps.database.db, (tx) => settleTradeIn(tx, deps, runId))

/** What settling needs; orders are only read. */
export type SettleDeps = Pick<AiDeps, 'clock' | 'database'> & { readonly markets: Pick<AiMarkets, 'product'> }

const settleTradeIn = async (tx: Tx, deps: Omit<SettleDeps, 'database'>, runId: number): Promise<void> => {
  const run = await lockRun(tx, runId)
  if (run === undefined || run.state !== runState.trading) return
  const orders = await listAiOrders(tx, runId)
  const trade = orders.find(({ id }) => id === run.order_id)
  if (trade === undefined) throw new Error(`the trade ${run.order_id} of run ${runId} is not an order of it`)
  if (trade.state !== 'closed') return
  const closed = orders.filter(({ state }) => state === 'closed')
  const counted = {
    ...run,
    done: closed.filter(({ parent_id }) => parent_id === null).length,
    profit: closed.reduce((sum, { profit }) => sumUnits([sum, profit ?? nothing]), nothing),
    fees: closed.reduce(
      (sum, { open_fee, close_fee }) => sumUnits([sum, open_fee, close_fee ?? nothing]),
      nothing,
    ),
  }
  const reason = await endReasonAt(tx, deps, counted)
  const { done, profit, fees } = counted
  const change = { done, profit, fees, order_id: null, closing: null }
  const after =
    reason === null
      ? await updateRun(tx, runId, { ...change, state: runState.waiting })
      : await endRun(tx, deps, run, reason, change)
  const title = deps.markets.product(run.pid)?.title ?? ''
  await publishEvents(tx, [aiTradeClosed(after, trade, title)], deps.clock.now())
}
