import { useSyncExternalStore } from 'react'

/** Once the chart stands there, nothing waits longer than this for candles that do not come. */
const mostMs = 2000

let drawn = false
const waiters = new Set<() => void>()

/** Lets what waits arrive: the first chart of the visit has drawn its candles, or says that it cannot. */
export const markChartReady = (): void => {
  if (drawn) return
  drawn = true
  for (const tell of waiters) tell()
}

/** The chart's library paints with the frame; what waits comes when that frame has been shown. */
export const markChartReadyNextFrame = (): void => {
  requestAnimationFrame(() => requestAnimationFrame(markChartReady))
}

/** The chart stands there without its candles. */
export const markChartReadyAfterTimeout = (): void => {
  if (!drawn) setTimeout(markChartReady, mostMs)
}

const subscribe = (tell: () => void) => {
  waiters.add(tell)
  return () => {
    waiters.delete(tell)
  }
}

/** Whether the first candle of the visit has been drawn; true for good from then on. */
export const useChartReady = (): boolean => useSyncExternalStore(subscribe, () => drawn)

/** Resolves when the first candle of the visit has been drawn. */
export const whenChartReady = (): Promise<void> =>
  drawn
    ? Promise.resolve()
    : new Promise((done) => {
        const stop = subscribe(() => {
          stop()
          done()
        })
      })
