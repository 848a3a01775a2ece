import { setTimeout as wait } from 'node:timers/promises'
import type { Platform } from '../../platform/services/index.ts'
import { insertSettlements } from '../store/settlements.ts'

/** How long a settlement waits for its number at most while the database answers. */
const intervalMs = 250
/** Numbered per transaction: some 30 ms of one connection. */
const batchSize = 1000

/** Gives every settlement its place in the chain, behind the commit that settled it. */
export type Sequencer = {
  /** Numbers everything that is committed now; throws when the database does not take it. */
  readonly drain: () => Promise<void>
  /** Numbers what waits and stops. */
  readonly close: () => Promise<void>
}

/** Starts numbering; a failed round is logged and repeated, and what waits stays in the database. */
export const startSequencer = ({
  clock,
  database,
  log,
}: Pick<Platform, 'clock' | 'database' | 'log'>): Sequencer => {
  const stopping = new AbortController()
  const drain = async (): Promise<void> => {
    while ((await insertSettlements(database.db, batchSize, clock.now())) === batchSize);
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await drain().catch((error: unknown) =>
        log.error({ err: error }, 'settlements could not be numbered, retrying'),
      )
      await wait(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    drain,
    close: async () => {
      stopping.abort()
      await running
      await drain()
    },
  }
}
