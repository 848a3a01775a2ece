import { signalToWire } from '@glasshouse/core/ai/codec'
import { type SignalValues, strategyName, strategyVersion } from '@glasshouse/core/ai/momentum'
import type { AiOutcome } from '@glasshouse/core/ai/run'
import type { AiDecision } from '@glasshouse/core/contracts/wire'
import type { DecisionRow } from '../schema.ts'

/** A closed candle as a run judges it; the values are null where the candles before it have a gap. */
export type JudgedCandle = { readonly openMs: number; readonly values: SignalValues | null }

/** A decision as it is stored. */
export const decisionRow = (
  runId: number,
  { openMs, values }: JudgedCandle,
  outcome: AiOutcome,
  more: { readonly retCode?: number; readonly orderId?: number } = {},
): DecisionRow => ({
  run_id: runId,
  candle_ms: openMs,
  outcome,
  s7: values?.s7 ?? null,
  s30: values?.s30 ?? null,
  c: values?.c ?? null,
  c15: values?.c15 ?? null,
  a: values?.a ?? null,
  ret_code: more.retCode ?? null,
  order_id: more.orderId ?? null,
})

/** A decision as receipts state it. */
export const receiptDecision = (runId: number, openMs: number, values: SignalValues): AiDecision => ({
  run: runId,
  rule: strategyName,
  version: strategyVersion,
  ...signalToWire({ openMs, values }),
})
