import type { Tick } from '@glasshouse/core/markets/evidence'
import type { Markets } from './markets.ts'

/** A timer may fire a millisecond early; ticks are judged by their receive time. */
const timerSlackMs = 5

/**
 * Waits for the first live tick of a market that is received within a time after an instant and that is accepted; null
 * when none is. Late and fetched ticks do not count. Call it in the same turn in which the instant was read, so that no
 * tick passes in between.
 *
 * @param fromMs the instant, by the receive clock
 * @param waitMs how long after it, milliseconds
 */
export const nextTick = (
  { onTick }: Pick<Markets, 'onTick'>,
  { symbol, fromMs, waitMs }: { readonly symbol: string; readonly fromMs: number; readonly waitMs: number },
  isAccepted: (tick: Tick) => boolean = () => true,
): Promise<Tick | null> =>
  new Promise((resolve) => {
    const end = (tick: Tick | null): void => {
      clearTimeout(timer)
      stop()
      resolve(tick)
    }
    const timer = setTimeout(() => end(null), waitMs + timerSlackMs)
    const stop = onTick((tick) => {
      if (tick.symbol !== symbol || tick.late === true || tick.fetched === true) return
      if (tick.receivedTimeMs > fromMs + waitMs) end(null)
      else if (isAccepted(tick)) end(tick)
    })
  })
