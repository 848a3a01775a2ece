import type { CandleRow } from '@glasshouse/core/markets/wire'
import { useEffect, useState } from 'react'
import { candleFeed } from '../../../data/candles.ts'
import { type LiveSignal, needed, signalOfRows } from './signal.ts'

/** Follows the closed minutes of a market and judges each; null until they have loaded. */
export const useSignal = (pid: number, symbol: string): LiveSignal | null => {
  const [signal, setSignal] = useState<LiveSignal | null>(null)
  useEffect(() => {
    const feed = candleFeed(pid, symbol, '1m')
    let rows: CandleRow[] = []
    let isCurrent = true
    const show = (): void => setSignal(signalOfRows(rows.slice(0, -1)))
    feed.newest(needed + 1).then(
      (loaded) => {
        if (!isCurrent) return
        rows = [...loaded]
        show()
      },
      () => undefined,
    )
    // A new minute closes the one before; until then only the minute that forms changes, which is not judged.
    const stop = feed.follow((candle) => {
      const isNew = candle.time > (rows.at(-1)?.time ?? 0)
      rows = [...rows.filter(({ time }) => time !== candle.time), candle].slice(-needed - 1)
      if (isNew && isCurrent) show()
    })
    return () => {
      isCurrent = false
      stop()
    }
  }, [pid, symbol])
  return signal
}
