/** Live orders of a margin account, and everything that may happen to one. */
import type { Tick } from '../markets/evidence.ts'
import type { Price, Usdt } from '../money/units.ts'
import type { EntryTicks } from './entry.ts'
import type { OpenPosition } from './rules.ts'
import type { Closing, HouseShare, OpeningCosts, PositionMargin } from './settlement.ts'
import type { TrailingDistance, TrailingStop } from './trailingStop.ts'
import type { AiDecision, closeReasons, LiquidationSnapshot } from './wire.ts'

/** A resting order, which waits for its price with a hold, or an open position. Closed and cancelled ones do not live. */
export type LiveOrder = OpenPosition & {
  readonly id: number
  /** The market. */
  readonly pid: number
  readonly state: 'resting' | 'open'
  /** Margin and fee on hold while it rests, otherwise 0; USDT. */
  readonly hold: Usdt
  readonly takeProfit: Price | null
  readonly stopLoss: Price | null
  /** Of a position: lots that close at prices, the nearest to the market first; otherwise empty. */
  readonly closingOrders: readonly ClosingOrder[]
  /** Of a position: its trailing stop as it was set; null without one. */
  readonly trailing: TrailingStop | null
  /**
   * Of a resting stop order, from which side its best price reaches the trigger price, which is its `openPrice`; null for
   * a limit order and a position.
   */
  readonly trigger: 'rises' | 'falls' | null
  /** From this instant on a resting order does not fill; null where it has none, and of a position. Epoch milliseconds. */
  readonly expiresMs: number | null
  /** Time priority: of the order, and anew whenever the stops of a position are set. */
  readonly acceptance: number
  /** The run of AI ordering that placed it. */
  readonly aiRun: number | null
  readonly createdMs: number
  readonly openedMs: number | null
  /** Of an order of a copy pool: the order of the lead that it copies. */
  readonly copyOf: number | null
  /** Lots that close at the next fresh tick, and the closed order of the lead that caused it, if one did. */
  readonly dueClose: DueClose | null
}

/** Lots of a position that close at a price or a better one. */
export type ClosingOrder = { readonly price: Price; readonly lots: number }

export type DueClose = { readonly lots: number; readonly copyOf: number | null }

/** Number and time priority that were reserved for a command. */
export type OrderNumber = { readonly id: number; readonly acceptance: number }

/** Why a resting order was cancelled; the receipt's rule. */
export type CancelReason =
  | 'revokedByUser'
  | 'revokedNoMargin'
  | 'revokedNoReserve'
  | 'revokedTooLarge'
  | 'revokedForLoss'
  | 'revokedOwnLimit'
  | 'revokedNotAllowed'
  | 'revokedForLock'
  | 'revokedSuspended'
  | 'revokedExpired'
  | 'revokedStops'

/** Why a position closed: the wire's reason, and the receipt's rule without the side at which it closed. */
export type CloseCause = {
  readonly reason: (typeof closeReasons)[number]
  readonly rule:
    | 'market'
    | 'stopLoss'
    | 'stopProfit'
    | 'trailingStop'
    | 'closingOrder'
    | 'closeOut'
    | 'copy'
    | 'dealing'
    | 'aiOpposite'
    | 'aiAge'
    | 'aiStop'
    | 'aiMaxLoss'
  /** Of a trailing stop: its distance, and the best tick from which its trigger price follows. */
  readonly trailed?: TrailedTick
}

export type TrailedTick = { readonly distance: TrailingDistance; readonly best: Tick }

/** Both stops of an order; null means not set. */
export type Stops = Pick<LiveOrder, 'takeProfit' | 'stopLoss'>

/** An order rests with its hold. */
export type OrderPlaced = { readonly kind: 'orderPlaced'; readonly order: LiveOrder; readonly tick: Tick }

/** A resting order has another price, number of lots or stops. `reached`: the market has its price, so it opens next. */
export type OrderAmended = {
  readonly kind: 'orderAmended'
  readonly before: LiveOrder
  readonly order: LiveOrder
  readonly tick: Tick
  readonly reached: boolean
}

/** A resting order ended and its hold is free again; `tick` is null where no price was ever heard. */
export type OrderCancelled = {
  readonly kind: 'orderCancelled'
  readonly order: LiveOrder
  readonly reason: CancelReason
  readonly tick: Tick | null
}

export type PositionOpened = {
  readonly kind: 'positionOpened'
  /** The resting order that opened, as it was; null for a new one. */
  readonly before: LiveOrder | null
  readonly order: LiveOrder
  readonly costs: OpeningCosts
  /** The tick that set the price. */
  readonly tick: Tick
  /** Both ticks of an order that filled at the worse one. */
  readonly entry: EntryTicks | null
  readonly cause: 'market' | 'limit' | 'trigger' | 'copy'
  /** The price the customer saw or asked for; null where a trigger or a lead opened it. */
  readonly seen: Price | null
  /** Of an order of AI ordering: the candle that decided. */
  readonly ai: AiDecision | null
}

export type PositionClosed = {
  readonly kind: 'positionClosed'
  /** The position before. */
  readonly order: LiveOrder
  readonly closed: OpenPosition
  /** What stays open under the order's id; null when all of it closes. */
  readonly rest: OpenPosition | null
  readonly closing: Closing
  /** Which house accounts pay their part. */
  readonly share: HouseShare
  /** Other positions whose margin paid for the loss, with what they keep. */
  readonly drawn: readonly PositionMargin[]
  readonly cause: CloseCause
  readonly tick: Tick
  /** Of a liquidation, the account as it was then. */
  readonly account: LiquidationSnapshot | null
  /** Of a copy: the closed order of the lead that caused it. */
  readonly copyOf: number | null
  readonly ai: AiDecision | null
}

/** A live order has other stops, or a position another trailing stop or other closing orders. */
export type StopsChanged = {
  readonly kind: 'stopsChanged'
  readonly before: LiveOrder
  readonly order: LiveOrder
  readonly tick: Tick
}

/** A position closes at the next fresh tick, because its market is silent now. */
export type CloseDeferred = { readonly kind: 'closeDeferred'; readonly order: LiveOrder }

export type OrderEvent =
  | OrderPlaced
  | OrderAmended
  | OrderCancelled
  | PositionOpened
  | PositionClosed
  | StopsChanged
  | CloseDeferred
