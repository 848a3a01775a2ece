import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { CancelReason, IssueState, OrderStatus } from '@glasshouse/core/subscription/rules'
import type { Generated, GeneratedAlways, Selectable } from 'kysely'

/** Tables of the module; coins 1e-8, prices 1e-9 USDT, money 1e-8 USDT, instants of the business calendar. */
export type SubscriptionTables = {
  subscription_issue: IssueTable
  subscription_order: OrderTable
}

type IssueTable = {
  id: Generated<number>
  pid: number
  symbol: string
  title: string
  price: Price
  number: Quantity
  step: Quantity
  min_number: Quantity
  max_number: Quantity
  open_ms: number
  close_ms: number
  final_day: string
  risk_sheet: string
  state: Generated<IssueState>
  asked: Generated<Quantity>
  applications: Generated<number>
  known_minute_ms: Generated<number | null>
  head_minute_ms: Generated<number | null>
  head_symbol: Generated<string | null>
  head_n: Generated<number | null>
  head_hash: Generated<string | null>
  decided_ms: Generated<number | null>
  remark: Generated<string | null>
  created_ms: number
  changed_ms: number
}

type OrderTable = {
  id: Generated<number>
  uid: number
  issue_id: number
  /** SHA-256 of the digits of the id, its name in the published table. */
  hash: GeneratedAlways<string>
  asked: Quantity
  allotted: Generated<Quantity | null>
  status: Generated<OrderStatus>
  reason: Generated<CancelReason | null>
  money: Generated<Usdt>
  created_ms: number
  paid_ms: Generated<number | null>
  ended_ms: Generated<number | null>
}

export type IssueRecord = Selectable<IssueTable>
export type OrderRecord = Selectable<OrderTable>
