import type { OrderState } from '@glasshouse/core/invest/checks'
import type { OrderMethod } from '@glasshouse/core/invest/codec'
import type { InterestMethod } from '@glasshouse/core/invest/rules'
import type { ProductKind } from '@glasshouse/core/invest/wire'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Tables of the module; money 1e-8 USDT, rates 1e-8 of one, instants of the business calendar. */
export type InvestTables = {
  invest_product: ProductTable
  invest_cycle: CycleTable
  invest_order: OrderTable
  invest_accrual: AccrualTable
}

/** Texts by language and name, as the operator wrote them. */
export type ProductTexts = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Claims by name, each with the https address that shows it. */
export type ProductClaims = Readonly<Record<string, { readonly text: string; readonly source: string }>>

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
}

type AccrualTable = { order_id: number; day: number; number: number; amount: bigint }

export type ProductRow = Selectable<ProductTable>
export type CycleRow = Selectable<CycleTable>
export type OrderRow = Selectable<OrderTable>
export type AccrualRow = Selectable<AccrualTable>
