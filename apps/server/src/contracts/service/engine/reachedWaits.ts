import { domainError } from '@glasshouse/core/errors/registry'
import type { MarginAccountKey } from '../../store/orders.ts'
import { accountKeyOf } from '../batch/batch.ts'
import type { TickBufferHandle } from '../deps.ts'

/** What is on its way to being settled: by wallet, each with the moment of the tick since which it is. */
export type Outstanding = ReadonlyMap<number, number>

/** A caller waiting for what a wallet was due until a moment, and for orders that were being evaluated then. */
type Waiting = {
  readonly key: MarginAccountKey
  readonly until: number
  readonly judged: ReadonlySet<TickBufferHandle>
  /** True: decided. False: the term has ended, and the next one has to be asked. */
  readonly release: (isDecided: boolean) => void
}

/** Those who wait until everything that ticks had reached in a wallet is settled. */
export type ReachedWaits = {
  /**
   * Resolves to true when nothing of the wallet is outstanding that was so at a moment, to false when the waits end
   * before. After 30 seconds it rejects with `invalidState` (reason `busy`): the engine cannot settle, so nothing may
   * be decided behind its back.
   */
  readonly wait: (
    key: MarginAccountKey,
    until: number,
    judged: ReadonlySet<TickBufferHandle>,
  ) => Promise<boolean>
  /** Releases the callers whose wallet has nothing outstanding any more. */
  readonly check: () => void
  /** The term has ended: releases all callers, undecided. */
  readonly end: () => void
}

const maxWaitMs = 30_000

/** Starts without callers; `outstanding` of some customers is read only while one waits and is null until it can be known. */
export const createReachedWaits = (
  outstanding: (uids: ReadonlySet<number>) => Outstanding | null,
  following: ReadonlyMap<TickBufferHandle, unknown>,
): ReachedWaits => {
  const waiting = new Set<Waiting>()

  let hasEnded = false

  const isDecided = ({ key, until, judged }: Waiting, now: Outstanding | null): boolean =>
    now !== null &&
    (now.get(accountKeyOf(key)) ?? Number.POSITIVE_INFINITY) > until &&
    ![...judged].some((handle) => following.has(handle))

  return {
    wait: (key, until, judged) =>
      new Promise((resolve, reject) => {
        const one: Waiting = {
          key,
          until,
          judged,
          release: (isDecided) => {
            clearTimeout(timer)
            waiting.delete(one)
            resolve(isDecided)
          },
        }
        const timer = setTimeout(() => {
          waiting.delete(one)
          reject(domainError('invalidState', { reason: 'busy' }))
        }, maxWaitMs)
        timer.unref()
        if (hasEnded) one.release(false)
        else if (isDecided(one, outstanding(new Set([key.uid])))) one.release(true)
        else waiting.add(one)
      }),
    check: () => {
      if (waiting.size === 0) return
      const now = outstanding(new Set([...waiting].map(({ key }) => key.uid)))
      for (const one of [...waiting]) if (isDecided(one, now)) one.release(true)
    },
    end: () => {
      hasEnded = true
      for (const one of [...waiting]) one.release(false)
    },
  }
}
