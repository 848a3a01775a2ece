import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { Generated } from 'kysely'

/** Tables of the markets room. */
export type MarketTables = {
  markets_product: ProductTable
  markets_tick: TickTable
  markets_kept_tick: TickTable
  markets_chain: { pid: number; reserved: number }
  markets_chain_head: { pid: number; published_ms: number; n: number; hash: Buffer }
  markets_candle: CandleTable
  markets_terms: TermsTable
  markets_writer: WriterTable
  markets_filed: { pid: number; n: number }
}

type ProductTable = {
  pid: Generated<number>
  symbol: string
  title: string
  icon: string
  lot: bigint
  min_lots: number
  step_lots: number
  multiples: string
  /** Parts per million of the notional. */
  fee_rate_ppm: number
  expiry_minutes: string
  payout_percents: string
  kind: 'crypto' | 'ipo'
  scale: number
  on_sale: boolean
  changed_ms: number | null
}

export type TickTable = {
  pid: number
  n: number
  kind: 'trade' | 'book'
  source: string
  source_sequence: string
  source_ms: number
  recorded_ms: number | null
  received_ms: number
  price: Price
  quantity: Quantity
  side: 'buy' | 'sell' | 'none'
  bid: Price
  ask: Price
  late: boolean
  fetched: boolean
  previous_hash: Buffer
  hash: Buffer
}

type CandleTable = {
  pid: number
  interval: string
  open_ms: number
  open: Price
  high: Price
  low: Price
  close: Price
  volume: Quantity
  turnover: Usdt
}

type TermsTable = {
  n: number
  pid: number
  from_ms: number
  listed_ms: number
  lot: bigint
  multiples: string
  fee_rate_ppm: number
  expiry_minutes: string
  payout_percents: string
  business_ms: number | null
  terms: Buffer
  previous: Buffer
  hash: Buffer
}

type WriterTable = {
  pid: number
  n: number
  event: 'start' | 'stop' | 'takeover'
  writer: string
  at_ms: number
  previous_hash: Buffer
  hash: Buffer
}
