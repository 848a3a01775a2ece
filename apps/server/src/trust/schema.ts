import type { HoldingNetwork } from '@glasshouse/core/trust/holdings/holdings'
import type { ColumnType, Generated } from 'kysely'

/** Tables of the trust module. */
export type TrustTables = {
  trust_settlement: SettlementTable
  trust_key: KeyTable
  trust_head: { minute_ms: number; text: string; signature: Buffer; keyid: string }
  trust_day: { day: number; text: string; signature: Buffer; keyid: string; settlement_n: number }
  trust_day_file: DayFileTable
  trust_report: ReportTable
  trust_report_nodes: { number: number; height: number; place: number; nodes: Buffer }
  trust_report_customers: { number: number; first_uid: number; customers: Buffer }
  trust_report_claims: { number: number; first_uid: number; claims: string }
  trust_holding: HoldingTable
  trust_report_check: { number: number; uid: number }
  trust_receipt: ReceiptTable
  trust_receipt_progress: { only_row: Generated<boolean>; transaction_id: number }
}

type HoldingTable = {
  number: number
  day: number
  network: HoldingNetwork
  asset: string
  address: string
  signature: string
  staff_id: number
  agreed_staff_id: number
  at_ms: number
  /** Read when the report is made; null before, and where its chain could not be read. */
  amount: bigint | null
  block: number | null
}

type KeyTable = {
  keyid: string
  public_key: Buffer
  /** Null of a key that the environment gives. */
  sealed: string | null
  from_ms: number
  announcement: string | null
  announcement_signature: Buffer | null
}

type ReportTable = {
  number: number
  day: number
  midnight_ms: number | null
  made_ms: number
  text: string
  signature: Buffer
  keyid: string
  hash: Buffer
  assets: ColumnType<readonly string[], readonly string[], never>
  parts: number
  customers: number
  leaves: number
  sealed_seed: string
  /** Null of a report made before these were noted. */
  uncounted: string | null
}

type ReceiptTable = {
  uid: number
  transaction_id: number
  at_ms: number
  previous: Buffer
  hash: Buffer
  signature: Buffer
  keyid: string
}

type SettlementTable = {
  n: number
  outbox_id: number
  kind: string
  settled_id: number
  transaction_id: number | null
  at_ms: number
  numbered_ms: number
  previous: Buffer
  hash: Buffer
}

type DayFileTable = {
  day: number
  name: string
  hash: Buffer
  bytes: number
  pid: number | null
  last_n: number | null
}
