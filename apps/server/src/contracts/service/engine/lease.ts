import { setTimeout as pause } from 'node:timers/promises'
import { partitionOf } from '@glasshouse/core/contracts/partition'
import { isPoolAccount } from '@glasshouse/core/contracts/pool'
import type { Db, Tx } from '../../../platform/database/index.ts'
import type { Platform } from '../../../platform/services/index.ts'
import { InvalidSettingsError } from '../../../platform/settings/index.ts'
import {
  acquirePartitions,
  type HeldPartitions,
  hasPartitions,
  insertPartitions,
  type PartitionTerms,
  releasePartitions,
  renewPartitions,
} from '../../store/partitions.ts'

/** A lease that was not renewed for this long may be taken over. */
const leaseMs = 3000
const renewEveryMs = 1000
/** How often an engine that does not have the lease tries to take it. */
const tryEveryMs = 500
/** A transaction may idle for this long; less than the lease, so that the next leader does not wait for it. */
const leaseGraceMs = 2000

/** Another engine has taken over; what this one was about to settle is not its business any more. */
export class LeaseLost extends Error {
  constructor() {
    super('another engine has taken partitions of this one over')
    this.name = 'LostLease'
  }
}

/**
 * Fixes the number of partitions of a database at its first start.
 *
 * @throws InvalidSettingsError it was fixed to another one
 */
export const fixPartitions = async (db: Db, partitions: number): Promise<void> => {
  const fixed = await insertPartitions(db, partitions)
  if (fixed !== partitions)
    throw new InvalidSettingsError([
      `ENGINE_PARTITIONS: the customers of this database are divided into ${fixed} since its first start, which cannot be changed`,
    ])
}

/** The terms to prove for some accounts; a pool is in the partition of its lead, which its number does not tell. */
const termsOf = (held: HeldPartitions, accounts: Iterable<number>): PartitionTerms => {
  const terms = new Map<number, number>()
  for (const uid of accounts) {
    if (isPoolAccount(uid)) return held.terms
    const partition = partitionOf(uid, held.of)
    const term = held.terms.get(partition)
    if (term === undefined) throw new Error('an engine that leads holds every partition')
    terms.set(partition, term)
  }
  return terms
}

/**
 * Whether the engine that holds all partitions still decides on some accounts, and keeps it so until the end of the
 * transaction.
 */
export const isLeaseHeld = (tx: Tx, held: HeldPartitions, accounts: Iterable<number>): Promise<boolean> =>
  hasPartitions(tx, termsOf(held, accounts), leaseGraceMs)

/**
 * Requires that the engine which holds all partitions still decides on some accounts, on all without `accounts`.
 *
 * @throws LeaseLost another engine took over
 */
export const assertLeaseHeld = async (
  tx: Tx,
  held: HeldPartitions,
  accounts?: Iterable<number>,
): Promise<void> => {
  const terms = accounts === undefined ? held.terms : termsOf(held, accounts)
  if (!(await hasPartitions(tx, terms, leaseGraceMs))) throw new LeaseLost()
}

/** One engine's part in who watches prices. */
export type Lease = {
  /** Another engine was found to have taken over. */
  readonly lost: (held: HeldPartitions) => void
  /** Gives the lease back, so that the next engine need not wait. */
  readonly close: () => Promise<void>
}

/**
 * Tries for all partitions now and from then on, and keeps them once they are there. `taken` is told with the terms that
 * everything settled from then on has to prove; `lost` when another engine has a newer one.
 */
export const maintainLease = async (
  { database: { db }, log, assertLeading }: Pick<Platform, 'database' | 'log' | 'assertLeading'>,
  callbacks: { readonly taken: (held: HeldPartitions) => void; readonly lost: () => void },
): Promise<Lease> => {
  let own: HeldPartitions | null = null
  const closing = new AbortController()

  const lost = (held: HeldPartitions): void => {
    if (own !== held) return
    own = null
    log.warn({ partitions: held.terms.size }, 'engine lost leadership')
    callbacks.lost()
  }
  /** Answers how long to wait before the next time. */
  const beat = async (): Promise<number> => {
    if (own !== null) {
      const held = own
      if (!(await renewPartitions(db, held, leaseMs))) lost(held)
      return renewEveryMs
    }
    own = await acquirePartitions(db, leaseMs, assertLeading)
    if (own === null) return tryEveryMs
    log.info({ partitions: own.terms.size }, 'engine became leader')
    callbacks.taken(own)
    return renewEveryMs
  }
  const patiently = (): Promise<number> =>
    beat().catch((error: unknown) => {
      // The database is unavailable: no engine can take over meanwhile, and nothing can be settled either.
      log.warn({ err: error }, 'the lease of the engine could not be read or renewed and is tried again')
      return tryEveryMs
    })
  const beatOn = async (firstMs: number): Promise<void> => {
    for (let waitMs = firstMs; !closing.signal.aborted; waitMs = await patiently())
      if (await pause(waitMs, false, { signal: closing.signal }).catch(() => true)) return
  }
  const beating = beatOn(await patiently())
  return {
    lost,
    close: async () => {
      closing.abort()
      await beating
      if (own !== null)
        await releasePartitions(db, own).catch((error: unknown) =>
          log.warn({ err: error }, 'lease release failed; it will expire'),
        )
      own = null
    },
  }
}
