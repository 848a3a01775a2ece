/** Tables of the trust module. */
export type TrustTables = {
  trust_settlement: SettlementTable
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
