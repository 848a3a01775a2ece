import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf } from '../batch/batch.ts'
import type { TickBufferHandle } from '../deps.ts'
import type { Outstanding } from './reachedWaits.ts'
import type { TriggerQueue } from './triggerQueue.ts'

/** An order that was judged while ticks were kept for it. */
export type BufferedOrder = { readonly orderId: number; readonly following: TickBufferHandle }

/** A wallet to read: which of its orders were followed, or that all of them are new to the books. */
export type DirtyAccount = {
  readonly key: MarginAccountKey
  readonly followed: BufferedOrder[]
  readonly isNew: boolean
  /** A transaction that may be committing has its rows locked. */
  readonly isUnsure: boolean
  /** The moment since which it has to be read. */
  readonly noted: number
}

/** Wallets that were just settled and are not armed yet, and the moment of the first tick that fired something of them. */
type SettledAccounts = { readonly keys: readonly MarginAccountKey[]; readonly moment: number }

/** No wallet is being armed. */
export const noAccounts: SettledAccounts = { keys: [], moment: Number.POSITIVE_INFINITY }

/** What is on its way to being settled, armed or judged: nothing may be decided behind its back. */
export type OutstandingWork = {
  /** Accounts that are being read: not armed yet. */
  reading: readonly DirtyAccount[]
  arming: SettledAccounts
  /** Nothing of any wallet is outstanding, but for orders that are being judged. */
  readonly isNone: () => boolean
  /**
   * By account of some customers, the moment since which something of it is outstanding; null while a tick fires in slices:
   * of which wallets is known after them.
   */
  readonly of: (uids: ReadonlySet<number>) => Outstanding | null
  /** The moment since which anything is outstanding; Infinity without. */
  readonly oldest: () => number
  /** Whether something of a wallet is outstanding; asked by every new order, so it builds no map of the whole queue. */
  readonly has: (key: MarginAccountKey) => boolean
}

/** Starts with nothing that is read or armed; `changed` are the wallets to be read. */
export const createOutstandingWork = (
  triggers: Pick<TriggerQueue, 'queue' | 'isFiring' | 'oldest'>,
  changed: ReadonlyMap<number, DirtyAccount>,
): OutstandingWork => {
  const isSame = (a: MarginAccountKey, b: MarginAccountKey): boolean =>
    a.uid === b.uid && a.wallet === b.wallet
  const work: OutstandingWork = {
    reading: [],
    arming: noAccounts,
    isNone: () =>
      !triggers.isFiring() &&
      changed.size + work.reading.length + work.arming.keys.length + triggers.queue.size() === 0,
    of: (uids) => {
      if (triggers.isFiring()) return null
      const oldest = new Map<number, number>()
      const add = (key: MarginAccountKey, since: number): void => {
        if (!uids.has(key.uid)) return
        const account = accountKeyOf(key)
        oldest.set(account, Math.min(oldest.get(account) ?? since, since))
      }
      for (const due of triggers.queue.of(uids)) add(due, due.moment)
      for (const key of work.arming.keys) add(key, work.arming.moment)
      for (const { key, noted } of changed.values()) add(key, noted)
      for (const { key, noted } of work.reading) add(key, noted)
      return oldest
    },
    oldest: () => {
      let oldest = Math.min(triggers.oldest(), work.arming.moment)
      for (const { noted } of changed.values()) oldest = Math.min(oldest, noted)
      for (const { noted } of work.reading) oldest = Math.min(oldest, noted)
      return oldest
    },
    has: (key) =>
      triggers.isFiring() ||
      changed.has(accountKeyOf(key)) ||
      work.reading.some((one) => isSame(one.key, key)) ||
      work.arming.keys.some((one) => isSame(one, key)) ||
      triggers.queue.has(key),
  }
  return work
}
