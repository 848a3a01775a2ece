import type { OwnFill } from '../orderMarks.ts'

/** The part of a candle that marks stand beside. */
export type MarkedBar = { readonly timestamp: number; readonly low: number; readonly high: number }

/** The fills of one kind within one candle. */
export type FillMark = {
  readonly kind: OwnFill['kind']
  /** Opening of the candle, epoch milliseconds. */
  readonly opening: number
  /** Just outside the candle: below it for a purchase, above it for everything else. */
  readonly value: number
  /** What is written beside it, the newest first. */
  readonly rows: readonly string[]
}

/** More rows would hide the candles around; the last one says how many older ones there are. */
const maxRows = 3
/** More than this cannot be told apart on any screen; the oldest are left out. */
const maxMarks = 200

const rowsOf = (fills: readonly OwnFill[]): readonly string[] =>
  fills.length <= maxRows
    ? fills.map(({ text }) => text)
    : [...fills.slice(0, maxRows - 1).map(({ text }) => text), `+${fills.length - maxRows + 1}`]

/** Joins fills to one mark for each kind and candle, the newest first; what lies before the first candle has none. */
export const fillMarks = (
  fills: readonly OwnFill[],
  bars: readonly MarkedBar[],
  candleMs: number,
): FillMark[] => {
  const byOpening = new Map(bars.map((bar) => [bar.timestamp, bar]))
  const first = bars[0]?.timestamp ?? Number.POSITIVE_INFINITY
  const groups = new Map<string, { opening: number; kind: OwnFill['kind']; fills: OwnFill[] }>()
  for (const fill of [...fills].sort((one, other) => other.time - one.time)) {
    const opening = Math.floor(fill.time / candleMs) * candleMs
    if (opening < first) continue
    const key = `${opening} ${fill.kind}`
    const group = groups.get(key)
    if (group) group.fills.push(fill)
    else groups.set(key, { opening, kind: fill.kind, fills: [fill] })
  }
  const marks = [...groups.values()].map(({ opening, kind, fills: own }): FillMark => {
    const bar = byOpening.get(opening)
    const values = own.map(({ value }) => value)
    const value =
      kind === 'bought'
        ? Math.min(...values, ...(bar ? [bar.low] : []))
        : Math.max(...values, ...(bar ? [bar.high] : []))
    return { kind, opening, value, rows: rowsOf(own) }
  })
  return marks.sort((one, other) => other.opening - one.opening).slice(0, maxMarks)
}
