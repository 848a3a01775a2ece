import type { PositionSide } from '@glasshouse/core/contracts/rules'
import type { CopiedFill } from '@glasshouse/core/invest/copy/lead'
import type { PoolOrderView } from '@glasshouse/core/invest/copy/pool/codec'
import type { DealingMarkets, PoolClosing } from '@glasshouse/core/invest/copy/reduction'
import type { LeadClose } from '@glasshouse/core/invest/copy/trades'
import type { PoolPosition } from '@glasshouse/core/invest/copy/units'
import type { Account } from '@glasshouse/core/ledger/chart'
import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Price, Quantity, Usdt } from '@glasshouse/core/money/units'
import type { Db, Tx } from '../../../platform/database/index.ts'

/** Contract wallet of a pool with one tick per market. */
export type PoolValue = {
  /** Total of the wallet, USDT. */
  readonly balance: Usdt
  readonly positions: readonly PoolPosition[]
  readonly markets: DealingMarkets
  /** One tick per market, by `pid`. */
  readonly ticks: ReadonlyMap<number, Tick>
}

/** Markets of a pool that have no fresh price. */
export type SilentPool = { readonly silent: readonly number[] }

/** An order of a pool that was open at any time since a transaction of the ledger, USDT. */
export type PoolOrderSince = {
  readonly id: number
  readonly pid: number
  readonly side: PositionSide
  readonly quantity: Quantity
  readonly openPrice: Price
  /** Null while it is open. */
  readonly closePrice: Price | null
  /** Opening, or the close. */
  readonly atMs: number
  /** Fees of the whole order; they count where it opened or closed since. */
  readonly openFee: Usdt
  readonly closeFee: Usdt
  /** Realized PnL before fees; null while it is open. */
  readonly realized: Usdt | null
  readonly isOpenedSince: boolean
  readonly isClosedSince: boolean
}

/** Pools as the module of contracts serves them, handed in where the product is put together. */
export type Pools = {
  /** Opens a contract wallet without sign-in that copies a lead, and returns its number. */
  readonly open: (tx: Tx, pool: { readonly leadUid: number; readonly maxMultiple: number }) => Promise<number>
  readonly setState: (tx: Tx, account: number, state: 'copying' | 'stopped') => Promise<void>
  readonly setMultiple: (tx: Tx, account: number, maxMultiple: number) => Promise<void>
  /** Accounts of the wallet of a pool in the ledger, to be locked together with those of customers. */
  readonly accounts: (account: number) => readonly Account[]
  /** Locks the wallet of a pool until the end of the transaction; before any product. */
  readonly lock: (tx: Tx, account: number) => Promise<void>
  /** Waits until stops and close-outs that the market has reached are settled; outside any transaction. */
  readonly settle: (account: number) => Promise<void>
  /** Positions and balance at the ticks in force; within a transaction that holds the wallet's accounts they stay so. */
  readonly value: (db: Db | Tx, account: number) => Promise<PoolValue | SilentPool>
  /** Writes and posts closings of a dealing at exactly the ticks of a valuation, in the caller's transaction. */
  readonly close: (
    tx: Tx,
    account: number,
    closings: readonly PoolClosing[],
    at: PoolValue,
  ) => Promise<unknown>
  /** Closes every position at the next fresh ticks of its market. */
  readonly closeAtMarket: (account: number) => Promise<unknown>
  readonly listOrders: (
    account: number,
    page: {
      readonly offset: number
      readonly limit: number
      readonly direction: 'asc' | 'desc'
      /** Without open orders and skips, which only followers see. */
      readonly closedOnly: boolean
    },
  ) => Promise<{ readonly rows: readonly PoolOrderView[]; readonly total: number }>
  readonly listSince: (
    db: Db | Tx,
    account: number,
    sinceTransaction: number,
  ) => Promise<readonly PoolOrderSince[]>
  /** Fills of copies, opening and closing ones. */
  readonly listFills: (db: Db, accounts: readonly number[]) => Promise<readonly CopiedFill[]>
  /** Equity of the second contract wallet at the closing sides; null while a market of it has no fresh price. */
  readonly leadEquity: (db: Db | Tx, uid: number) => Promise<Usdt | null>
  /** Orders of the second contract wallet closed after an instant, parts included, in the order of time; all of one instant together. */
  readonly listLeadCloses: (
    db: Db | Tx,
    uid: number,
    page: { readonly afterMs: number; readonly limit: number },
  ) => Promise<readonly (LeadClose & { readonly id: number })[]>
  /** Number of positions of the second contract wallet that are closed whole, counted up to a limit. */
  readonly countLeadPositions: (db: Db | Tx, uid: number, atMost: number) => Promise<number>
  /** What was ever moved into and out of the second contract wallet. */
  readonly leadTransfers: (
    db: Db | Tx,
    uid: number,
  ) => Promise<{ readonly deposited: Usdt; readonly withdrawn: Usdt }>
}

/** Whether every market of a pool has a fresh price. */
export const isValued = (value: PoolValue | SilentPool): value is PoolValue => !('silent' in value)
