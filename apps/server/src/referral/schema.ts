import type { Generated, Selectable } from 'kysely'

/** Tables of the module; money 1e-8 USDT, rates whole percent, instants of the business calendar. */
export type ReferralTables = {
  referral_client: ClientTable
  referral_promise: PromiseTable
  referral_accrual: { promise_id: number; day: number; amount: bigint }
  referral_month: { receiver: number; month: number; earned: bigint }
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
  promised: bigint
  first_promised: bigint
  refusal: PromiseRefusal | null
  state: 'running' | 'ending' | 'over'
  order_interest: bigint | null
  order_fee: bigint | null
  accrued: Generated<bigint>
  taken_back: Generated<bigint>
  paid: Generated<bigint>
  first_paid: Generated<bigint>
  returned: Generated<bigint>
  last_day: number | null
  last_amount: Generated<bigint>
}

type PayoutTable = {
  id: Generated<number>
  month: number
  client: number
  level: number
  receiver: number
  amount: bigint
  at_ms: number
}

/** Why money went back to the marketing reserve. */
export type ReturnReason = 'finished' | 'left' | 'closed'

type ReturnTable = {
  id: Generated<number>
  reason: ReturnReason
  subject: number
  amount: bigint
  at_ms: number
}

export type PromiseRow = Selectable<PromiseTable>
export type PayoutRow = Selectable<PayoutTable>
export type ReturnRow = Selectable<ReturnTable>
export type ClientRow = Selectable<ClientTable>
