import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import { DomainError } from '@glasshouse/core/errors/registry'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Product } from '@glasshouse/core/markets/product'
import type { Tx } from '../../platform/database/index.ts'
import { NotDeliveredError } from '../../platform/events/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { PartInUse } from '../../tradingReserve/index.ts'
import type { MarginAccountKey } from '../store/orders.ts'
import type { ContractMarkets } from './markets.ts'

/** Ticks are kept, from before an order is judged until its triggers are armed. */
export type TickBufferHandle = {
  readonly end: () => void
  /**
   * Resolves once they are kept, where another process does: no order may be judged before. Absent where they are kept
   * already. Rejects with `invalidState` (reason `busy`).
   */
  readonly begun?: Promise<void>
}

/** What commands tell the engine that watches prices. */
export type TriggerEngine = {
  /**
   * Begins to keep the ticks of a market, so that none is missed between the judgement and the arming of an order of
   * the wallet.
   */
  readonly follow: (symbol: string, wallet: MarginAccountKey) => TickBufferHandle
  /**
   * Waits until everything that ticks heard until now have reached in a wallet is settled, and returns the newest
   * tick of the market as it was when asked. Throws when that takes longer than 30 seconds; nothing was done then.
   */
  readonly settleReached: (wallet: MarginAccountKey, symbol: string) => Promise<Tick | null>
  /** The same for a wallet that is about to get or to give money, whatever its markets. */
  readonly settleWallet: (wallet: MarginAccountKey) => Promise<void>
  /**
   * Waits until what ticks fired in a wallet is settled. Orders that are being judged right now are not waited for, so
   * that those a customer sends together can share a transaction; without a leader it does not wait.
   */
  readonly settleFired: (wallet: MarginAccountKey) => Promise<void>
  /** The best tick of the trailing stop of a position since it was set; null while this is not known. */
  readonly trailingBest: (wallet: MarginAccountKey, orderId: number) => Tick | null
  /**
   * Whether this engine decides on some accounts, which it then does until the end of the transaction. What the transaction
   * changes of their wallets needs no event then: its caller tells this engine (`changed`), and one that takes over reads
   * what it committed.
   */
  readonly holds: (tx: Tx, accounts: readonly number[]) => Promise<boolean>
  /** A wallet changed and the change is committed; an order that was judged while following is named with it. */
  readonly changed: (
    uid: number,
    wallet: ContractWallet,
    followed?: { readonly orderId: number; readonly following: TickBufferHandle },
  ) => void
  /**
   * A command on a wallet failed, and its transaction may be committing all the same: the wallet is read once the rows that
   * it locked are free.
   */
  readonly markUnsure: (uid: number, wallet: ContractWallet) => void
  /** The part of the house account by which commands are decided; absent or null: the general one. */
  readonly housePart?: PartInUse
}

/** What commands and lists of contracts need; without `engine` nothing that waits for a price is accepted. */
export type ContractDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: ContractMarkets
  /** Absent without an engine: limit orders and TP/SL are rejected there. */
  readonly engine?: TriggerEngine
  /**
   * Set where calls are sent to the engine that decides on their customer: one whose customer this engine does not hold has no
   * effect and is sent on.
   */
  readonly onlyHeld?: true
}

/**
 * A reached order is decided: a command that cancels, changes or closes it gets the state after everything is
 * settled that the market had reached in the wallet when the request came. Returns the newest tick heard at that moment.
 */
export const settleReached = async (
  { engine, markets }: ContractDeps,
  { uid, wallet }: MarginAccountKey,
  { symbol }: Pick<Product, 'symbol'>,
): Promise<Tick | null> =>
  engine === undefined
    ? (markets.inForce(symbol)?.tick ?? null)
    : engine.settleReached({ uid, wallet }, symbol)

/**
 * Money that comes or goes after a tick reached something in a contract wallet must not change what that tick decided:
 * a close-out would be judged on a balance it did not have, and the insurance fund would pay what was moved away.
 * Refuses `invalidState` (reason `busy`) when the engine cannot settle within 30 seconds.
 */
export const settleWallet = async (
  { engine }: Pick<ContractDeps, 'engine'>,
  uid: number,
  wallet: ContractWallet,
): Promise<void> => engine?.settleWallet({ uid, wallet })

/**
 * Waits for a command and tells the engine that its wallet changed. A command that failed without a refusal
 * may have been committed all the same, so the engine looks then too.
 */
export const notifyEngineAfter = async <Result extends { readonly order: { readonly id: number } }>(
  { engine }: ContractDeps,
  { uid, wallet }: MarginAccountKey,
  command: Promise<Result>,
  following?: TickBufferHandle,
): Promise<Result> => {
  try {
    const result = await command
    const followed = following === undefined ? undefined : { orderId: result.order.id, following }
    engine?.changed(uid, wallet, followed)
    return result
  } catch (error) {
    following?.end()
    const hadNoEffect = error instanceof DomainError || error instanceof NotDeliveredError
    if (!hadNoEffect) engine?.markUnsure(uid, wallet)
    throw error
  }
}
