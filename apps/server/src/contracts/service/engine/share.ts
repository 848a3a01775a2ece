import type { Platform } from '../../../platform/services/index.ts'
import {
  deleteEngine,
  insertEngine,
  leaderEngine,
  renewEngine,
  renewLeaderEngine,
} from '../../store/engines.ts'
import {
  acquireFreePartitions,
  type HeldPartitions,
  type PartitionTerms,
  renewPartitions,
} from '../../store/partitions.ts'
import {
  type Lease,
  type LeaseCallbacks,
  leaseMs,
  releaseLease,
  renewEveryMs,
  startBeating,
  tryEveryMs,
} from './lease.ts'

/** How many partitions an engine holds at most; together all live ones can hold them all. */
export const shareOf = (partitions: number, live: number): number => Math.ceil(partitions / live)

/** What is held, in two parts: the first so many, and the others. */
const divide = (
  { terms, of }: HeldPartitions,
  kept: number,
): { readonly keep: HeldPartitions; readonly surplus: HeldPartitions } => ({
  keep: { terms: new Map([...terms].slice(0, kept)), of },
  surplus: { terms: new Map([...terms].slice(kept)), of },
})

/**
 * Holds a share of the partitions together with the other live engines: takes what is free up to it, and gives back what
 * is more than that after its batch. Any change of what it holds is told as a whole. The engine of a leader
 * (`assertLeading`) begins with what the leader that it replaced had.
 *
 * @param canHold while it does not, everything is left to the others
 */
export const maintainShare = async (
  deps: Pick<Platform, 'database' | 'log' | 'assertLeading'>,
  partitions: number,
  callbacks: LeaseCallbacks,
  canHold: () => boolean = () => true,
): Promise<Lease> => {
  const {
    database: { db },
    log,
    assertLeading,
  } = deps
  const isLeader = assertLeading !== undefined
  const id = isLeader ? leaderEngine : await insertEngine(db, leaseMs)
  const renew = (): Promise<number> =>
    isLeader ? renewLeaderEngine(db, leaseMs) : renewEngine(db, id, leaseMs)
  const acquire = (most: number, isFirst: boolean): Promise<PartitionTerms> =>
    acquireFreePartitions(db, most, leaseMs, {
      engine: isLeader ? null : id,
      ...(isLeader && isFirst ? { assertLeading } : {}),
    })
  let own: HeldPartitions | null = null
  /** What is held is being changed; leases are renewed meanwhile. */
  let changing: Promise<void> | null = null

  const lost = (held: HeldPartitions): void => {
    if (own !== held) return
    own = null
    log.warn(
      { engine: id, partitions: held.terms.size },
      'engine lost partitions, or decides no more, and gives the others back',
    )
    callbacks.lost()
    void releaseLease(deps, held)
  }
  const hold = (held: HeldPartitions): Promise<void> => {
    own = held
    log.info({ engine: id, partitions: [...held.terms.keys()] }, 'engine holds partitions')
    return callbacks.taken(held, () => own === held)
  }
  const giveBack = async (held: HeldPartitions, share: number): Promise<void> => {
    const { keep, surplus } = divide(held, share)
    own = keep
    await releaseLease(deps, surplus)
    if (own === keep) await hold(keep)
  }
  const change = (work: Promise<void>): void => {
    changing = work
      .catch((error: unknown) => log.error({ err: error }, 'what an engine holds could not be changed'))
      .finally(() => {
        changing = null
      })
  }
  const leave = async (): Promise<void> => {
    if (own !== null) lost(own)
    await deleteEngine(db, id)
  }
  const stop = await startBeating(async () => {
    if (!canHold()) {
      await leave()
      return tryEveryMs
    }
    const share = shareOf(partitions, await renew())
    const held = own
    if (held !== null && !(await renewPartitions(db, held, leaseMs))) lost(held)
    if (changing !== null || own !== held) return tryEveryMs
    const has = held?.terms.size ?? 0
    if (held !== null && has > share) change(giveBack(held, share))
    if (has >= share) return renewEveryMs
    const more = await acquire(share - has, held === null)
    if (more.size === 0) return tryEveryMs
    // Lost in between: what was just acquired is held alone.
    const before = own === held ? (held?.terms ?? []) : []
    change(hold({ terms: new Map([...before, ...more].sort(([a], [b]) => a - b)), of: partitions }))
    // Nothing is settled before the first partitions: the engine begins with them.
    if (held === null) await changing
    return renewEveryMs
  }, log)
  return {
    lost,
    close: async () => {
      await stop()
      await changing
      await releaseLease(deps, own)
      own = null
      await deleteEngine(db, id).catch((error: unknown) =>
        log.warn({ err: error }, 'the row of an engine was not deleted; it will expire'),
      )
    },
  }
}
