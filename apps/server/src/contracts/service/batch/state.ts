import { type GuardedAccount, isClosedOut } from '@glasshouse/core/contracts/engine/guards'
import {
  type Exposure,
  isCovered,
  noExposure,
  withPosition,
  worstExposure,
} from '@glasshouse/core/contracts/exposure'
import {
  type BestPrices,
  closingPrice,
  floatingProfit,
  type Position,
  stressPpm,
} from '@glasshouse/core/contracts/rules'
import { type Account, house } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import { type Book, balanceIn, lockBook } from '../../../ledger/index.ts'
import type { Fact, Tx } from '../../../platform/index.ts'
import { walletAccounts } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import type { NewEvent } from '../../store/events.ts'
import { lockExposures, withMarkets } from '../../store/exposure.ts'
import { type OrderNumber, readLiveOrders, reserveOrderNumbers, type WalletKey } from '../../store/orders.ts'
import type { RevokeRule } from '../revoke.ts'
import { positionOf } from '../terms.ts'
import type { Snapshot } from './snapshot.ts'

/** A wallet while a batch is decided: what it holds and what lives in it, changed as the batch goes on. */
export type WalletState = WalletKey & {
  free: bigint
  margin: bigint
  hold: bigint
  /** Bonus credit; both wallets of a customer use the same. */
  readonly credit: { bonus: bigint }
  /** Open positions and pending orders by id, the oldest first. */
  readonly orders: Map<number, OrderRow>
}

/** Everything a batch decides by and everything it decided. */
export type Batch = {
  readonly now: number
  readonly wallets: ReadonlyMap<string, WalletState>
  /** Pending orders that may not be opened any more, and why. */
  readonly forbidden: ReadonlyMap<number, RevokeRule>
  trading: bigint
  insurance: bigint
  readonly exposures: Map<number, Exposure>
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
  readonly facts: Fact[]
  /** Numbers for new orders, in the order of acceptance. */
  readonly numbers: OrderNumber[]
  /** The accounts as they were locked. */
  readonly book: Book
}

/** Done, or not to be done any more; or it has to wait for another tick. */
export type Outcome = 'done' | 'waits'

/** A wallet's name in maps. */
export const walletName = ({ uid, levertype }: WalletKey): string => `${uid}/${levertype}`

/** What a batch is about to do besides changing what lives in its wallets. */
export type Wanted<Answer> = {
  /** Markets in which something may be opened. */
  readonly pids?: readonly number[]
  /** New orders there may be at most. */
  readonly orders?: number
  /** Asks what it likes once the wallets are locked, at the same time as they are read. */
  readonly ask: () => Promise<Answer>
  /** Asks which of the orders may not be opened any more. */
  readonly forbid?: (orders: readonly OrderRow[]) => Promise<Batch['forbidden']>
}

/**
 * Locks the wallets, then every market's exposure, then the house, and reads them all as they stand: two round
 * trips.
 */
export const lockBatch = async <Answer>(
  tx: Tx,
  keys: readonly WalletKey[],
  now: number,
  { pids = [], orders = 0, ask, forbid = async () => new Map() }: Wanted<Answer>,
): Promise<{ readonly batch: Batch; readonly answer: Answer }> => {
  const accounts = keys.flatMap(({ uid, levertype }) => Object.values(walletAccounts(uid, levertype)))
  const own = await lockBook(tx, accounts)
  const wallets = walletsIn(own, keys)
  const [live, answer, numbers, open, houses] = await Promise.all([
    readLiveOrders(tx, keys),
    ask(),
    reserveOrderNumbers(tx, orders),
    lockExposures(tx),
    lockBook(tx, reserves),
  ])
  for (const order of live) wallets.get(walletName(order))?.orders.set(order.id, order)
  const forbidden = await forbid(live)
  const batch = {
    now,
    wallets,
    forbidden,
    trading: balanceIn(houses, house('trading')),
    insurance: balanceIn(houses, house('insurance')),
    exposures: new Map(await withMarkets(tx, open, [...live.map(({ pid }) => pid), ...pids])),
    moved: new Map(),
    changed: new Map(),
    added: new Map(),
    transactions: [],
    events: [],
    ticks: new Set<Tick>(),
    facts: [],
    numbers,
    book: new Map([...own, ...houses]),
  }
  return { batch, answer }
}

const reserves: readonly Account[] = [house('insurance'), house('trading'), house('fees')]

/** The wallets with what they hold, before their orders are read. */
const walletsIn = (book: Book, keys: readonly WalletKey[]): ReadonlyMap<string, WalletState> => {
  const credits = new Map<number, WalletState['credit']>()
  const wallets = new Map<string, WalletState>()
  for (const { uid, levertype } of keys) {
    const { free, margin, hold, bonus } = walletAccounts(uid, levertype)
    const credit = credits.get(uid) ?? { bonus: balanceIn(book, bonus) }
    credits.set(uid, credit)
    wallets.set(walletName({ uid, levertype }), {
      uid,
      levertype,
      free: balanceIn(book, free),
      margin: balanceIn(book, margin),
      hold: balanceIn(book, hold),
      credit,
      orders: new Map(),
    })
  }
  return wallets
}

/** Open positions of a wallet, the oldest first. */
export const positionsIn = ({ orders }: Pick<WalletState, 'orders'>): readonly OrderRow[] =>
  [...orders.values()].filter(({ status }) => status === 1)

/** A position at the prices of a snapshot; a market without any price leaves the opening price. */
export const profitOf = (order: OrderRow, at: Snapshot): Usdt => {
  const position = positionOf(order)
  const tick = at.get(order.pid)?.tick ?? null
  return floatingProfit(position, tick === null ? position.openPrice : closingPrice(position.direction, tick))
}

/** The wallet as the close-out sees it. */
export const accountAt = (wallet: WalletState, at: Snapshot): GuardedAccount => ({
  balance: (wallet.free + wallet.margin + wallet.hold) as Usdt,
  margin: wallet.margin as Usdt,
  profit: positionsIn(wallet).reduce((sum, order) => sum + profitOf(order, at), 0n) as Usdt,
})

/** Whether positions of the wallet have to be closed at these prices. */
export const mustCloseOut = (wallet: WalletState, at: Snapshot): boolean =>
  positionsIn(wallet).length > 0 && isClosedOut(accountAt(wallet, at))

/** The wallet of something that a batch locked it for. */
export const walletIn = (batch: Batch, key: WalletKey): WalletState => {
  const wallet = batch.wallets.get(walletName(key))
  if (wallet === undefined) throw new Error('a batch locks the wallets of everything in it')
  return wallet
}

/** Takes the next of the reserved numbers. */
export const takeNumber = ({ numbers }: Batch): OrderNumber => {
  const next = numbers.shift()
  if (next === undefined) throw new Error('a batch reserves a number for every order it may write')
  return next
}

/** Notes an order as it is now, in its wallet while it lives and for the writing. */
export const putOrder = (batch: Batch, wallet: WalletState, order: OrderRow): void => {
  const lives = order.status === 0 || order.status === 1
  if (lives) wallet.orders.set(order.id, order)
  else wallet.orders.delete(order.id)
  if (batch.added.has(order.id)) batch.added.set(order.id, order)
  else batch.changed.set(order.id, order)
}

/** Notes an order that was not there before. */
export const addOrder = (batch: Batch, wallet: WalletState, order: OrderRow): void => {
  batch.added.set(order.id, order)
  putOrder(batch, wallet, order)
}

/** Adds to what changed of a market's exposure, and to the exposure itself. */
export const moveInBatch = (
  batch: Batch,
  pid: number,
  position: Position,
  change: 'add' | 'remove',
): void => {
  batch.exposures.set(pid, withPosition(batch.exposures.get(pid) ?? noExposure, position, change))
  batch.moved.set(pid, withPosition(batch.moved.get(pid) ?? noExposure, position, change))
}

/** Whether the trading reserve covers one more position on top of everything that is open. */
export const canCover = (
  batch: Batch,
  pid: number,
  position: Position,
  bestOf: (pid: number) => BestPrices | null,
): boolean => {
  const worst = [...batch.exposures].map(([market, exposure]) =>
    worstExposure(
      market === pid ? withPosition(exposure, position, 'add') : exposure,
      bestOf(market),
      stressPpm,
    ),
  )
  return isCovered(batch.trading as Usdt, worst)
}
