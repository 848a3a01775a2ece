import { addTo } from '@glasshouse/core/money/sums'
/** Reads contract wallets without locking them. */

import { maxTransferOut } from '@glasshouse/core/contracts/account'
import type { ContractWallet } from '@glasshouse/core/contracts/contractWallet'
import type { LiveOrder } from '@glasshouse/core/contracts/order'
import { type ValuedAccount, valueAccount, valuePosition } from '@glasshouse/core/contracts/valuation'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../ledger/posting/index.ts'
import type { Db, Tx } from '../../platform/database/index.ts'
import { marginAccountLedger } from '../postings.ts'
import { liveOrderOf } from '../store/liveOrders.ts'
import { listActiveOrders, listOpenPositionsOf, type MarginAccountKey } from '../store/orders.ts'
import { accountKeyOf, type WalletState } from './batch/batch.ts'
import type { ContractDeps } from './deps.ts'
import { type ContractMarkets, currentMarkets } from './markets.ts'

/** Reads wallets with everything that lives in them, without locking: enough to arm triggers, not to settle. */
export const loadAccounts = async (
  db: Db,
  keys: readonly MarginAccountKey[],
): Promise<readonly WalletState[]> => {
  const held = await getBalances(
    db,
    keys.flatMap(({ uid, wallet }) => {
      const { free, margin, hold } = marginAccountLedger(uid, wallet)
      return [free, margin, hold]
    }),
  )
  const orders = new Map(keys.map((key) => [accountKeyOf(key), new Map<number, LiveOrder>()]))
  for (const row of await listActiveOrders(db, keys))
    orders.get(accountKeyOf(row))?.set(row.id, liveOrderOf(row))
  return keys.map(({ uid, wallet }, index) => {
    const [free, margin, hold] = held.slice(index * 3, index * 3 + 3)
    if (free === undefined || margin === undefined || hold === undefined)
      throw new Error('a wallet that was asked for has three balances')
    const own = orders.get(accountKeyOf({ uid, wallet })) ?? new Map<number, LiveOrder>()
    return { uid, wallet, free, margin, hold, orders: own }
  })
}

/** Reads a contract wallet and values it at the newest prices. */
export const loadMarginAccount = async (
  db: Db,
  markets: ContractMarkets,
  uid: number,
  wallet: ContractWallet,
): Promise<ValuedAccount> => {
  const [account] = await loadAccounts(db, [{ uid, wallet }])
  if (account === undefined) throw new Error('a wallet that was asked for is read')
  return valueAccount(account, currentMarkets(markets))
}

/** Floating profit of all open positions of some customers at the last prices known; who has none is absent. */
export const sumFloatingOf = async (
  db: Db,
  markets: Pick<ContractMarkets, 'product' | 'inForce'>,
  uids: readonly number[],
): Promise<ReadonlyMap<number, Usdt>> => {
  const at = currentMarkets(markets)
  const sums = new Map<number, Usdt>()
  for (const order of await listOpenPositionsOf(db, uids))
    addTo(sums, order.uid, valuePosition(liveOrderOf(order), at).profit)
  return sums
}

/**
 * The most USDT that may leave a contract wallet now; the caller has locked the wallet's free account. With
 * open orders a fresh price of each is needed, otherwise `priceChanged`.
 */
export const maxTransferOutOf = async (
  { markets }: Pick<ContractDeps, 'markets'>,
  tx: Tx,
  uid: number,
  wallet: ContractWallet,
): Promise<Usdt> => {
  const account = await loadMarginAccount(tx, markets, uid, wallet)
  if (account.open.some(({ fresh }) => !fresh)) throw domainError('priceChanged')
  return maxTransferOut(account)
}
