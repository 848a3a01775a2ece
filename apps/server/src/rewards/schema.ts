import type { Usdt } from '@glasshouse/core/money/units'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** A column of amounts: rows that are read have its unit, and any amount can be written. */
type Amount<Write = bigint> = ColumnType<Usdt, Write, Write>

/** Tables of the module; money 1e-8 USDT, days yyyymmdd, instants of the business calendar. */
export type RewardTables = {
  rewards_checkin: CheckinTable
  rewards_total: TotalTable
  rewards_submission: SubmissionTable
  rewards_task: TaskTable
  rewards_reading: { uid: number; opened_ms: number }
  rewards_day: { day: number; paid: Amount }
  rewards_assets: { uid: number; day: number; assets: Amount }
}

type CheckinTable = {
  id: Generated<number>
  uid: number
  day: number
  streak: number
  total: number
  reward: Amount
  funded: boolean
  at_ms: number
}

type TotalTable = {
  id: Generated<number>
  uid: number
  rule_id: number
  times: number
  amount: Amount
  at_ms: number
}

type SubmissionTable = {
  id: Generated<number>
  uid: number
  task: number
  upload_id: number
  state: Generated<ReviewState>
  remark: string | null
  created_ms: number
  decided_ms: number | null
}

type TaskTable = { id: Generated<number>; uid: number; task: number; amount: Amount; at_ms: number }

export type CheckinRow = Selectable<CheckinTable>
export type SubmissionRow = Selectable<SubmissionTable>
