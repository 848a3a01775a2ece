import type { CandleRow } from '@glasshouse/core/markets/wire'

/**
 * Gathers the updates of candles between two frames: a chart redraws once per frame what the stream sends more often. Passes on
 * the newest state of each candle, in the order in which the candles began.
 */
export const createFrameRows = (
  deliver: (row: CandleRow) => void,
  schedule: (flush: () => void) => void = (flush) => void requestAnimationFrame(flush),
) => {
  const rows = new Map<number, CandleRow>()
  let isScheduled = false
  const flush = (): void => {
    isScheduled = false
    const due = [...rows.values()]
    rows.clear()
    for (const row of due) deliver(row)
  }
  return {
    put: (row: CandleRow): void => {
      rows.set(row.time, row)
      if (isScheduled) return
      isScheduled = true
      schedule(flush)
    },
    /** Forgets what has not been passed on. */
    clear: (): void => rows.clear(),
  }
}
