import { balances } from '../../../ledger/index.ts'
import type { Db } from '../../../platform/index.ts'
import { walletAccounts } from '../../postings.ts'
import { readLiveOrders, type WalletKey } from '../../store/orders.ts'
import { type WalletState, walletName } from '../batch/state.ts'

/** Reads wallets with everything that lives in them, without locking: enough to arm triggers, not to settle. */
export const readWallets = async (db: Db, keys: readonly WalletKey[]): Promise<readonly WalletState[]> => {
  const held = await balances(
    db,
    keys.flatMap(({ uid, levertype }) => {
      const { free, margin, hold } = walletAccounts(uid, levertype)
      return [free, margin, hold]
    }),
  )
  const wallets = new Map<string, WalletState>()
  for (const [index, key] of keys.entries()) {
    const { uid, levertype } = key
    const [free = 0n, margin = 0n, hold = 0n] = held.slice(index * 3, index * 3 + 3)
    const credit = { bonus: 0n }
    wallets.set(walletName(key), { uid, levertype, free, margin, hold, credit, orders: new Map() })
  }
  for (const order of await readLiveOrders(db, keys)) {
    wallets.get(walletName(order))?.orders.set(order.id, order)
  }
  return [...wallets.values()]
}
