import { useCallback, useState } from 'react'

/**
 * The instant back to which the chart of a market has been looked at, with as much again before it, so that it changes
 * once a screen and not with each candle. Nothing before the first candles are drawn.
 */
export const useVisibleSince = (pid: number): readonly [number, (fromMs: number, toMs: number) => void] => {
  const [seen, setSeen] = useState({ pid, sinceMs: Number.POSITIVE_INFINITY })
  const onRange = useCallback(
    (fromMs: number, toMs: number) =>
      setSeen((before) =>
        before.pid === pid && before.sinceMs <= fromMs ? before : { pid, sinceMs: fromMs - (toMs - fromMs) },
      ),
    [pid],
  )
  return [seen.pid === pid ? seen.sinceMs : Number.POSITIVE_INFINITY, onRange]
}
