import type { Chart, KLineData, OverlayCreate } from 'klinecharts'
import { createDrag, holdBy } from './dragOwn.ts'
import type { MarkData } from './overlays/fillMark.ts'
import type { WindowLook } from './overlays/optionWindow.ts'
import type { LineData, LineLook } from './overlays/ownLine.ts'
import { nothingOwn, type Own, type OwnFill, type OwnLine } from './own.ts'
import { faded, pageTokens, type Token } from './styles.ts'

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

const orderLook = (token: Token): LineLook => ({
  line: token('brand'),
  tagText: token('brand'),
  tagFill: token('pane'),
  tagEdge: token('brand'),
  axisText: token('on-brand'),
  axisFill: token('brand'),
  axisEdge: token('brand'),
  dash: [5, 3],
  family: token('font'),
})

/** A stop belongs to its position and looks like it, but for the dashes of something that still waits. */
const stopLook = (token: Token): LineLook => ({ ...positionLook(token), dash: [5, 3] })

const looks = { position: positionLook, closeOut: closeOutLook, order: orderLook, stop: stopLook } as const
/** Stops stand to the right of the positions' tags, which they are often close to. */
const tagPlaces = { position: 12, closeOut: 12, order: 12, stop: 208 } as const

const lineData = (line: OwnLine, token: Token): LineData => ({
  tag: line.tag,
  axis: line.axis,
  look: line.wrong ? closeOutLook(token) : looks[line.kind](token),
  tagAt: tagPlaces[line.kind],
  isButton: line.revokes !== undefined,
  held: line.drag === undefined ? null : holdBy(),
})

const markData = (fill: OwnFill, token: Token): MarkData => ({
  text: fill.text,
  bought: fill.bought,
  colour: token('brand'),
  fill: token('pane'),
  family: token('font'),
})

/** The winning and the losing half let the candles through. */
const halfShare = 8

const windowLook = (token: Token): WindowLook => ({
  brand: token('brand'),
  onBrand: token('on-brand'),
  pane: token('pane'),
  winning: faded(token('up'), halfShare),
  losing: faded(token('down'), halfShare),
  ink: token('ink'),
  edge: token('ink-2'),
  words: token('ink-2'),
  family: token('font'),
})

/** Just outside the candle in which something was filled: below it when bought, above it when sold. */
const edgeOf = (data: readonly KLineData[], opening: number, fill: OwnFill): number => {
  const bar = data.find((one) => one.timestamp === opening)
  if (!bar) return fill.value
  return fill.bought ? Math.min(bar.low, fill.value) : Math.max(bar.high, fill.value)
}

export type OwnOptions = {
  readonly paneId: string
  readonly onRevoke: (orderId: number) => void
  /** The price at a place, with the market's decimals. */
  readonly priceAt: (value: number) => string
}

/** Puts the trader's own lines and fills on a chart; moves them, instead of making them anew, when only a figure changes. */
export const createOwn = (chart: Chart, { paneId, onRevoke, priceAt }: OwnOptions) => {
  let ids = new Set<string>()
  let own: Own = nothingOwn
  let candleMs = 0
  const drag = createDrag(chart, {
    rewrite: () => draw(own, candleMs),
    letGo: (id, value) => {
      chart.removeOverlay({ id })
      ids.delete(id)
      draw(own, candleMs)
      if (value !== null) own.lines.find((line) => line.id === id)?.drag?.dropped(priceAt(value))
    },
  })
  const put = (
    { id, value }: { id: string; value: number },
    name: string,
    timestamp: number,
    extendData: unknown,
    events: Partial<OverlayCreate> = { lock: true },
  ): void => {
    const points = [{ timestamp, value }]
    if (ids.has(id)) chart.overrideOverlay({ id, points, extendData })
    else chart.createOverlay({ id, name, paneId, points, extendData, zLevel: 1, ...events })
  }
  const putLine = (line: OwnLine, timestamp: number, token: Token): void => {
    const { revokes, drag: drags } = line
    const held = drags ? drag.heldAt(line) : null
    const shown = held === null || !drags ? line : { ...line, ...drags.at(priceAt(held)), value: held }
    put(shown, 'ownLine', timestamp, lineData(shown, token), {
      ...(drags ? { lock: false, ...drag.events } : { lock: true }),
      onClick: revokes === undefined ? null : () => onRevoke(revokes),
      // The library would take it away.
      onRightClick: (event) => event.preventDefault?.(),
    })
  }
  const draw = (next: Own, nextCandleMs: number): void => {
    own = next
    candleMs = nextCandleMs
    const token = pageTokens()
    const data = chart.getDataList()
    const [first, last] = [data[0], data.at(-1)]
    if (!first || !last) return
    const fills = own.fills.filter((fill) => fill.time >= first.timestamp)
    const known = new Set([...own.lines, ...fills, ...own.windows].map((one) => one.id))
    for (const id of ids)
      if (!known.has(id)) {
        drag.forget(id)
        chart.removeOverlay({ id })
      }
    for (const line of own.lines) putLine(line, last.timestamp, token)
    for (const fill of fills) {
      const opening = Math.floor(fill.time / candleMs) * candleMs
      put({ id: fill.id, value: edgeOf(data, opening, fill) }, 'fillMark', opening, markData(fill, token))
    }
    for (const { id, value, ...window } of own.windows)
      put({ id, value }, 'optionWindow', last.timestamp, { ...window, candleMs, look: windowLook(token) })
    ids = known
  }
  return { draw, close: drag.close }
}
