import { transactBatch } from '../../../platform/index.ts'
import { isLeaseHeld } from '../../store/lease.ts'
import type { MarginAccountKey } from '../../store/orders.ts'
import { lockBatch } from '../batch/lock.ts'
import { accountKeyOf, type WalletState } from '../batch/state.ts'
import { persistBatch } from '../batch/write.ts'
import { followLeads } from '../copy/followLeads.ts'
import { readCopyRules } from '../copy/rules.ts'
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
  /** Pools that followed their lead, by account key, with the key of the lead's wallet. */
  readonly followed: ReadonlyMap<string, string>
}

/**
 * Settles everything that fired in one transaction: locks in the global order, decides one after the
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
    const limits = dues.some(({ kind }) => kind === 'limit') ? await readSizeLimits(tx) : undefined
    const { batch } = await lockBatch(tx, [...keys.values()], deps.clock.now(), {
      ...(limits === undefined ? {} : { limits }),
      leads: leadsOf(dues),
      copyRules: () => readCopyRules(tx),
      ask: async () => undefined,
      forbid: (orders) => findBlockedFills(deps, tx, dues, orders),
    })
    const followed = new Map<string, string>()
    const waiting = dues.filter((due) => {
      const outcome = evaluateTrigger(batch, due)
      for (const { account, leadUid } of followLeads(deps, batch, due.at))
        followed.set(
          accountKeyOf({ uid: account, levertype: 1 }),
          accountKeyOf({ uid: leadUid, levertype: 2 }),
        )
      return outcome === 'waits'
    })
    await persistBatch(tx, deps.markets, batch, deps.clock.business())
    const judged = new Map<number, number>()
    for (const { kind, order_id, tick } of batch.events)
      if (kind === 'opened' && tick !== null) judged.set(order_id, tick.n)
    return { wallets: [...batch.wallets.values()], waiting, judged, followed }
  })

/** Who may be a lead, with how many orders a pool of each may get: one for each fill. */
const leadsOf = (dues: readonly FiredTrigger[]): ReadonlyMap<number, number> => {
  const leads = new Map<number, number>()
  for (const { uid, levertype, kind } of dues)
    if (levertype === 2) leads.set(uid, (leads.get(uid) ?? 0) + (kind === 'limit' ? 1 : 0))
  return leads
}
