import type { Chart, KLineData } from 'klinecharts'
import type { LineData, LineLook, MarkData } from './overlays.ts'
import { pageTokens, type Token } from './styles.ts'

/** A line of the trader's own, still without colours. */
export type OwnLine = {
  readonly id: string
  readonly kind: 'position' | 'closeOut'
  /** A place on the chart. */
  readonly value: number
  readonly tag: string
  readonly axis: string
}
/** Something that was filled, still without colours. */
export type OwnFill = {
  readonly id: string
  readonly value: number
  /** Epoch milliseconds. */
  readonly time: number
  readonly bought: boolean
  readonly text: string
}

export type Own = { readonly lines: readonly OwnLine[]; readonly fills: readonly OwnFill[] }

const positionLook = (token: Token): LineLook => ({
  line: token('ink-3'),
  tagText: token('ink-2'),
  tagFill: token('pane'),
  tagEdge: token('bar-strong'),
  axisText: token('ink'),
  axisFill: token('pane-2'),
  axisEdge: token('bar-strong'),
  dash: null,
  family: token('font'),
})

const closeOutLook = (token: Token): LineLook => ({
  line: token('warn'),
  tagText: token('warn'),
  tagFill: token('warn-soft'),
  tagEdge: token('warn-line'),
  axisText: token('warn'),
  axisFill: token('warn-soft'),
  axisEdge: token('warn-line'),
  dash: [2, 3],
  family: token('font'),
})

const lineData = (line: OwnLine, token: Token): LineData => ({
  tag: line.tag,
  axis: line.axis,
  look: line.kind === 'position' ? positionLook(token) : closeOutLook(token),
})

const markData = (fill: OwnFill, token: Token): MarkData => ({
  text: fill.text,
  bought: fill.bought,
  colour: token('brand'),
  fill: token('pane'),
  family: token('font'),
})

/** Just outside the candle in which something was filled: below it when bought, above it when sold. */
const edgeOf = (data: readonly KLineData[], opening: number, fill: OwnFill): number => {
  const bar = data.find((one) => one.timestamp === opening)
  if (!bar) return fill.value
  return fill.bought ? Math.min(bar.low, fill.value) : Math.max(bar.high, fill.value)
}

/** Puts the trader's own lines and fills on a chart; moves them, instead of making them anew, when only a figure changes. */
export const createOwn = (chart: Chart, paneId: string) => {
  let ids = new Set<string>()
  const put = (id: string, name: string, timestamp: number, value: number, extendData: unknown): void => {
    const points = [{ timestamp, value }]
    if (ids.has(id)) chart.overrideOverlay({ id, points, extendData })
    else chart.createOverlay({ id, name, paneId, points, extendData, lock: true, zLevel: 1 })
  }
  return (own: Own, candleMs: number): void => {
    const token = pageTokens()
    const data = chart.getDataList()
    const [first, last] = [data[0], data.at(-1)]
    if (!first || !last) return
    const fills = own.fills.filter((fill) => fill.time >= first.timestamp)
    const next = new Set([...own.lines, ...fills].map((one) => one.id))
    for (const id of ids) if (!next.has(id)) chart.removeOverlay({ id })
    for (const line of own.lines) put(line.id, 'ownLine', last.timestamp, line.value, lineData(line, token))
    for (const fill of fills) {
      const opening = Math.floor(fill.time / candleMs) * candleMs
      put(fill.id, 'fillMark', opening, edgeOf(data, opening, fill), markData(fill, token))
    }
    ids = next
  }
}
