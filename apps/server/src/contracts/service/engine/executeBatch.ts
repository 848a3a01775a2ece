import { transactTogether } from '../../../platform/index.ts'
import { holdsLease } from '../../store/lease.ts'
import type { WalletKey } from '../../store/orders.ts'
import { lockBatch, type WalletState, walletName } from '../batch/state.ts'
import { writeBatch } from '../batch/write.ts'
import type { ContractDeps } from '../terms.ts'
import { type Due, decideDue } from './evaluate.ts'
import type { Judged } from './tickBuffer.ts'
import { batchPatienceMs, LostLease } from './lease.ts'
import { forbiddenFills } from './fillEligibility.ts'

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
  transactTogether(deps.database, async (tx) => {
    if (!(await holdsLease(tx, fence, batchPatienceMs))) throw new LostLease(fence)
    const keys = new Map<string, WalletKey>(dues.map((due) => [walletName(due), due]))
    const { batch } = await lockBatch(tx, [...keys.values()], deps.clock.now(), {
      ask: async () => undefined,
      forbid: (orders) => forbiddenFills(deps, tx, dues, orders),
    })
    const waiting = dues.filter((due) => decideDue(batch, due) === 'waits')
    await writeBatch(tx, deps.markets, batch, deps.clock.business())
    const judged = new Map<number, number>()
    for (const { kind, order_id, tick } of batch.events)
      if (kind === 'opened' && tick !== null) judged.set(order_id, tick.n)
    return { wallets: [...batch.wallets.values()], waiting, judged }
  })
