/** Reads contract wallets without locking them. */
import { maxTransferOut } from '@glasshouse/core/contracts/account'
import { domainError } from '@glasshouse/core/errors/registry'
import type { Usdt } from '@glasshouse/core/money/units'
import { getBalances } from '../../ledger/index.ts'
import type { Db, Tx } from '../../platform/index.ts'
import { marginAccountLedger } from '../postings.ts'
import {
  type ContractWalletName,
  listActiveOrders,
  listOpenPositionsOf,
  type MarginAccountKey,
} from '../store/orders.ts'
import { currentMarkets } from './batch/snapshot.ts'
import { accountKeyOf, type WalletState } from './batch/state.ts'
import type { ContractDeps, ContractMarkets } from './terms.ts'
import { type ContractWallet, valueAccount, valuePosition } from './valuation.ts'

/** Reads wallets with everything that lives in them, without locking: enough to arm triggers, not to settle. */
export const loadAccounts = async (
  db: Db,
  keys: readonly MarginAccountKey[],
): Promise<readonly WalletState[]> => {
  const held = await getBalances(
    db,
    keys.flatMap(({ uid, levertype }) => {
      const { free, margin, hold } = marginAccountLedger(uid, levertype)
      return [free, margin, hold]
    }),
  )
  const wallets = new Map<string, WalletState>()
  for (const [index, key] of keys.entries()) {
    const { uid, levertype } = key
    const [free = 0n, margin = 0n, hold = 0n] = held.slice(index * 3, index * 3 + 3)
    const credit = { bonus: 0n }
    wallets.set(accountKeyOf(key), { uid, levertype, free, margin, hold, credit, orders: new Map() })
  }
  for (const order of await listActiveOrders(db, keys)) {
    wallets.get(accountKeyOf(order))?.orders.set(order.id, order)
  }
  return [...wallets.values()]
}

/** Reads a contract wallet and values it at the newest prices. */
export const loadMarginAccount = async (
  db: Db,
  markets: ContractMarkets,
  uid: number,
  levertype: ContractWalletName,
): Promise<ContractWallet> => {
  const [wallet] = await loadAccounts(db, [{ uid, levertype }])
  if (wallet === undefined) throw new Error('a wallet that was asked for is read')
  return valueAccount(wallet, currentMarkets(markets))
}

/** Floating profit of all open positions of some customers at the last prices known; who has none is absent. */
export const sumFloatingOf = async (
  db: Db,
  markets: ContractMarkets,
  uids: readonly number[],
): Promise<ReadonlyMap<number, bigint>> => {
  const at = currentMarkets(markets)
  const sums = new Map<number, bigint>()
  for (const order of await listOpenPositionsOf(db, uids))
    sums.set(order.uid, (sums.get(order.uid) ?? 0n) + valuePosition(order, at).profit)
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
  levertype: ContractWalletName,
): Promise<Usdt> => {
  const wallet = await loadMarginAccount(tx, markets, uid, levertype)
  if (wallet.open.some(({ fresh }) => !fresh)) throw domainError('priceChanged')
  return maxTransferOut(wallet)
}
