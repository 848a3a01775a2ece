/** Tables of the trust module. */
export type TrustTables = {
  trust_settlement: SettlementTable
  trust_key: { keyid: string; public_key: Buffer; sealed: string; from_ms: number }
  trust_head: { minute_ms: number; text: string; signature: Buffer; keyid: string }
  trust_day: { day: number; text: string; signature: Buffer; keyid: string; settlement_n: number }
  trust_day_file: DayFileTable
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
