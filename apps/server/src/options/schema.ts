import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { Price, Usdt } from '@glasshouse/core/money/units'
import type { OptionState } from '@glasshouse/core/options/codec'
import type { OptionResult, OptionType } from '@glasshouse/core/options/rules'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The instant from which on an option waited for its first trade, and the tick in force then. */
export type OptionEntry = { readonly acceptedTime: number; readonly accepted: TickEvidence }

/** Tables of the options module; prices 1e-9 USDT, money 1e-8 USDT. */
export type OptionsTables = {
  options_order: OrderTable
  options_event: EventTable
}

type OrderTable = {
  id: Generated<number>
  uid: number
  pid: number
  option_type: OptionType
  stake: Usdt
  percent: number
  win: Usdt
  seen_price: Price
  entry_price: Price
  /** Number of the tick it was accepted at. */
  entry_n: number
  placed_ms: number
  expires_ms: number
  state: Generated<OptionState>
  outcome: OptionResult['outcome'] | null
  exit_price: Price | null
  payout: Usdt | null
  settled_ms: number | null
}

type EventTable = {
  order_id: number
  kind: 'placed' | 'settled'
  at_ms: number
  rule: string
  transaction_id: number
  tick: ColumnType<TickEvidence | null, string | null, never>
  /** Only of an acceptance that waited for a trade: when it was asked for, and the tick in force then. */
  entry: ColumnType<OptionEntry | null, string | null | undefined, never>
  silent_from_ms: number | null
  silent_to_ms: number | null
  /** The API key whose request it was. */
  api_key_id: number | null
}

/** An option as it is stored. */
export type OrderRow = Selectable<OrderTable>
export type EventRow = Selectable<EventTable>
