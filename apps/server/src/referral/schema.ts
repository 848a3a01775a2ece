import type { Usdt } from '@glasshouse/core/money/units'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** A column of amounts: rows that are read have its unit, and any amount can be written. */
type Amount<Write = bigint> = ColumnType<Usdt, Write, Write>

/** Tables of the module; money 1e-8 USDT, rates whole percent, instants of the business calendar. */
export type ReferralTables = {
  referral_client: ClientTable
  referral_promise: PromiseTable
  referral_accrual: { promise_id: number; day: number; amount: Amount }
  referral_month: { receiver: number; month: number; earned: Amount }
  referral_payout: PayoutTable
  referral_return: ReturnTable
}

type ClientTable = {
  client: number
  level: number
  receiver: number
  joined_ms: number
  left_ms: number | null
}

/** Why a promise is not funded. */
export type PromiseRefusal = 'policy' | 'kyc' | 'account' | 'sameOwner' | 'reserve'

type PromiseTable = {
  id: Generated<number>
  order_id: number
  level: number
  client: number
  receiver: number
  rate: number
  first_rate: number
  promised: Amount
  first_promised: Amount
  refusal: PromiseRefusal | null
  state: 'running' | 'ending' | 'over'
  order_interest: ColumnType<Usdt | null, bigint | null, bigint | null>
  order_fee: ColumnType<Usdt | null, bigint | null, bigint | null>
  accrued: Amount<bigint | undefined>
  taken_back: Amount<bigint | undefined>
  paid: Amount<bigint | undefined>
  first_paid: Amount<bigint | undefined>
  returned: Amount<bigint | undefined>
  last_day: number | null
  last_amount: Amount<bigint | undefined>
}

type PayoutTable = {
  id: Generated<number>
  month: number
  client: number
  level: number
  receiver: number
  amount: Amount
  at_ms: number
}

/** Why money went back to the marketing reserve. */
export type ReturnReason = 'finished' | 'left' | 'closed'

type ReturnTable = {
  id: Generated<number>
  reason: ReturnReason
  subject: number
  amount: Amount
  at_ms: number
}

export type PromiseRow = Selectable<PromiseTable>
export type PayoutRow = Selectable<PayoutTable>
export type ReturnRow = Selectable<ReturnTable>
export type ClientRow = Selectable<ClientTable>
