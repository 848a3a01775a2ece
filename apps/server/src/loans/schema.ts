import type { LoanStatus } from '@glasshouse/core/loans/checks'
import type { ScoreReason } from '@glasshouse/core/loans/rules'
import type { Generated, Selectable } from 'kysely'

/** Tables of the module; money 1e-8 USDT, instants of the business calendar. */
export type LoansTables = {
  loans_loan: LoanTable
  loans_interest: { loan_id: number; day: number; amount: bigint }
  loans_payment: PaymentTable
  loans_pledge: PledgeTable
  loans_score_event: ScoreEventTable
  loans_standing: StandingRecord
}

type LoanTable = {
  id: Generated<number>
  uid: number
  amount: bigint
  days: number
  autorepay: boolean
  rate_ppm: number
  call_percent: number
  liquidation_percent: number
  grace_hours: number
  needed: 1 | 2
  created_ms: number
  status: Generated<LoanStatus>
  remark: Generated<string | null>
  decided_ms: Generated<number | null>
  paid_ms: Generated<number | null>
  due_ms: Generated<number | null>
  outstanding: Generated<bigint>
  interest: Generated<bigint>
  repaid: Generated<bigint>
  surplus: Generated<bigint>
  payments: Generated<number>
  shortfall: Generated<bigint>
  insured: Generated<bigint>
  is_called: Generated<boolean>
  midnight_ms: Generated<number>
  ended_ms: Generated<number | null>
}

type PaymentTable = {
  loan_id: number
  number: number
  source: 'customer' | 'auto' | 'collateral'
  interest: bigint
  principal: bigint
  surplus: bigint
  order_id: number | null
  paid_ms: number
}

type PledgeTable = {
  loan_id: number
  order_id: number
  value: bigint
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

export type LoanRecord = Selectable<LoanTable>
export type PaymentRecord = Selectable<PaymentTable>
export type PledgeRecord = Selectable<PledgeTable>
export type ScoreEventRecord = Selectable<ScoreEventTable>
/** What was owed and the value of the pledged orders at an instant. */
export type StandingRecord = { loan_id: number; at_ms: number; owed: bigint; value: bigint }
