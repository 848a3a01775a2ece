import { usdtAsset } from '@glasshouse/core/ledger/chart'
import type { Usdt } from '@glasshouse/core/money/units'
import type { Markets } from '../../markets/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { IssueRecord } from '../schema.ts'

/** The newest record of a market's log in a text of signed heads. */
export type DrawHead = {
  readonly minute: number
  readonly symbol: string
  readonly n: number
  readonly hash: string
}

/** What is asked of the signed heads, which a module below publishes. Minutes are of real time. */
export type DrawHeads = {
  /** The newest minute with published heads; 0 before the first. */
  readonly newestMinute: (db: Db | Tx) => Promise<number>
  /** The head of the market with the lowest number in the first text after a minute; null until there is one. */
  readonly firstAfter: (db: Db | Tx, minute: number) => Promise<DrawHead | null>
}

/** What commands and lists of subscriptions need. */
export type SubscriptionDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  readonly markets: Pick<Markets, 'product' | 'view'>
  readonly heads: DrawHeads
  /** Most that may leave a customer's contract wallet. Throws `priceChanged` while a market of a position is silent. */
  readonly maxTransferOut: (tx: Tx, uid: number) => Promise<Usdt>
  /** Waits until what ticks have reached in a customer's contract wallet is settled. */
  readonly settleWallet: (uid: number) => Promise<void>
}

/** The coin of an issue. */
export const assetOf = ({ symbol }: Pick<IssueRecord, 'symbol'>): string => symbol.slice(0, -usdtAsset.length)
