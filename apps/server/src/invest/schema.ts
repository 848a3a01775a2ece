import type { OrderState } from '@glasshouse/core/invest/checks'
import type { OrderMethod } from '@glasshouse/core/invest/codec'
import type { ExitReason } from '@glasshouse/core/invest/copy/dealing'
import type { StoredLeadFigures } from '@glasshouse/core/invest/copy/leads/figures/codec'
import type { ExitMode } from '@glasshouse/core/invest/copy/schedule'
import type { PoolUnits, UnitPrice } from '@glasshouse/core/invest/copy/units'
import type { LeadEndReason } from '@glasshouse/core/invest/copy/wire'
import type { InterestMethod, Rate } from '@glasshouse/core/invest/rules'
import type { ProductKind } from '@glasshouse/core/invest/wire'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { Price, Usdt } from '@glasshouse/core/money/units'
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

/** A column of amounts: rows that are read have its unit, and any amount can be written. */
type Amount<Read, Write = bigint> = ColumnType<Read, Write, Write>

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
  quota: Amount<Usdt>
  redeem_days: number
  redeem_fee: Amount<Rate>
  texts: ColumnType<ProductTexts, string, string>
  claims: ColumnType<ProductClaims, string, string>
  sold: Amount<Usdt, bigint | undefined>
  promised: Amount<Usdt, bigint | undefined>
  created_ms: number
  changed_ms: number
}

type CycleTable = {
  id: Generated<number>
  product_id: number
  method: InterestMethod
  rate: Amount<Rate>
  days: number
  min_principal: Amount<Usdt>
  max_principal: Amount<Usdt>
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
  principal: Amount<Usdt>
  credit: Amount<Usdt>
  rate: Amount<Rate>
  days: number
  promised: Amount<Usdt>
  redeem_fee: Amount<Rate>
  created_ms: number
  redeemable_ms: number
  ends_ms: number
  state: OrderState
  accrued: Amount<Usdt, bigint | undefined>
  accrued_days: Generated<number>
  last_day: number | null
  last_amount: Amount<Usdt, bigint | undefined>
  next_ms: number
  redeem_ms: number | null
  finished_ms: number | null
  payout: Amount<Usdt, bigint | undefined>
  fee: Amount<Usdt, bigint | undefined>
  loan_id: number | null
  ended_pledged: Generated<boolean>
}

type AccrualTable = { order_id: number; day: number; number: number; amount: Amount<Usdt> }

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
  equity: Amount<Usdt, bigint | undefined>
  /** Figures of the newest midnight, in wire form. */
  record: ColumnType<StoredLeadFigures, string | undefined, string>
}

type LeadApplicationTable = {
  id: Generated<number>
  uid: number
  text: string
  record_days: number
  closed_trades: number
  equity: Amount<Usdt>
  risk_score: number | null
  /** Figures of the wallet when it was made, in wire form; empty of one made before they were kept. */
  record: ColumnType<StoredLeadFigures, string | undefined, never>
  created_ms: number
  state: Generated<ReviewState>
  decided_ms: number | null
  remark: string | null
}

type LeadDayTable = {
  uid: number
  day: number
  at_ms: number
  equity: Amount<Usdt>
  deposited: Amount<Usdt>
  withdrawn: Amount<Usdt>
}

type PoolTable = {
  product_id: number
  lead_id: number
  account: number
  period_days: number
  min_principal: Amount<Usdt>
  max_principal: Amount<Usdt>
  lead_fee_ppm: number
  max_multiple: number
  copy_stop_percent: number
  exit_levy_ppm: number
  units: Amount<PoolUnits, bigint | undefined>
  unit_price: Amount<UnitPrice, bigint | undefined>
  highest: Amount<UnitPrice, bigint | undefined>
  /** Balance and unrealized result right after the newest dealing, at its ticks. */
  dealt_worth: Amount<Usdt, bigint | undefined>
  waiting: Amount<Usdt, bigint | undefined>
  dealt_ms: number | null
  due_ms: number | null
  due_since_ms: number | null
  alarmed_ms: number | null
  /** What may enter by the newest look. */
  capacity: Amount<Usdt, bigint | undefined>
  stopped_ms: number | null
  stop_reason: 'drawdown' | 'lead' | 'worthless' | null
}

type CopyTable = {
  order_id: number
  product_id: number
  lead_fee_ppm: number
  exit_levy_ppm: number
  stop_loss_percent: number
  units: Amount<PoolUnits, bigint | undefined>
  entry_price: Amount<UnitPrice | null, bigint | null>
  high_water_mark: Amount<UnitPrice | null, bigint | null>
  entered_ms: number | null
  period_end_ms: number | null
  exit_mode: ExitMode | null
  leaves_ms: number | null
  fees_paid: Amount<Usdt, bigint | undefined>
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
  balance: Amount<Usdt>
  positions: ColumnType<readonly unknown[], string, never>
  bid: Amount<Usdt>
  offer: Amount<Usdt>
  closing_cost: Amount<Usdt>
  units_before: Amount<PoolUnits>
  entry_price: Amount<UnitPrice>
  exit_price: Amount<UnitPrice>
  units_after: Amount<PoolUnits>
  share_ppm: number
  dust: Amount<PoolUnits>
  is_ended: boolean
}

type DealingOrderTable = {
  order_id: number
  at_ms: number
  product_id: number
  day: number
  units_before: Amount<PoolUnits>
  fee_units: Amount<PoolUnits>
  fee: Amount<Usdt>
  units_after: Amount<PoolUnits>
  value: Amount<Usdt>
  put_in: Amount<Usdt>
  paid_out: Amount<Usdt>
  levy: Amount<Usdt>
  profit: Amount<Usdt>
  exit_reason: ExitReason | null
}

type PoolChangeTable = {
  product_id: number
  at_ms: number
  pool_order: number
  pid: number
  side: 'long' | 'short'
  change: Amount<Usdt>
  open_price: Amount<Price>
  close_price: Amount<Price | null, bigint | null>
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
