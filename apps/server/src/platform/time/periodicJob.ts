/** A job that runs again and again until it is closed. */
export type PeriodicJob = {
  /** Ends the job and waits for the run in progress. */
  readonly close: () => Promise<void>
}

type Schedule = {
  /** Time between two rounds; milliseconds. */
  readonly everyMs: number
  /** Time from the start to the first run; 0 runs at once. Milliseconds. */
  readonly firstAfterMs: number
  /** Logs a failed run; the next round makes up for it. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Runs a task periodically, one run at a time: a round during a run is skipped. A failed run changes nothing else. The
 * signal is aborted when the job is closed, so that a long run can end early. The timer keeps no process alive.
 */
export const startPeriodicJob = (
  { everyMs, firstAfterMs, onFailure }: Schedule,
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
  let timer: ReturnType<typeof setTimeout>
  const repeat = (): void => {
    round()
    timer = setInterval(round, everyMs).unref()
  }
  if (firstAfterMs === 0) repeat()
  else timer = setTimeout(repeat, firstAfterMs).unref()
  return {
    close: async () => {
      clearTimeout(timer)
      closing.abort()
      await running
    },
  }
}
