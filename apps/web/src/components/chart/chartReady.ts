import { useSyncExternalStore } from 'react'

/** Maximum delay of other content if no candles arrive after the chart was created. */
const maxDelayMs = 2000

let isDrawn = false
const listeners = new Set<() => void>()

/** Releases deferred content: the first chart has drawn its candles or has failed. */
export const markChartReady = (): void => {
  if (isDrawn) return
  isDrawn = true
  for (const listener of listeners) listener()
}

/** The library paints in the next frame; deferred content starts after that frame. */
export const markChartReadyNextFrame = (): void => {
  requestAnimationFrame(() => requestAnimationFrame(markChartReady))
}

/** The chart was created but has no candles yet. */
export const markChartReadyAfterTimeout = (): void => {
  if (!isDrawn) setTimeout(markChartReady, maxDelayMs)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether the first candle was drawn since the page loaded. Never becomes false again. */
export const useChartReady = (): boolean => useSyncExternalStore(subscribe, () => isDrawn)

/** Resolves when the first candle was drawn. */
export const whenChartReady = (): Promise<void> =>
  isDrawn
    ? Promise.resolve()
    : new Promise((done) => {
        const stop = subscribe(() => {
          stop()
          done()
        })
      })
