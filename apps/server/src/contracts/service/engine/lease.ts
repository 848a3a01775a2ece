import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Tx } from '../../../platform/database/index.ts'
import { NotDeliveredError } from '../../../platform/events/index.ts'
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
import type { PartitionMap } from './partitionMap.ts'

/** A lease that was not renewed for this long may be taken over. */
export const leaseMs = 3000
export const renewEveryMs = 1000
/** How often an engine that does not have the lease tries to take it. */
export const tryEveryMs = 500
/** A transaction may idle for this long; less than the lease, so that the next leader does not wait for it. */
export const leaseGraceMs = 2000

/** Another engine has taken over; what this one was about to settle is not its business any more. */
export class LeaseLost extends Error {
  constructor() {
    super('another engine has taken partitions of this one over')
    this.name = 'LostLease'
  }
}

/** This engine does not decide on a customer, or not any more: what it was asked had no effect. */
export const notDecided = (uid: number): NotDeliveredError =>
  new NotDeliveredError(`this engine does not decide on customer ${uid}`)

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

/** The terms to prove for some accounts; null when the engine does not decide on all of them. */
const termsOf = async (
  tx: Tx,
  held: HeldPartitions,
  partitions: PartitionMap,
  accounts: readonly number[],
): Promise<PartitionTerms | null> => {
  await partitions.learn(tx, accounts)
  const terms = new Map<number, number>()
  for (const uid of accounts) {
    const partition = partitions.find(uid)
    const term = partition === undefined ? undefined : held.terms.get(partition)
    if (partition === undefined || term === undefined) return null
    terms.set(partition, term)
  }
  return terms
}

/** Whether an engine still decides on some accounts, and keeps it so until the end of the transaction. */
export const isLeaseHeld = async (
  tx: Tx,
  held: HeldPartitions,
  partitions: PartitionMap,
  accounts: readonly number[],
): Promise<boolean> => {
  const terms = await termsOf(tx, held, partitions, accounts)
  return terms !== null && hasPartitions(tx, terms, leaseGraceMs)
}

/**
 * Requires that an engine still holds all that it held.
 *
 * @throws LeaseLost another engine took some of it over
 */
export const assertAllHeld = async (tx: Tx, held: HeldPartitions): Promise<void> => {
  if (!(await hasPartitions(tx, held.terms, leaseGraceMs))) throw new LeaseLost()
}

/**
 * Requires that an engine still decides on some accounts.
 *
 * @throws LeaseLost another engine took over
 */
export const assertLeaseHeld = async (
  tx: Tx,
  held: HeldPartitions,
  partitions: PartitionMap,
  accounts: readonly number[],
): Promise<void> => {
  if (!(await isLeaseHeld(tx, held, partitions, accounts))) throw new LeaseLost()
}

/** One engine's part in who watches prices. */
export type Lease = {
  /** Another engine was found to have taken over. */
  readonly lost: (held: HeldPartitions) => void
  /** Gives the lease back, so that the next engine need not wait. */
  readonly close: () => Promise<void>
}

/** What an engine hears about what it holds. */
export type LeaseCallbacks = {
  /** It holds this from now on, unless `isCurrent` says that it changed meanwhile: everything settled has to prove these terms. */
  readonly taken: (held: HeldPartitions, isCurrent: () => boolean) => Promise<void>
  /** Another engine has newer terms. */
  readonly lost: () => void
}

/** Beats until it is closed; each time says how long to wait until the next one. The first time is waited for. */
export const startBeating = async (
  beat: () => Promise<number>,
  log: Platform['log'],
): Promise<() => Promise<void>> => {
  const closing = new AbortController()
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
  return async () => {
    closing.abort()
    await beating
  }
}

/** Gives leases back, so that another engine need not wait until they expire. */
export const releaseLease = async (
  { database: { db }, log }: Pick<Platform, 'database' | 'log'>,
  held: HeldPartitions | null,
): Promise<void> => {
  if (held === null) return
  await releasePartitions(db, held).catch((error: unknown) =>
    log.warn({ err: error }, 'lease release failed; it will expire'),
  )
}

/**
 * Tries for all partitions now and from then on, and keeps them once they are there. `taken` is told with the terms that
 * everything settled from then on has to prove; `lost` when another engine has a newer one.
 */
export const maintainLease = async (
  deps: Pick<Platform, 'database' | 'log' | 'assertLeading'>,
  callbacks: LeaseCallbacks,
): Promise<Lease> => {
  const {
    database: { db },
    log,
    assertLeading,
  } = deps
  let own: HeldPartitions | null = null
  const lost = (held: HeldPartitions): void => {
    if (own !== held) return
    own = null
    log.warn({ partitions: held.terms.size }, 'engine lost leadership')
    callbacks.lost()
  }
  const stop = await startBeating(async () => {
    if (own !== null) {
      const held = own
      if (!(await renewPartitions(db, held, leaseMs))) lost(held)
      return renewEveryMs
    }
    const held = await acquirePartitions(db, leaseMs, assertLeading)
    if (held === null) return tryEveryMs
    own = held
    log.info({ partitions: held.terms.size }, 'engine became leader')
    await callbacks.taken(held, () => own === held)
    return renewEveryMs
  }, log)
  return {
    lost,
    close: async () => {
      await stop()
      await releaseLease(deps, own)
      own = null
    },
  }
}
