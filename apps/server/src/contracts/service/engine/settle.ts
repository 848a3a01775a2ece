import { post } from '../../../ledger/index.ts'
import { announce, type Tx, transact } from '../../../platform/index.ts'
import { insertEvents } from '../../store/events.ts'
import { addExposure } from '../../store/exposure.ts'
import { holdsLease } from '../../store/lease.ts'
import { updateOrders, type WalletKey } from '../../store/orders.ts'
import type { ContractDeps } from '../terms.ts'
import { type Due, decideDue } from './decide.ts'
import type { Judged } from './kept.ts'
import { batchPatienceMs, LostLease } from './lease.ts'
import { forbiddenFills } from './permission.ts'
import { type Batch, lockBatch, type WalletState, walletName } from './state.ts'

/** What a batch left behind: its wallets as they are now, and what has to wait for another tick. */
export type Settled = {
  readonly wallets: readonly WalletState[]
  readonly waiting: readonly Due[]
  /** Orders it opened, with the ticks it opened them by. */
  readonly judged: Judged
}

/**
 * Settles everything that fired in one transaction: locks in the house's usual order, decides one after the
 * other in memory, writes once. Each has its own outcome; each happens once, because the rows say what is
 * still open and the wallets are locked while they are read. Throws `LostLease` when another engine took over.
 */
export const settleBatch = (
  deps: Pick<ContractDeps, 'settings' | 'clock' | 'database' | 'markets'>,
  fence: number,
  dues: readonly Due[],
): Promise<Settled> =>
  transact(deps.database.db, async (tx) => {
    if (!(await holdsLease(tx, fence, batchPatienceMs))) throw new LostLease(fence)
    const keys = new Map<string, WalletKey>(dues.map((due) => [walletName(due), due]))
    const batch = await lockBatch(tx, [...keys.values()], deps.clock.now(), (orders) =>
      forbiddenFills(deps, tx, dues, orders),
    )
    const waiting = dues.filter((due) => decideDue(batch, due) === 'waits')
    for (const tick of batch.ticks) await deps.markets.keep(tx, tick)
    await write(tx, batch, deps.clock.business())
    const judged = new Map<number, number>()
    for (const { kind, order_id, tick } of batch.events)
      if (kind === 'opened' && tick !== null) judged.set(order_id, tick.n)
    return { wallets: [...batch.wallets.values()], waiting, judged }
  })

const write = async (tx: Tx, batch: Batch, atMs: number): Promise<void> => {
  await updateOrders(tx, [...batch.changed.values()])
  for (const [pid, by] of [...batch.moved].sort(([a], [b]) => a - b)) await addExposure(tx, pid, by)
  const posted = await post(tx, atMs, batch.transactions)
  const events = batch.events.map(({ transaction, ...event }) => {
    const result = posted[transaction]
    // The house and the wallets were locked and their balances followed; nothing can be short.
    if (result === undefined || !result.ok) throw new Error(`order ${event.order_id} could not be settled`)
    return { ...event, transaction_id: result.id }
  })
  await insertEvents(tx, events)
  await announce(tx, batch.facts, batch.now)
}
