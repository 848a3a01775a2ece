import { type DayFileDeps, fileDays } from './service/dayFiles/fileDay.ts'

/** How often the job looks whether a day is over; milliseconds. */
const intervalMs = 30_000

/** Files days until it is closed. */
export type DayFileJob = {
  /** Ends it after the file that is being written. */
  readonly close: () => Promise<void>
}

/** Starts filing every UTC day that is over; a failure is logged and repeated, and goes on where it was. */
export const startDayFileJob = (deps: DayFileDeps): DayFileJob => {
  let isStopping = false
  let running: Promise<void> | null = null
  const run = (): void => {
    running ??= fileDays(deps, () => isStopping)
      .then(() => undefined)
      .catch((error: unknown) => deps.log.error({ err: error }, 'day files could not be written, retrying'))
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, intervalMs)
  return {
    close: async () => {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}
