import {
  applyPosition,
  type Exposure,
  isReserveSufficient,
  worstCaseExposure,
  zeroExposure,
} from '@glasshouse/core/contracts/exposure'
import { type BestPrices, type Position, stressMovePpm } from '@glasshouse/core/contracts/rules'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import type { LockedAccounts } from '../../../ledger/index.ts'
import type { DomainEvent, Tx } from '../../../platform/index.ts'
import type { OrderRow, PoolRow } from '../../schema.ts'
import type { NewEvent } from '../../store/events.ts'
import type { MarginAccountKey, ReservedOrderId } from '../../store/orders.ts'
import type { NewCopy } from '../../store/pools.ts'
import { sizeKeyOf } from '../../store/size.ts'
import type { EntryTicks } from '../entry.ts'

/** A wallet while a batch is decided: what it holds and what lives in it, changed as the batch goes on. */
export type WalletState = MarginAccountKey & {
  free: bigint
  margin: bigint
  hold: bigint
  /** Bonus credit; both wallets of a customer use the same. */
  readonly credit: { bonus: bigint }
  /** Open positions and pending orders by id, the oldest first. */
  readonly orders: Map<number, OrderRow>
}

/** The limits of copying, from the settings. */
export type CopyRules = {
  /** Below this equity of a lead nothing new is copied, USDT. */
  readonly minLeadEquity: Usdt
  /** Largest gross notional of a pool as a multiple of its equity. */
  readonly maxGrossMultiple: number
  /** Open orders of a wallet. */
  readonly maxOrders: number
  /** The caps of every market. */
  readonly caps: SizeLimits
}

/** The pools of the leads whose wallets a batch locked. */
export type Copying = { readonly pools: readonly PoolRow[]; readonly rules: CopyRules }

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

/** What a lead did that pools follow: an order opened or was given stops, or one closed wholly or in part. */
export type LeadAction =
  | {
      readonly kind: 'open'
      readonly order: OrderRow
      readonly tick: Tick
      readonly entry: EntryTicks | null
      /** The wallet as it was just before. */
      readonly before: WalletState
    }
  | { readonly kind: 'stops'; readonly order: OrderRow; readonly tick: Tick }
  | { readonly kind: 'close'; readonly order: OrderRow; readonly closed: OrderRow; readonly tick: Tick }

/** Everything a batch decides by and everything it decided. */
export type Batch = {
  readonly now: number
  readonly wallets: ReadonlyMap<string, WalletState>
  /** Pending orders that may not be opened any more, and why. */
  readonly forbidden: ReadonlyMap<number, CancelReason>
  trading: bigint
  insurance: bigint
  /** Recorded debt of the house account, 0 or more. */
  debt: bigint
  readonly exposures: Map<number, Exposure>
  /** What the customers of the batch have open or resting on each market, by `sizeKeyOf`; Σ quantity × price. */
  readonly sizes: Map<string, bigint>
  /** The caps of what resting orders may fill; null where none fills. */
  readonly limits: SizeLimits | null
  /** What changed of each market's exposure. */
  readonly moved: Map<number, Exposure>
  /** Orders that were there before and are different now. */
  readonly changed: Map<number, OrderRow>
  /** Orders that are new, under numbers that were reserved for them. */
  readonly added: Map<number, OrderRow>
  readonly transactions: LedgerTransaction[]
  /** What the receipts will tell; `transaction` is the place in `transactions`, null where no money moved. */
  readonly events: (Omit<NewEvent, 'transaction_id'> & { readonly transaction: number | null })[]
  readonly ticks: Set<Tick>
  readonly facts: DomainEvent[]
  /** What other modules write together with their commands, last, in the transaction of the batch. */
  readonly writes: ((tx: Tx) => Promise<void>)[]
  /** Numbers for new orders, in the order of acceptance. */
  readonly numbers: ReservedOrderId[]
  /** Null where no lead is among the wallets. */
  readonly copying: Copying | null
  /** What leads did and pools have not followed yet. */
  readonly leadActions: LeadAction[]
  /** What became of it. */
  readonly copies: NewCopy[]
  /** The accounts as they were locked. */
  readonly book: LockedAccounts
}

/** Done, or not to be done any more; or it has to wait for another tick. */
export type TriggerOutcome = 'done' | 'waits'

/** A wallet's name in maps. */
export const accountKeyOf = ({ uid, levertype }: MarginAccountKey): string => `${uid}/${levertype}`

/** Open positions of a wallet, the oldest first. */
export const openPositions = ({ orders }: Pick<WalletState, 'orders'>): readonly OrderRow[] =>
  [...orders.values()].filter(({ status }) => status === 1)

/** A wallet as it is now, which later changes leave as it is. */
export const copyWallet = (wallet: WalletState): WalletState => ({
  ...wallet,
  credit: { ...wallet.credit },
  orders: new Map(wallet.orders),
})

/** The pools that follow a wallet: those of a lead's second contract wallet. */
export const poolsFollowing = (
  { copying }: Batch,
  { uid, levertype }: MarginAccountKey,
): readonly PoolRow[] =>
  levertype === 2 && copying !== null ? copying.pools.filter(({ lead_uid }) => lead_uid === uid) : []

/** The wallet of something that a batch locked it for. */
export const accountOf = (batch: Batch, key: MarginAccountKey): WalletState => {
  const wallet = batch.wallets.get(accountKeyOf(key))
  if (wallet === undefined) throw new Error('account not locked by this batch')
  return wallet
}

/** Takes the next of the reserved numbers. */
export const nextOrderId = ({ numbers }: Batch): ReservedOrderId => {
  const next = numbers.shift()
  if (next === undefined) throw new Error('no reserved order id left')
  return next
}

const costOf = ({ quantity, open_price }: OrderRow): bigint => quantity * open_price

/** Notes an order as it is now, in its wallet while it lives and for the writing. */
export const stageUpdate = (batch: Batch, wallet: WalletState, order: OrderRow): void => {
  const lives = order.status === 0 || order.status === 1
  const key = sizeKeyOf(order.uid, order.pid)
  const before = wallet.orders.get(order.id)
  const moved = (lives ? costOf(order) : 0n) - (before === undefined ? 0n : costOf(before))
  batch.sizes.set(key, (batch.sizes.get(key) ?? 0n) + moved)
  if (lives) wallet.orders.set(order.id, order)
  else wallet.orders.delete(order.id)
  if (batch.added.has(order.id)) batch.added.set(order.id, order)
  else batch.changed.set(order.id, order)
}

/** Notes an order that was not there before. */
export const stageInsert = (batch: Batch, wallet: WalletState, order: OrderRow): void => {
  batch.added.set(order.id, order)
  stageUpdate(batch, wallet, order)
}

/** Batch and wallet as they would be if an order that rests were cancelled: for judging what replaces it, not for changes. */
export const withoutOrder = (
  batch: Batch,
  state: WalletState,
  order: OrderRow,
): { readonly batch: Batch; readonly state: WalletState } => {
  const key = sizeKeyOf(order.uid, order.pid)
  return {
    batch: {
      ...batch,
      sizes: new Map([...batch.sizes, [key, (batch.sizes.get(key) ?? 0n) - costOf(order)]]),
    },
    state: {
      ...state,
      free: state.free + order.hold,
      hold: state.hold - order.hold,
      orders: new Map([...state.orders].filter(([id]) => id !== order.id)),
    },
  }
}

/** What every event of an order tells: the order at a tick. */
export const eventOf = (batch: Batch, order: OrderRow, tick: Tick | null) => ({
  order_id: order.id,
  at_ms: batch.now,
  price: order.open_price,
  lots: order.lots,
  margin: order.margin,
  profit: 0n,
  insurance: 0n,
  tick,
})

/** Adds to what changed of a market's exposure, and to the exposure itself. */
export const applyExposure = (
  batch: Batch,
  pid: number,
  position: Position,
  change: 'add' | 'remove',
): void => {
  batch.exposures.set(pid, applyPosition(batch.exposures.get(pid) ?? zeroExposure, position, change))
  batch.moved.set(pid, applyPosition(batch.moved.get(pid) ?? zeroExposure, position, change))
}

/** Whether the trading reserve covers one more position on top of everything that is open. */
export const hasReserveFor = (
  batch: Batch,
  pid: number,
  position: Position,
  bestOf: (pid: number) => BestPrices | null,
): boolean => {
  const worst = [...batch.exposures].map(([market, exposure]) =>
    worstCaseExposure(
      market === pid ? applyPosition(exposure, position, 'add') : exposure,
      bestOf(market),
      stressMovePpm,
    ),
  )
  return isReserveSufficient({ reserve: batch.trading as Usdt, debt: batch.debt as Usdt }, worst)
}
