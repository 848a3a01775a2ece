import type { OrderState } from '@glasshouse/core/invest/checks'
import type { OrderMethod } from '@glasshouse/core/invest/codec'
import type { ExitReason } from '@glasshouse/core/invest/copy/dealing'
import type { ExitMode } from '@glasshouse/core/invest/copy/schedule'
import type { LeadEndReason } from '@glasshouse/core/invest/copy/wire'
import type { InterestMethod } from '@glasshouse/core/invest/rules'
import type { ProductKind } from '@glasshouse/core/invest/wire'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { ReviewState } from '@glasshouse/core/reviews/codec'
import type { ColumnType, Generated, Selectable } from 'kysely'

/**
 * Tables of the module; money and pool units 1e-8, rates 1e-8 of one, unit prices and fractions of records 1e-9, instants
 * of the business calendar.
 */
export type InvestTables = {
  invest_product: ProductTable
  invest_cycle: CycleTable
  invest_order: OrderTable
  invest_accrual: AccrualTable
  invest_lead: LeadTable
  invest_lead_application: LeadApplicationTable
  invest_lead_day: LeadDayTable
  invest_lead_trades: TradesTable
  invest_pool: PoolTable
  invest_copy: CopyTable
  invest_dealing: DealingTable
  invest_dealing_order: DealingOrderTable
  invest_pool_change: PoolChangeTable
}

/** Texts by language and name, as the operator wrote them. */
type ProductTexts = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Claims by name, each with the https address that shows it. */
type ProductClaims = Readonly<Record<string, { readonly text: string; readonly source: string }>>

type ProductTable = {
  id: Generated<number>
  kind: ProductKind
  name: string
  picurl: string
  remark: string
  position: number
  on_sale: boolean
  featured: boolean
  quota: bigint
  redeem_days: number
  redeem_fee: bigint
  texts: ColumnType<ProductTexts, string, string>
  claims: ColumnType<ProductClaims, string, string>
  sold: Generated<bigint>
  promised: Generated<bigint>
  created_ms: number
  changed_ms: number
}

type CycleTable = {
  id: Generated<number>
  product_id: number
  method: InterestMethod
  rate: bigint
  days: number
  min_principal: bigint
  max_principal: bigint
  position: number
  offered: boolean
}

type OrderTable = {
  id: Generated<number>
  uid: number
  product_id: number
  cycle_id: number | null
  product_name: string
  kind: ProductKind
  method: OrderMethod
  principal: bigint
  credit: bigint
  rate: bigint
  days: number
  promised: bigint
  redeem_fee: bigint
  created_ms: number
  redeemable_ms: number
  ends_ms: number
  state: OrderState
  accrued: Generated<bigint>
  accrued_days: Generated<number>
  last_day: number | null
  last_amount: Generated<bigint>
  next_ms: number
  redeem_ms: number | null
  finished_ms: number | null
  payout: Generated<bigint>
  fee: Generated<bigint>
  loan_id: number | null
  ended_pledged: Generated<boolean>
}

type AccrualTable = { order_id: number; day: number; number: number; amount: bigint }

/** Figures of a lead as the record shows them, in wire form. */
type StoredRecord = Readonly<Record<string, unknown>> & {
  readonly result?: Readonly<Record<string, unknown>>
}

type TradesTable = {
  uid: number
  until_ms: number
  recent: ColumnType<readonly number[], string, string>
  sums: ColumnType<unknown, string, string>
}

type LeadTable = {
  id: Generated<number>
  /** The username in lower case; empty of a closed account. */
  name: Generated<string>
  uid: number
  since_ms: number
  identity: string | null
  is_waived: boolean
  ended_ms: number | null
  end_reason: LeadEndReason | null
  end_remark: Generated<string>
  record_days: Generated<number>
  risk_score: number | null
  return_all: bigint | null
  max_drawdown: Generated<bigint>
  equity: Generated<bigint>
  record: ColumnType<StoredRecord, string | undefined, string>
}

type LeadApplicationTable = {
  id: Generated<number>
  uid: number
  text: string
  record_days: number
  closed_trades: number
  equity: bigint
  risk_score: number | null
  /** Figures of the wallet when it was made, in wire form; empty of one made before they were kept. */
  record: ColumnType<StoredRecord, string | undefined, never>
  created_ms: number
  state: Generated<ReviewState>
  decided_ms: number | null
  remark: string | null
}

type LeadDayTable = {
  uid: number
  day: number
  at_ms: number
  equity: bigint
  deposited: bigint
  withdrawn: bigint
}

type PoolTable = {
  product_id: number
  lead_id: number
  account: number
  period_days: number
  min_principal: bigint
  max_principal: bigint
  lead_fee_ppm: number
  max_multiple: number
  copy_stop_percent: number
  exit_levy_ppm: number
  units: Generated<bigint>
  unit_price: Generated<bigint>
  highest: Generated<bigint>
  /** Balance and unrealized result right after the newest dealing, at its ticks. */
  dealt_worth: Generated<bigint>
  waiting: Generated<bigint>
  dealt_ms: number | null
  due_ms: number | null
  due_since_ms: number | null
  alarmed_ms: number | null
  /** What may enter by the newest look. */
  capacity: Generated<bigint>
  stopped_ms: number | null
  stop_reason: 'drawdown' | 'lead' | 'worthless' | null
}

type CopyTable = {
  order_id: number
  product_id: number
  lead_fee_ppm: number
  exit_levy_ppm: number
  stop_loss_percent: number
  units: Generated<bigint>
  entry_price: bigint | null
  high_water_mark: bigint | null
  entered_ms: number | null
  period_end_ms: number | null
  exit_mode: ExitMode | null
  leaves_ms: number | null
  fees_paid: Generated<bigint>
}

/** The tick of a market at a dealing. */
type DealingTick = { readonly pid: number; readonly tick: TickEvidence }

type DealingTable = {
  product_id: number
  at_ms: number
  day: number
  executed_ms: number
  after_transaction: number
  ticks: ColumnType<readonly DealingTick[], string, never>
  balance: bigint
  positions: ColumnType<readonly unknown[], string, never>
  bid: bigint
  offer: bigint
  closing_cost: bigint
  units_before: bigint
  entry_price: bigint
  exit_price: bigint
  units_after: bigint
  share_ppm: number
  dust: bigint
  is_ended: boolean
}

type DealingOrderTable = {
  order_id: number
  at_ms: number
  product_id: number
  day: number
  units_before: bigint
  fee_units: bigint
  fee: bigint
  units_after: bigint
  value: bigint
  put_in: bigint
  paid_out: bigint
  levy: bigint
  profit: bigint
  exit_reason: ExitReason | null
}

type PoolChangeTable = {
  product_id: number
  at_ms: number
  pool_order: number
  pid: number
  side: 'long' | 'short'
  change: bigint
  open_price: bigint
  close_price: bigint | null
  changed_ms: number
}

export type LeadRow = Selectable<LeadTable>
export type TradesRow = Selectable<TradesTable>
export type LeadApplicationRow = Selectable<LeadApplicationTable>
export type LeadDayRow = Selectable<LeadDayTable>
export type PoolRow = Selectable<PoolTable>
export type CopyRow = Selectable<CopyTable>
export type DealingRow = Selectable<DealingTable>
export type DealingOrderRow = Selectable<DealingOrderTable>
export type PoolChangeRow = Selectable<PoolChangeTable>
export type ProductRow = Selectable<ProductTable>
export type CycleRow = Selectable<CycleTable>
/** An investment order as it is stored. */
export type OrderRow = Selectable<OrderTable>
export type AccrualRow = Selectable<AccrualTable>
