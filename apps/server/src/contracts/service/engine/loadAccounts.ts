import { getBalances } from '../../../ledger/index.ts'
import type { Db } from '../../../platform/index.ts'
import { marginAccountLedger } from '../../postings.ts'
import { listActiveOrders, type MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf, type WalletState } from '../batch/state.ts'

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
