import type { EndReason } from '@glasshouse/core/ai/run'
import { runState } from '@glasshouse/core/ai/run'
import { postNotice } from '../../customers/notices/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { RunRow } from '../schema.ts'
import { type RunChange, updateRun } from '../store/runs.ts'
import type { AiDeps } from './deps.ts'

export type EndDeps = Pick<AiDeps, 'clock'> & { readonly markets: Pick<AiDeps['markets'], 'product'> }

/** Ends a run that is locked and in no trade, and tells its customer why and with what result. */
export const endRun = async (
  tx: Tx,
  { clock, markets }: EndDeps,
  run: Pick<RunRow, 'id'>,
  reason: EndReason,
  change: RunChange = {},
): Promise<RunRow> => {
  const ended = await updateRun(tx, run.id, {
    ...change,
    state: runState.ended,
    reason,
    ended_ms: clock.now(),
  })
  const { id, uid, done, times, profit, fees } = ended
  const symbol = markets.product(ended.pid)?.symbol ?? ''
  const params = { id, symbol, done, times, result: profit - fees, reason }
  await postNotice(tx, clock, uid, { kind: 'aiRunEnded', params }, String(id))
  return ended
}
