import type { EntryTicks } from '@glasshouse/core/contracts/entry'
import type { Exposure } from '@glasshouse/core/contracts/exposure'
import type { CancelReason, LiveOrder, OrderNumber } from '@glasshouse/core/contracts/order'
import type { SizeLimits } from '@glasshouse/core/contracts/size'
import type {
  AccountOwner,
  HouseAccount,
  MarginAccount,
  TradingState,
} from '@glasshouse/core/contracts/tradingState'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import type { LockedAccounts } from '../../../ledger/posting/index.ts'
import type { Tx } from '../../../platform/database/index.ts'
import type { DomainEvent } from '../../../platform/events/index.ts'
import type { OrderRow, PoolRow } from '../../schema.ts'
import type { NewEvent } from '../../store/events.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import type { NewCopy } from '../../store/pools.ts'

/** A margin account and whose it is. */
export type WalletState = MarginAccountKey & MarginAccount

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
type Copying = { readonly pools: readonly PoolRow[]; readonly rules: CopyRules }

/** What a lead did that pools follow: an order opened or was given stops, or one closed wholly or in part. */
export type LeadAction = {
  readonly lead: MarginAccountKey
  readonly order: LiveOrder
  readonly tick: Tick
} & (
  | {
      readonly kind: 'open'
      readonly entry: EntryTicks | null
      /** The account as it was just before. */
      readonly before: MarginAccount
    }
  | { readonly kind: 'stops' }
  | { readonly kind: 'close'; readonly closed: { readonly id: number; readonly lots: number } }
)

/** Everything a batch decides by and everything it decided. The states change only in `record.ts`. */
export type Batch = {
  readonly now: number
  readonly wallets: Map<number, WalletState>
  /** What both wallets of each customer share, by uid. */
  readonly owners: Map<number, AccountOwner>
  house: HouseAccount
  /** The part of the house account that decides and pays; null is the general one. */
  readonly part: number | null
  /** Resting orders that may not be opened any more, and why. */
  readonly forbidden: ReadonlyMap<number, CancelReason>
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
  readonly numbers: OrderNumber[]
  /** Numbers reserved for its transactions; the rest is reserved before they are written. */
  readonly transactionIds: readonly number[]
  /** Null where no lead is among the wallets. */
  readonly copying: Copying | null
  /** What leads did and pools have not followed yet. */
  readonly leadActions: LeadAction[]
  /** What became of it. */
  readonly copies: NewCopy[]
  /** The accounts as they were locked. */
  readonly book: LockedAccounts
}

/** A wallet's number in maps; a text would be slower, see `accountKey` of the ledger. */
export const accountKeyOf = ({ uid, wallet }: MarginAccountKey): number =>
  uid * 2 + (wallet === 'contract' ? 0 : 1)

/** The wallet of something that a batch locked it for. */
export const accountOf = (batch: Batch, key: MarginAccountKey): WalletState => {
  const wallet = batch.wallets.get(accountKeyOf(key))
  if (wallet === undefined) throw new Error('account not locked by this batch')
  return wallet
}

/** What decisions about a wallet depend on, as it is now in the batch. */
export const stateOf = (batch: Batch, key: MarginAccountKey): TradingState => {
  const owner = batch.owners.get(key.uid)
  if (owner === undefined) throw new Error('account not locked by this batch')
  return { account: accountOf(batch, key), owner, house: batch.house }
}

/** The pools that follow a wallet: those of a lead's second contract wallet. */
export const poolsFollowing = ({ copying }: Batch, { uid, wallet }: MarginAccountKey): readonly PoolRow[] =>
  wallet === 'contract2' && copying !== null ? copying.pools.filter(({ lead_uid }) => lead_uid === uid) : []

/** Takes the next of the reserved numbers. */
export const nextOrderNumber = ({ numbers }: Batch): OrderNumber => {
  const next = numbers.shift()
  if (next === undefined) throw new Error('no reserved order id left')
  return next
}
