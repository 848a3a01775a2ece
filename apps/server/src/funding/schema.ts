import type { ChainStatus } from '@glasshouse/core/funding/chainStatus'
import type { DestinationKind, Network } from '@glasshouse/core/funding/destinations/rules'
import type { Network as Chained } from '@glasshouse/core/funding/networks'
import type {
  PendingReason,
  WithdrawalMethod,
  WithdrawalRejection,
  WithdrawalState,
} from '@glasshouse/core/funding/withdrawals/rules'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { ColumnType, Generated } from 'kysely'

export type FundingTables = {
  funding_destination: DestinationTable
  funding_destination_change: DestinationTable & { id: Generated<number>; ip: string }
  funding_deposit: DepositTable
  funding_arrival: { key: string; deposit_id: number; amount: Usdt; credited_ms: number }
  funding_payment_value: PaymentValueTable
  funding_channel: ChannelTable
  funding_invoice: InvoiceTable
  funding_delivery: { delivery_id: string; invoice_id: string; type: string; heard_ms: number }
  funding_address: AddressTable
  funding_transfer: TransferTable
  funding_withdrawal: WithdrawalTable
  funding_withdrawal_event: WithdrawalEventTable
  funding_hold: HoldTable
  funding_batch: BatchTable
  funding_bonus: { uid: number; deposit_id: number; amount: Usdt; claimed_ms: number }
}

type DepositTable = {
  id: Generated<number>
  uid: number
  channel: string
  amount: Usdt
  page_id: string | null
  lang: Language
  created_ms: number
  expires_ms: number | null
  paid_ms: number | null
  credited: Usdt | null
  rejected_ms: number | null
  remark: string | null
}

type PaymentValueTable = {
  key: string
  deposit_id: number
  covered: bigint
  at_invoice_rate: Usdt
  repriced: Usdt
  invoice_rate: string
  fresh_rate: string | null
  received_ms: number | null
  valued_ms: number
}

type ChannelTable = {
  code: string
  name: string
  adapter: 'sandbox' | 'btcpay'
  least: Usdt
  most: Usdt
  options: string
  is_on: boolean
  place: number
}

type InvoiceTable = {
  deposit_id: number
  invoice_id: string
  checkout_url: string
  per_usdt: Usdt
  state: string
  why: string
  watched_ms: number
  due_ms: number | null
  checked_ms: number | null
  tries: number
}

type AddressTable = {
  network: Chained
  key_id: string
  uid: number
  place: number
  address: string
  since_ms: number
}

type TransferTable = {
  deposit_id: number
  owner_uid: number
  /** The address to which the hash is bound; empty where no node verifies transfers. */
  recipient: string
  network: Chained
  hash: string
  paid_to: string
  paid_from: string | null
  reported: ColumnType<Readonly<Record<string, string>>, string, string>
  upload_id: number | null
  is_rejected: boolean
  finding: ChainStatus
  arrived: Usdt | null
  sender: string | null
  confirmations: number | null
  block: number | null
  due_ms: number | null
  checked_ms: number | null
  tries: number
}

type DestinationTable = {
  uid: number
  kind: DestinationKind
  network: Network | null
  sealed: string
  summary: string
  changed_ms: number
}

type WithdrawalTable = {
  id: Generated<number>
  uid: number
  way: WithdrawalMethod
  amount: Usdt
  fee: Usdt
  destination: string
  /** Keyed digest of the destination; null for old rows and erased customers. */
  destination_key: string | null
  summary: string
  userremark: string
  state: WithdrawalState
  needed: 1 | 2
  reason: PendingReason | null
  reason_text: string | null
  created_ms: number
  deadline_ms: number
  ended_ms: number | null
  rejection: WithdrawalRejection | null
  remark: string | null
  batch_id: number | null
  proof: string | null
}

type HoldTable = {
  id: Generated<number>
  withdrawal_id: number
  reference: string
  remark: string
  staff_id: number
  agreed_staff_id: number
  from_ms: number
  until_ms: number
  renewed_ms: number
  ended_ms: number | null
}

/** A state change of a withdrawal. */
export type WithdrawalEvent =
  | 'requested'
  | 'held'
  | 'approved'
  | 'exported'
  | 'sent'
  | 'rejected'
  | 'cancelled'

type WithdrawalEventTable = {
  id: Generated<number>
  withdrawal_id: number
  event: WithdrawalEvent
  reason: string | null
  staff_id: number | null
  at_ms: number
}

type BatchTable = {
  id: Generated<number>
  way: WithdrawalMethod
  format: 'csv' | 'jsonl'
  staff_id: number
  made_ms: number
  count: number
  total: Usdt
  checksum: string
}
