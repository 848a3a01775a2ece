import { setTimeout as pause } from 'node:timers/promises'

/** Does rounds of work one after the other whenever there is some, and sleeps in between. */
export type WorkLoop = {
  readonly wake: () => void
  /** Waits until there is nothing left to do. */
  readonly idle: () => Promise<void>
  /** Ends after the round it is at. */
  readonly close: () => Promise<void>
}

/** How long after a failed round the next one is tried. */
const retryMs = 250

/** Starts working. A round that throws is told to `failed` and tried again. */
export const startWorkLoop = (
  hasWork: () => boolean,
  round: () => Promise<void>,
  failed: (error: unknown) => void,
): WorkLoop => {
  let closed = false
  let rise = (): void => undefined
  const waiters: (() => void)[] = []
  const sleep = (): Promise<void> => {
    for (const resolve of waiters.splice(0)) resolve()
    return new Promise((resume) => {
      rise = resume
    })
  }
  const run = async (): Promise<void> => {
    while (!closed) {
      if (!hasWork()) await sleep()
      else
        await round().catch(async (error: unknown) => {
          failed(error)
          if (!closed) await pause(retryMs)
        })
    }
    for (const resolve of waiters.splice(0)) resolve()
  }
  const running = run()
  return {
    wake: () => rise(),
    idle: () =>
      new Promise((resolve) => {
        waiters.push(resolve)
        rise()
      }),
    close: async () => {
      closed = true
      rise()
      await running
    },
  }
}
