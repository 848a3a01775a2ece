import type { ChainStatus } from '@glasshouse/core/deposits/chainStatus'
import type { Network } from '@glasshouse/core/deposits/networks'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Language } from '@glasshouse/core/wire/languages'
import type { ColumnType, Generated } from 'kysely'

export type DepositTables = {
  funding_deposit: DepositTable
  funding_arrival: { key: string; deposit_id: number; amount: Usdt; credited_ms: number }
  funding_payment_value: PaymentValueTable
  funding_channel: ChannelTable
  funding_invoice: InvoiceTable
  funding_delivery: { delivery_id: string; invoice_id: string; type: string; heard_ms: number }
  funding_address: AddressTable
  funding_transfer: TransferTable
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
  /** Ids that the gateway gave to more than one payment of it; each was reported once. */
  shared_ids: Generated<readonly string[]>
}

type AddressTable = {
  network: Network
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
  network: Network
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
