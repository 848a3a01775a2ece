import type { LoanState } from '@glasshouse/core/loans/checks'
import type { ScoreReason } from '@glasshouse/core/loans/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { ColumnType, Generated, Insertable, Selectable } from 'kysely'

/** A column of amounts: rows that are read have its unit, and any amount can be written. */
type Amount<Write = bigint> = ColumnType<Usdt, Write, Write>

/** Tables of the module; money 1e-8 USDT, instants of the business calendar. */
export type LoansTables = {
  loans_loan: LoanTable
  loans_interest: { loan_id: number; day: number; amount: Amount }
  loans_payment: PaymentTable
  loans_pledge: PledgeTable
  loans_score_event: ScoreEventTable
  loans_standing: StandingTable
}

/** The column of `is_auto_repaid`, which has the name of the wire. */
export const autoRepaidColumn = 'autorepay'

type LoanTable = {
  id: Generated<number>
  uid: number
  amount: Amount
  days: number
  autorepay: boolean
  rate_ppm: number
  call_percent: number
  liquidation_percent: number
  grace_hours: number
  needed: 1 | 2
  created_ms: number
  state: Generated<LoanState>
  remark: Generated<string | null>
  decided_ms: Generated<number | null>
  paid_ms: Generated<number | null>
  due_ms: Generated<number | null>
  outstanding: Amount<bigint | undefined>
  interest: Amount<bigint | undefined>
  repaid: Amount<bigint | undefined>
  surplus: Amount<bigint | undefined>
  payments: Generated<number>
  shortfall: Amount<bigint | undefined>
  insured: Amount<bigint | undefined>
  is_called: Generated<boolean>
  midnight_ms: Generated<number>
  ended_ms: Generated<number | null>
}

type PaymentTable = {
  loan_id: number
  number: number
  source: 'customer' | 'auto' | 'collateral'
  interest: Amount
  principal: Amount
  surplus: Amount
  order_id: number | null
  paid_ms: number
}

type PledgeTable = {
  loan_id: number
  order_id: number
  value: Amount
  pledged_ms: number
  state: Generated<'pledged' | 'released' | 'seized'>
}

type ScoreEventTable = {
  id: Generated<number>
  uid: number
  reason: ScoreReason
  change: number
  score: number
  loan_id: number | null
  remark: string | null
  happened_ms: number
}

type Named<Row> = Omit<Row, typeof autoRepaidColumn> & { readonly is_auto_repaid: boolean }
export type LoanRecord = Named<Selectable<LoanTable>>
export type NewLoan = Named<Insertable<LoanTable>>
export type PaymentRecord = Selectable<PaymentTable>
export type PledgeRecord = Selectable<PledgeTable>
export type ScoreEventRecord = Selectable<ScoreEventTable>
/** What was owed and the value of the pledged orders at an instant. */
type StandingTable = { loan_id: number; at_ms: number; owed: Amount; value: Amount }
export type StandingRecord = Selectable<StandingTable>
