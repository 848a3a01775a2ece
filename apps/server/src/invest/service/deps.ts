import type { Account } from '@glasshouse/core/ledger/chart'
import type { Tx } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import type { OrderRow } from '../schema.ts'
import type { Pools } from './copy/pools.ts'

/** What commands and lists of investments need. */
export type InvestDeps = Pick<Platform, 'settings' | 'clock' | 'database'> & {
  /** Throws for a missing or wrong withdraw password, and after five wrong ones. */
  readonly verifyWithdrawPassword: (uid: number, password: string) => Promise<void>
  readonly sale?: SaleHooks
  readonly pools: Pools
}

/** What modules below do in the transaction of a sale for own money. */
type SaleHooks = {
  /** Further accounts that the sale moves; locked together with the customer's own. */
  readonly accountsOf: (tx: Tx, uid: number) => Promise<readonly Account[]>
  readonly sold: (tx: Tx, order: OrderRow) => Promise<void>
}
