import type { OwnFill } from '../orderMarks.ts'

/** Part of a candle that marks are placed beside. */
export type MarkedBar = { readonly timestamp: number; readonly low: number; readonly high: number }

/** Fills of one kind in one candle. */
export type FillMark = {
  readonly kind: OwnFill['kind']
  /** Open time of the candle, epoch milliseconds. */
  readonly opening: number
  /** Price just outside the candle: below it for a buy, above it otherwise. */
  readonly value: number
  /** Rows of the label, newest first. */
  readonly rows: readonly string[]
}

/** More rows would cover neighbouring candles; the last row counts the older fills. */
const maxRows = 3
/** More marks are not distinguishable on a screen; the oldest are omitted. */
const maxMarks = 200

const rowsOf = (fills: readonly OwnFill[]): readonly string[] =>
  fills.length <= maxRows
    ? fills.map(({ text }) => text)
    : [...fills.slice(0, maxRows - 1).map(({ text }) => text), `+${fills.length - maxRows + 1}`]

/** Groups fills into one mark per kind and candle, newest first. Fills before the first candle are omitted. */
export const fillMarks = (
  fills: readonly OwnFill[],
  bars: readonly MarkedBar[],
  candleMs: number,
): FillMark[] => {
  const byOpening = new Map(bars.map((bar) => [bar.timestamp, bar]))
  const first = bars[0]?.timestamp ?? Number.POSITIVE_INFINITY
  const groups = new Map<string, { opening: number; kind: OwnFill['kind']; fills: OwnFill[] }>()
  for (const fill of [...fills].sort((a, b) => b.time - a.time)) {
    const opening = Math.floor(fill.time / candleMs) * candleMs
    if (opening < first) continue
    const key = `${opening} ${fill.kind}`
    const group = groups.get(key)
    if (group) group.fills.push(fill)
    else groups.set(key, { opening, kind: fill.kind, fills: [fill] })
  }
  const marks = [...groups.values()].map(({ opening, kind, fills: markFills }): FillMark => {
    const bar = byOpening.get(opening)
    const values = markFills.map(({ value }) => value)
    const value =
      kind === 'bought'
        ? Math.min(...values, ...(bar ? [bar.low] : []))
        : Math.max(...values, ...(bar ? [bar.high] : []))
    return { kind, opening, value, rows: rowsOf(markFills) }
  })
  return marks.sort((a, b) => b.opening - a.opening).slice(0, maxMarks)
}
