/** A job that runs again and again until it is closed. */
export type PeriodicJob = {
  /** Ends the job and waits for the run in progress. */
  readonly close: () => Promise<void>
}

type Schedule = {
  /** Time between two rounds; milliseconds. */
  readonly everyMs: number
  /** Whether the first run is at once rather than after `everyMs`. */
  readonly isImmediate: boolean
  /** Logs a failed run; the next round makes up for it. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Runs a task periodically, one run at a time: a round during a run is skipped. A failed run changes nothing else. The
 * signal is aborted when the job is closed, so that a long run can end early. The timer keeps no process alive.
 */
export const startPeriodicJob = (
  { everyMs, isImmediate, onFailure }: Schedule,
  run: (closing: AbortSignal) => Promise<unknown>,
): PeriodicJob => {
  const closing = new AbortController()
  let running: Promise<void> | null = null
  const round = (): void => {
    running ??= Promise.resolve()
      .then(() => run(closing.signal))
      .then(() => undefined, onFailure)
      .finally(() => {
        running = null
      })
  }
  if (isImmediate) round()
  const timer = setInterval(round, everyMs)
  timer.unref()
  return {
    close: async () => {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}
