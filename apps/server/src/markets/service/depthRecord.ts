import { bookDepth, medianOf } from '@glasshouse/core/contracts/size'
import type { SourceBook } from '@glasshouse/core/markets/rules'
import type { Usdt } from '@glasshouse/core/money/units'

const rememberedMs = 3_600_000
const everyMs = 5_000
/** The median is worked out anew after this. */
const keptMs = 10_000

/** How deep a market's book was during the last hour, by the receive clock. */
export type DepthRecord = {
  readonly hear: (book: SourceBook) => void
  /** The median of one book each 5 s of the last hour, USDT; null without any. */
  readonly median: (nowMs: number) => Usdt | null
}

/** Starts with nothing known. */
export const createDepthRecord = (): DepthRecord => {
  let samples: { readonly atMs: number; readonly depth: Usdt }[] = []
  let known: { readonly atMs: number; readonly median: Usdt | null } | null = null
  return {
    hear: (book) => {
      const last = samples.at(-1)
      if (last !== undefined && Math.abs(book.receivedMs - last.atMs) < everyMs) return
      samples.push({ atMs: book.receivedMs, depth: bookDepth(book.bids, book.asks) })
      if (samples.length > (2 * rememberedMs) / everyMs)
        samples = samples.filter(({ atMs }) => book.receivedMs - atMs <= rememberedMs)
    },
    median: (nowMs) => {
      if (known !== null && known.median !== null && Math.abs(nowMs - known.atMs) < keptMs)
        return known.median
      const recent = samples.filter(({ atMs }) => nowMs - atMs <= rememberedMs)
      known = { atMs: nowMs, median: medianOf(recent.map(({ depth }) => depth)) }
      return known.median
    },
  }
}
