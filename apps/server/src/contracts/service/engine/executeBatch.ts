import { transactBatch } from '../../../platform/index.ts'
import { isLeaseHeld } from '../../store/lease.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf, lockBatch, type WalletState } from '../batch/state.ts'
import { persistBatch } from '../batch/write.ts'
import { readSizeLimits } from '../size.ts'
import type { ContractDeps } from '../terms.ts'
import { evaluateTrigger, type FiredTrigger } from './evaluate.ts'
import { findBlockedFills } from './fillEligibility.ts'
import { LeaseLost, leaseGraceMs } from './lease.ts'
import type { EvaluatedAt } from './tickBuffer.ts'

/** What a batch left behind: its wallets as they are now, and what has to wait for another tick. */
export type BatchOutcome = {
  readonly wallets: readonly WalletState[]
  readonly waiting: readonly FiredTrigger[]
  /** Orders it opened, with the ticks it opened them by. */
  readonly judged: EvaluatedAt
}

/**
 * Settles everything that fired in one transaction: locks in the house's usual order, decides one after the
 * other in memory, writes once. Each has its own outcome; each happens once, because the rows say what is
 * still open and the wallets are locked while they are read. Throws `LeaseLost` when another engine took over.
 */
export const executeBatch = (
  deps: Pick<ContractDeps, 'settings' | 'clock' | 'database' | 'markets'>,
  fence: number,
  dues: readonly FiredTrigger[],
): Promise<BatchOutcome> =>
  transactBatch(deps.database, async (tx) => {
    if (!(await isLeaseHeld(tx, fence, leaseGraceMs))) throw new LeaseLost(fence)
    const keys = new Map<string, MarginAccountKey>(dues.map((due) => [accountKeyOf(due), due]))
    const limits = dues.some(({ kind }) => kind === 'limit') ? await readSizeLimits(deps) : undefined
    const { batch } = await lockBatch(tx, [...keys.values()], deps.clock.now(), {
      ...(limits === undefined ? {} : { limits }),
      ask: async () => undefined,
      forbid: (orders) => findBlockedFills(deps, tx, dues, orders),
    })
    const waiting = dues.filter((due) => evaluateTrigger(batch, due) === 'waits')
    await persistBatch(tx, deps.markets, batch, deps.clock.business())
    const judged = new Map<number, number>()
    for (const { kind, order_id, tick } of batch.events)
      if (kind === 'opened' && tick !== null) judged.set(order_id, tick.n)
    return { wallets: [...batch.wallets.values()], waiting, judged }
  })
