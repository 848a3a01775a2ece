import { type FeedGap, staleAfterMs } from '@glasshouse/core/markets/rules'

/** How far back silences are remembered. */
const rememberedMs = 24 * 3_600_000

/** When a market spoke and when it was silent in this run, by the receive clock. */
export type FeedHealth = {
  /** A message came. */
  readonly recordMessage: (receivedMs: number) => void
  readonly firstMs: () => number | null
  readonly lastMs: () => number | null
  /**
   * The stretch without a message around an instant of this run: null when it was no longer than 5 s,
   * `unknown` for an instant before the first message.
   */
  readonly gapAt: (atMs: number) => FeedGap | null | 'unknown'
  /** The connection is gone: from the last message until the next one what the source says is missed. */
  readonly interrupted: () => void
  /** Trades between two instants were missed, as their numbers say. */
  readonly missed: (fromMs: number, toMs: number) => void
  /** Whether an instant lies where this run missed what the source said; `unknown` before the first message. */
  readonly isOutageAt: (atMs: number) => boolean | 'unknown'
}

/** Starts listening; nothing was heard yet. */
export const createFeedHealth = (): FeedHealth => {
  let firstMs: number | null = null
  let lastMs: number | null = null
  let silences: { readonly fromMs: number; readonly toMs: number }[] = []
  let outages: { readonly fromMs: number; readonly toMs: number }[] = []
  let isInterrupted = false
  const addOutage = (fromMs: number, toMs: number): void => {
    outages = [...outages.filter((one) => one.toMs > toMs - rememberedMs), { fromMs, toMs }]
  }
  /** The clock was set back: what it said before cannot be compared with what it says now. */
  const forget = (): void => {
    firstMs = null
    lastMs = null
    silences = []
    outages = []
    isInterrupted = false
  }
  return {
    recordMessage: (receivedMs) => {
      if (lastMs !== null && lastMs - receivedMs > staleAfterMs) forget()
      firstMs ??= receivedMs
      if (isInterrupted && lastMs !== null) addOutage(lastMs, receivedMs)
      isInterrupted = false
      if (lastMs !== null && receivedMs - lastMs > staleAfterMs) {
        silences.push({ fromMs: lastMs, toMs: receivedMs })
        silences = silences.filter(({ toMs }) => toMs > receivedMs - rememberedMs)
      }
      if (lastMs === null || receivedMs > lastMs) lastMs = receivedMs
    },
    interrupted: () => {
      isInterrupted = true
    },
    missed: addOutage,
    isOutageAt: (atMs) => {
      if (firstMs === null || lastMs === null || atMs < firstMs) return 'unknown'
      if (isInterrupted && atMs >= lastMs) return true
      return outages.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
    },
    firstMs: () => firstMs,
    lastMs: () => lastMs,
    gapAt: (atMs) => {
      if (firstMs === null || lastMs === null || atMs < firstMs) return 'unknown'
      if (atMs >= lastMs) return { fromMs: lastMs, toMs: null }
      return silences.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs) ?? null
    },
  }
}
