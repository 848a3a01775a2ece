import { contractWallets } from '@glasshouse/core/contracts/contractWallet'
import { decideCancelOrder } from '@glasshouse/core/contracts/decide/position'
import { DomainError, domainError } from '@glasshouse/core/errors/registry'
import { lockBalances } from '../../ledger/posting/index.ts'
import { transact } from '../../platform/transactions/index.ts'
import { marginAccountLedger } from '../postings.ts'
import type { OrderRow } from '../schema.ts'
import { findOrder, listRestingIds } from '../store/orders.ts'
import { stateOf } from './batch/batch.ts'
import { submitCommand } from './batch/submit.ts'
import { type ContractDeps, notifyEngineAfter, settleReached } from './deps.ts'
import { productOf } from './markets.ts'

/**
 * Cancels a resting order. It needs no fresh price: an order that the market has not reached can always be cancelled.
 * One that a tick had reached when the request came is decided: it is settled first, however long the queue is. The
 * receipt names the newest tick heard at that moment.
 *
 * Throws `notFound`, `invalidState` (no longer resting).
 */
export const cancelOrder = (
  deps: ContractDeps,
  { uid }: { readonly uid: number },
  id: number,
): Promise<OrderRow> => cancelResting(deps, uid, id, 'revokedByUser')

/**
 * Cancels every resting order of an account that was locked; positions keep their stops. Each order is a command of its
 * own, so that one interrupted between two of them is completed by the next try, and none is cancelled twice. Returns
 * how many it cancelled.
 */
export const cancelOrdersOfLocked = async (deps: ContractDeps, uid: number): Promise<number> => {
  let cancelled = 0
  for (const id of await restingIdsBehind(deps, uid)) {
    try {
      await cancelResting(deps, uid, id, 'revokedForLock')
      cancelled += 1
    } catch (error) {
      // The market or the customer was faster: it does not rest any more.
      if (!(error instanceof DomainError)) throw error
    }
  }
  return cancelled
}

/**
 * The resting orders of a locked account, read once its wallets were locked: an order that was being placed when the
 * lock came is either there by then, or asks after the lock and is refused.
 */
const restingIdsBehind = ({ database }: ContractDeps, uid: number): Promise<readonly number[]> =>
  transact(database.db, async (tx) => {
    const wallets = contractWallets.map((wallet) => marginAccountLedger(uid, wallet))
    await lockBalances(
      tx,
      wallets.flatMap(({ free, hold }) => [free, hold]),
    )
    return listRestingIds(tx, uid)
  })

const cancelResting = async (
  deps: ContractDeps,
  uid: number,
  id: number,
  reason: 'revokedByUser' | 'revokedForLock',
): Promise<OrderRow> => {
  const found = await findOrder(deps.database.db, uid, id)
  if (found === null) throw domainError('notFound')
  const key = { uid, wallet: found.wallet }
  const heard = await settleReached(deps, key, productOf(deps.markets, found.pid))
  const command = submitCommand(deps, {
    ...{ key, pid: found.pid, gate: null, newIds: 0 },
    decide: (batch) => decideCancelOrder(stateOf(batch, key), { id, reason, tick: heard }),
  })
  return (await notifyEngineAfter(deps, key, command)).order
}
