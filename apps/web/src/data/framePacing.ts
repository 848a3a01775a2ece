/** How frames are timed; a test hands in its own. */
export type Frames = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Runs before the next frame is rendered. */
  readonly beforeFrame: (run: () => void) => void
  /** Runs when the current frame has been rendered. */
  readonly afterFrame: (run: () => void) => void
  readonly after: (delayMs: number, run: () => void) => void
  /** Takes what an update threw; the others of its frame run. */
  readonly report: (error: unknown) => void
}

/** A frame that takes no longer needs no pause: a fast device shows every one. */
const freeMs = 8
/** Pause after a frame as a multiple of what it took beyond that: updates take a quarter of the time at most. */
const pauseFactor = 3
const maxPauseMs = 250

/**
 * Pause after a frame in milliseconds.
 *
 * @example pauseAfter(8) // 0
 * @example pauseAfter(40) // 96
 */
export const pauseAfter = (frameMs: number): number =>
  Math.min(maxPauseMs, Math.max(0, frameMs - freeMs) * pauseFactor)

/**
 * Runs updates of live figures once per frame, all of them together, and less often on a device whose frames take long, so
 * that a tap or key does not wait behind them.
 */
export const createFramePacing = ({ now, beforeFrame, afterFrame, after, report }: Frames) => {
  let waiting: (() => void)[] = []
  let isBusy = false
  const run = (): void => {
    const startMs = now()
    const updates = waiting
    waiting = []
    afterFrame(() => after(pauseAfter(now() - startMs), next))
    for (const update of updates)
      try {
        update()
      } catch (error) {
        report(error)
      }
  }
  const next = (): void => {
    isBusy = waiting.length > 0
    if (isBusy) beforeFrame(run)
  }
  /** Runs an update in the next frame that is due. */
  return (update: () => void): void => {
    waiting.push(update)
    if (!isBusy) next()
  }
}
