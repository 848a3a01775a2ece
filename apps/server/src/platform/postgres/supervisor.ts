import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../telemetry/index.ts'
import { monotonicMs } from '../time/index.ts'
import type { EmbeddedPostgres } from './embedded.ts'

export type Supervisor = {
  /** Stops supervision, then the database. */
  readonly stop: () => Promise<void>
}

export type SupervisorParts = {
  readonly log: Pick<Log, 'info' | 'error'>
  /** Called once with the reason when the database cannot be restarted. */
  readonly gaveUp: (reason: Error) => void
  /** Pause before each restart attempt, in milliseconds; after the last one supervision fails. */
  readonly pausesMs?: readonly number[]
  /** A database that ran for this long, in milliseconds, starts again with the first pause. */
  readonly steadyAfterMs?: number
}

const defaultPausesMs = [0, 500, 1000, 2000, 4000, 8000]
const defaultSteadyAfterMs = 60_000
/** Polling interval in milliseconds. */
const lookEveryMs = 100

/** The database ended and could not be restarted. */
class DatabaseLost extends Error {
  constructor(attempts: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : 'it ended again and again soon after its start'
    super(
      `The embedded PostgreSQL ended and did not come back in ${attempts} attempts: ${why}\n` +
        'Look for memory, disk space and rights of DATA_DIR, and start again: what was committed is kept.',
      { cause },
    )
    this.name = 'DatabaseLost'
  }
}

/**
 * Restarts the embedded database whenever its postmaster ends without being stopped: killed, or out of memory.
 *
 * Attempts have growing pauses. A database that ends before it was steady counts as a failed attempt, so that one that
 * cannot run is reported as well.
 */
export const supervise = (first: EmbeddedPostgres, parts: SupervisorParts): Supervisor => {
  const { log, gaveUp, pausesMs = defaultPausesMs, steadyAfterMs = defaultSteadyAfterMs } = parts
  const stopping = new AbortController()
  let running: EmbeddedPostgres | null = first
  let readyMs = monotonicMs()
  let attempts = 0

  /** Returns false if supervision was stopped meanwhile. */
  const pause = (ms: number): Promise<boolean> =>
    wait(ms, true, { ref: false, signal: stopping.signal }).catch(() => false)

  const bringBack = async (ended: EmbeddedPostgres): Promise<void> => {
    if (monotonicMs() - readyMs >= steadyAfterMs) attempts = 0
    for (let cause: unknown = null; ; ) {
      const pauseMs = pausesMs[attempts]
      if (pauseMs === undefined) throw new DatabaseLost(attempts, cause)
      if (!(await pause(pauseMs))) return
      attempts += 1
      try {
        running = await ended.restart()
        readyMs = monotonicMs()
        log.info({ pid: running.pid, attempts }, 'embedded PostgreSQL is running again')
        return
      } catch (error) {
        cause = error
        log.error({ err: error, attempts }, 'embedded PostgreSQL could not be started, retrying')
      }
    }
  }
  const watch = async (): Promise<void> => {
    while (await pause(lookEveryMs)) {
      if (running === null || !(await running.hasEnded())) continue
      const ended = running
      running = null
      log.error({ pid: ended.pid }, 'embedded PostgreSQL ended unexpectedly, restarting it')
      await bringBack(ended)
    }
  }
  const watching = watch().catch((error: unknown) =>
    gaveUp(error instanceof Error ? error : new DatabaseLost(attempts, error)),
  )
  return {
    stop: async () => {
      stopping.abort()
      await watching
      await running?.stop()
    },
  }
}
