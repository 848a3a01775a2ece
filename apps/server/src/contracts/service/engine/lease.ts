import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../../platform/services/index.ts'
import { acquireLease, releaseLease, renewLease } from '../../store/lease.ts'

/** A lease that was not renewed for this long may be taken over. */
const leaseMs = 3000
const renewEveryMs = 1000
/** How often an engine that does not have the lease tries to take it. */
const tryEveryMs = 500
/** A transaction may idle for this long; less than the lease, so that the next leader does not wait for it. */
export const leaseGraceMs = 2000

/** Another engine has taken over; what this one was about to settle is not its business any more. */
export class LeaseLost extends Error {
  constructor(fence: number) {
    super(`the engine with the number ${fence} is not the newest any more`)
    this.name = 'LostLease'
  }
}

/** One engine's part in who watches prices. */
export type Lease = {
  /** Another engine was found to have taken over. */
  readonly lost: (fence: number) => void
  /** Gives the lease back, so that the next engine need not wait. */
  readonly close: () => Promise<void>
}

/**
 * Tries for the lease now and from then on, and keeps it once it is there. `taken` is told with the fencing
 * number that everything settled from then on has to prove; `lost` when another engine has a newer one.
 */
export const maintainLease = async (
  { database: { db }, log }: Pick<Platform, 'database' | 'log'>,
  callbacks: { readonly taken: (fence: number) => void; readonly lost: () => void },
): Promise<Lease> => {
  let own: number | null = null
  const closing = new AbortController()

  const lost = (fence: number): void => {
    if (own !== fence) return
    own = null
    log.warn({ fence }, 'engine lost leadership')
    callbacks.lost()
  }
  /** Answers how long to wait before the next time. */
  const beat = async (): Promise<number> => {
    if (own !== null) {
      const fence = own
      if (!(await renewLease(db, fence, leaseMs))) lost(fence)
      return renewEveryMs
    }
    own = await acquireLease(db, leaseMs)
    if (own === null) return tryEveryMs
    log.info({ fence: own }, 'engine became leader')
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
        await releaseLease(db, own).catch((error: unknown) =>
          log.warn({ err: error }, 'lease release failed; it will expire'),
        )
      own = null
    },
  }
}
