import { type GuardedAccount, isClosedOut } from '@glasshouse/core/contracts/engine/guards'
import { type Exposure, noExposure } from '@glasshouse/core/contracts/exposure'
import { closingPrice, floatingProfit } from '@glasshouse/core/contracts/rules'
import { house } from '@glasshouse/core/ledger/chart'
import type { LedgerTransaction } from '@glasshouse/core/ledger/rules'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Usdt } from '@glasshouse/core/money/units'
import { lock } from '../../../ledger/index.ts'
import type { Fact, Tx } from '../../../platform/index.ts'
import { walletAccounts } from '../../postings.ts'
import type { OrderRow } from '../../schema.ts'
import type { NewEvent } from '../../store/events.ts'
import { lockExposures } from '../../store/exposure.ts'
import { readLiveOrders, type WalletKey } from '../../store/orders.ts'
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
  readonly changed: Map<number, OrderRow>
  readonly transactions: LedgerTransaction[]
  /** What the receipts will tell; `transaction` is the place in `transactions`. */
  readonly events: (Omit<NewEvent, 'transaction_id'> & { readonly transaction: number })[]
  readonly ticks: Set<Tick>
  readonly facts: Fact[]
}

/** Done, or not to be done any more; or it has to wait for another tick. */
export type Outcome = 'done' | 'waits'

/** A wallet's name in maps. */
export const walletName = ({ uid, levertype }: WalletKey): string => `${uid}/${levertype}`

/**
 * Locks the wallets, then every market's exposure, then the house, and reads them all as they stand. What the
 * orders may not do is asked in between, so that the house is not kept waiting for it.
 */
export const lockBatch = async (
  tx: Tx,
  keys: readonly WalletKey[],
  now: number,
  forbid: (orders: readonly OrderRow[]) => Promise<Batch['forbidden']>,
): Promise<Batch> => {
  const accounts = keys.flatMap(({ uid, levertype }) => {
    const { free, margin, hold, bonus } = walletAccounts(uid, levertype)
    return [free, margin, hold, bonus]
  })
  const balances = await lock(tx, accounts)
  const credits = new Map<number, { bonus: bigint }>()
  const wallets = new Map<string, WalletState>()
  for (const [index, key] of keys.entries()) {
    const [free = 0n, margin = 0n, hold = 0n, bonus = 0n] = balances.slice(index * 4, index * 4 + 4)
    const credit = credits.get(key.uid) ?? { bonus }
    credits.set(key.uid, credit)
    const { uid, levertype } = key
    wallets.set(walletName(key), { uid, levertype, free, margin, hold, credit, orders: new Map() })
  }
  const orders = await readLiveOrders(tx, keys)
  for (const order of orders) wallets.get(walletName(order))?.orders.set(order.id, order)
  const forbidden = await forbid(orders)
  const exposures = await lockExposures(
    tx,
    orders.map(({ pid }) => pid),
  )
  const [insurance = 0n, trading = 0n] = await lock(tx, [house('insurance'), house('trading'), house('fees')])
  return {
    now,
    wallets,
    forbidden,
    trading,
    insurance,
    exposures: new Map(exposures),
    moved: new Map(),
    changed: new Map(),
    transactions: [],
    events: [],
    ticks: new Set(),
    facts: [],
  }
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

/** Adds to what changed of a market's exposure, and to the exposure itself. */
export const moveInBatch = (batch: Batch, pid: number, change: (exposure: Exposure) => Exposure): void => {
  batch.exposures.set(pid, change(batch.exposures.get(pid) ?? noExposure))
  batch.moved.set(pid, change(batch.moved.get(pid) ?? noExposure))
}
