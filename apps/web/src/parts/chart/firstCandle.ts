import { useSyncExternalStore } from 'react'

/** Longer than this nothing waits for a chart that does not come. */
const mostMs = 3000

let drawn = false
let waiting = false
const waiters = new Set<() => void>()

/** Lets what waits arrive: the first chart of the visit has drawn its candles, or says that it cannot. */
export const tellFirstCandle = (): void => {
  if (drawn) return
  drawn = true
  for (const tell of waiters) tell()
}

/** The chart's library paints with the frame; what waits comes after that frame. */
export const tellAfterFrame = (): void => {
  requestAnimationFrame(() => setTimeout(tellFirstCandle))
}

const subscribe = (tell: () => void) => {
  waiters.add(tell)
  if (!waiting) setTimeout(tellFirstCandle, mostMs)
  waiting = true
  return () => {
    waiters.delete(tell)
  }
}

/** Whether the first candle of the visit has been drawn; true for good from then on. */
export const useFirstCandle = (): boolean => useSyncExternalStore(subscribe, () => drawn)
