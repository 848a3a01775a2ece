import type { AiOutcome, EndReason } from '@glasshouse/core/ai/run'
import type { AiBacktest, AiLive } from '@glasshouse/core/ai/wire'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** A column of amounts: rows that are read have its unit, and any amount can be written. */
type Amount<Write = bigint> = ColumnType<Usdt, Write, Write>

/** Tables of the module; money 1e-8 USDT, prices 1e-9 USDT, instants of the wall clock. */
export type AiTables = {
  ai_run: RunTable
  ai_decision: DecisionTable
  ai_switch: { id: number; is_on: boolean; remark: string; changed_ms: number | null }
  ai_backtest: {
    pid: number
    day: number
    computed_ms: number
    result: ColumnType<AiBacktest, string, string>
    live: ColumnType<AiLive, string, string>
  }
}

/** Why an open trade is to be closed; also the rule that its receipt names. */
export type ClosingRule = 'aiStop' | 'aiMaxLoss' | 'aiOpposite' | 'aiAge'

type RunTable = {
  id: Generated<number>
  uid: number
  pid: number
  leverage: number
  stake: Amount
  times: number
  max_loss: Amount
  rule: string
  version: number
  day: number
  state: Generated<1 | 2 | 3>
  reason: EndReason | null
  ret_code: number | null
  done: Generated<number>
  profit: Amount<bigint | undefined>
  fees: Amount<bigint | undefined>
  order_id: number | null
  closing: ClosingRule | null
  refusals: Generated<number>
  last_candle_ms: number
  created_ms: number
  until_ms: number
  ended_ms: number | null
}

type DecisionTable = {
  run_id: number
  candle_ms: number
  outcome: AiOutcome
  s7: bigint | null
  s30: bigint | null
  c: ColumnType<Price | null, bigint | null, bigint | null>
  c15: ColumnType<Price | null, bigint | null, bigint | null>
  a: ColumnType<Price | null, bigint | null, bigint | null>
  ret_code: number | null
  order_id: number | null
}

export type RunRow = Selectable<RunTable>
export type DecisionRow = Selectable<DecisionTable>
