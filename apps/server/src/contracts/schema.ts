import type { OrderState } from '@glasshouse/core/contracts/codec'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { TrailedEvidence } from '@glasshouse/core/contracts/trailingFields'
import type { AiDecision, EntryEvidence, LiquidationSnapshot } from '@glasshouse/core/contracts/wire'
import type { CopySkipReason } from '@glasshouse/core/invest/copy/copySize'
import type { TickEvidence } from '@glasshouse/core/markets/wire'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Tables of the contracts module; quantities 1e-8 coins, prices 1e-9 USDT, money 1e-8 USDT. */
export type ContractsTables = {
  contracts_order: OrderTable
  contracts_event: EventTable
  contracts_size: { uid: number; pid: number; cost: bigint }
  contracts_pool: PoolTable
  contracts_copy: CopyTable
}

/** Why a position closed; copy: the lead closed, dealing: a dealing or the end of its pool. */
type CloseReason =
  | 'user'
  | 'profit'
  | 'loss'
  | 'limit'
  | 'trailing'
  | 'liquidation'
  | 'ai'
  | 'copy'
  | 'dealing'

/** A closing order as it is stored; the price is a decimal number of units. */
type ClosingOrderRow = { readonly price: string; readonly lots: number }

/** A trailing stop as it is stored; the price is a decimal number of units. */
type TrailingRow = { readonly distance: string; readonly since: number; readonly start: string }

type OrderTable = {
  id: Generated<number>
  parent_id: number | null
  uid: number
  wallet: ContractWallet
  pid: number
  side: PositionSide
  leverage: number
  lots: number
  quantity: Quantity
  open_price: Price
  margin: Usdt
  open_fee: Usdt
  close_fee: Usdt | null
  close_price: Price | null
  profit: Usdt | null
  close_reason: CloseReason | null
  state: OrderState
  /** Fee rate of opening and of closing, in parts per million, as the product's was when the order was accepted. */
  fee_rate_ppm: number
  /** Margin and fee held while pending, 0 otherwise. */
  hold: Generated<Usdt>
  target_profit_price: Price | null
  stop_loss_price: Price | null
  /** Only of a position with closing orders: price and lots of each, the nearest to the market first. */
  closing_orders: ColumnType<readonly ClosingOrderRow[] | null, string | null, string | null>
  /** Only of a position with a trailing stop: its distance, and number and closing side of the tick when it was set. */
  trailing_stop: ColumnType<TrailingRow | null, string | null, string | null>
  /** Only of a stop order that rests or was cancelled: from which side its trigger price is reached. */
  entry_trigger: 'rises' | 'falls' | null
  /** Only of an order that rests or was cancelled: from then on it does not fill. */
  expires_ms: number | null
  /** Place in the order of acceptance: of the order, and anew whenever its stops are set. */
  acceptance: Generated<number>
  /** The run of AI ordering that placed it. */
  ai_run: number | null
  created_ms: number
  opened_ms: number | null
  closed_ms: number | null
  /** Of an order of a pool: the order of the lead that it copies. */
  copy_of: number | null
  /** Lots that close at the next fresh tick, and the closed order of the lead that asked for it, if one did. */
  closing_lots: number | null
  closing_for: number | null
}

type EventTable = {
  id: Generated<number>
  order_id: number
  kind: 'opened' | 'closed' | 'closedPart' | 'placed' | 'amended' | 'revoked' | 'stopsSet'
  at_ms: number
  rule: string
  price: Price
  lots: number
  margin: Usdt
  fee: Usdt
  profit: Usdt
  insurance: Usdt
  /** The part of a profit that the insurance fund paid, and the part that stays a debt until it is funded. */
  insured_profit: Generated<Usdt>
  owed: Generated<Usdt>
  /** Hold taken when placed or amended; returned when revoked or opened. */
  held: Generated<Usdt>
  /** Hold returned when amended. */
  released: Generated<Usdt>
  /** The part of the fee that bonus credit paid. */
  bonus_fee: Generated<Usdt>
  /** Margin of other positions that paid for this close. */
  drawn_margin: Generated<Usdt>
  /** What of the loss and of the fee neither the wallet nor the insurance fund paid. */
  unpaid_loss: Generated<Usdt>
  unpaid_fee: Generated<Usdt>
  transaction_id: number | null
  tick: ColumnType<TickEvidence | null, string | null, never>
  /** Only of a close-out. */
  account: ColumnType<LiquidationSnapshot | null, string | null | undefined, never>
  /** Only of an order that was opened at once: the price the customer saw, or asked for. */
  seen_price: Price | null
  /** Only of an order that was placed or amended: its expiry since then. */
  expires_ms: number | null
  /** The API key whose request it was. */
  api_key_id: number | null
  /** Only of what AI ordering decided: the candle and its values. */
  ai: ColumnType<AiDecision | null, string | null | undefined, never>
  /** Only of an order that filled at the worse of two ticks: both. */
  entry: ColumnType<EntryEvidence | null, string | null | undefined, never>
  /** Only of a trailing stop that was set, cleared or reached: its distance, and the best tick of one that was reached. */
  trailing_stop: ColumnType<TrailedEvidence | null, string | null | undefined, never>
  /** Only of a copy: the order of the lead that was copied, or the closed one that caused it to close. */
  copy_of: number | null
}

/** A copy pool: a contract wallet without a customer. */
type PoolTable = {
  account: Generated<number>
  lead_uid: number
  /** Largest leverage of a copied order. */
  max_multiple: number
  state: Generated<'copying' | 'stopped'>
  opened_ms: number
}

/** What became of an order of the lead in a pool. */
type CopyTable = {
  account: number
  id: number
  kind: 'open' | 'part' | 'close' | 'skip'
  lead_order: number | null
  pid: number
  side: PositionSide
  leverage: number
  lots: number
  lead_price: Price | null
  price: Price | null
  lead_equity: Usdt | null
  pool_equity: Usdt | null
  skipped: CopySkipReason | null
  is_reduced: boolean
  tick: ColumnType<TickEvidence | null, string | null, never>
  at_ms: number
}

/** An order as it is stored. */
export type OrderRow = Selectable<OrderTable>
export type EventRow = Selectable<EventTable>
export type PoolRow = Selectable<PoolTable>
export type CopyRow = Selectable<CopyTable>
