import type { Chart, OverlayCreate } from 'klinecharts'
import { createLineDrag, dragHandle } from './dragLine.ts'
import { createAxisTags } from './drawAxisTags.ts'
import { fillMarks } from './fills/marks.ts'
import { noMarks, type OrderLine, type OrderMarks } from './orderMarks.ts'
import type { FillMarksData } from './overlays/fillMarks.ts'
import { windowTagLook } from './overlays/optionWindow.ts'
import type { LineData } from './overlays/ownLine.ts'
import { fillColour, lineLook, windowLook } from './ownLooks.ts'
import { pageTokens, type Token } from './styles.ts'
import { type Tagged, tagPlanOf, tagPriority } from './tags/plan.ts'

const lineData = (line: OrderLine, token: Token): LineData => ({
  tag: line.tag,
  look: lineLook(line, token),
  isButton: line.revokes !== undefined,
  held: line.drag === undefined ? null : dragHandle(),
})

/** A line as it is shown now: where it is held while it is in hand. */
type ShownLine = OrderLine & { readonly isHeld: boolean }

const taggedLine = (line: ShownLine, token: Token): Tagged => ({
  id: line.id,
  value: line.value,
  tag: line.tag,
  axis: line.axis,
  look: lineLook(line, token),
  column: line.kind === 'stop' ? 'second' : 'first',
  priority: line.isHeld ? tagPriority.held : tagPriority[line.kind],
})

/** Only the option in focus has tags. */
const taggedWindows = ({ windows }: OrderMarks, token: Token): Tagged[] =>
  windows
    .filter(({ inFocus }) => inFocus)
    .map(({ id, value, tag, axis }) => ({
      id,
      value,
      tag,
      axis,
      look: windowTagLook(windowLook(token)),
      column: 'first',
      priority: tagPriority.option,
    }))

export type OwnOptions = {
  readonly paneId: string
  readonly onRevoke: (orderId: number) => void
  /** The price at a place, with the market's decimals. */
  readonly priceAt: (value: number) => string
  /** The same as the axis writes it, in the reader's language. */
  readonly axisPrice: (value: number) => string
}

const fillsId = 'fills'

/** All fills are one overlay, so that their labels make room for each other; returns what is drawn now. */
const drawFills = (
  chart: Chart,
  paneId: string,
  { fills }: OrderMarks,
  { candleMs, drawn, token }: { candleMs: number; drawn: string; token: Token },
): string => {
  const bars = chart.getDataList()
  const marks = fillMarks(fills, bars, candleMs)
  const points = marks.map(({ opening, value }) => ({ timestamp: opening, value }))
  const extendData: FillMarksData = {
    marks: marks.map(({ kind, rows }) => ({ kind, rows, colour: fillColour(kind, token) })),
    fill: token('pane'),
    family: token('font'),
  }
  const next = JSON.stringify([points, extendData])
  if (next === drawn) return drawn
  // What an overlay carries is merged into what it carried, so one with fewer marks has to be a new one.
  chart.removeOverlay({ id: fillsId })
  if (marks.length > 0)
    chart.createOverlay({ id: fillsId, name: 'fillMarks', paneId, points, extendData, zLevel: 1, lock: true })
  return next
}

/** Puts the trader's own lines and fills on a chart; moves lines, instead of making them anew, when only a figure changes. */
export const createOrderMarks = (chart: Chart, { paneId, onRevoke, priceAt, axisPrice }: OwnOptions) => {
  let ids = new Set<string>()
  let own: OrderMarks = noMarks
  let candleMs = 0
  let drawnFills = ''
  const drag = createLineDrag(chart, {
    rewrite: () => draw(own, candleMs),
    letGo: (id, value) => {
      chart.removeOverlay({ id })
      ids.delete(id)
      draw(own, candleMs)
      if (value !== null) own.lines.find((line) => line.id === id)?.drag?.dropped(priceAt(value))
    },
  })
  const axis = createAxisTags(chart, {
    paneId,
    axisPrice,
    candleMs: () => candleMs,
    isHeld: drag.isHolding,
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
  const shownLine = (line: OrderLine): ShownLine => {
    const held = line.drag ? drag.heldAt(line) : null
    return held === null || !line.drag
      ? { ...line, isHeld: false }
      : { ...line, ...line.drag.at(priceAt(held)), value: held, isHeld: true }
  }
  const putLine = (line: ShownLine, timestamp: number, token: Token): void => {
    const { revokes } = line
    put(line, 'ownLine', timestamp, lineData(line, token), {
      ...(line.drag ? { lock: false, ...drag.events } : { lock: true }),
      onClick: revokes === undefined ? null : () => onRevoke(revokes),
      // The library would take it away.
      onRightClick: (event) => event.preventDefault?.(),
    })
  }
  const forget = (known: ReadonlySet<string>): void => {
    for (const id of ids)
      if (!known.has(id)) {
        drag.forget(id)
        chart.removeOverlay({ id })
      }
  }
  const draw = (next: OrderMarks, nextCandleMs: number): void => {
    own = next
    candleMs = nextCandleMs
    const token = pageTokens()
    const last = chart.getDataList().at(-1)
    if (!last) return
    const known = new Set([...own.lines, ...own.windows].map((one) => one.id))
    forget(known)
    const lines = own.lines.map(shownLine)
    tagPlanOf(chart).set([...lines.map((line) => taggedLine(line, token)), ...taggedWindows(own, token)])
    for (const line of lines) putLine(line, last.timestamp, token)
    for (const { id, value, ...window } of own.windows)
      put({ id, value }, 'optionWindow', last.timestamp, { ...window, candleMs, look: windowLook(token) })
    ids = known
    drawMoving()
  }
  /** What moves with time and with the running candle, also when nothing of the trader's own changes. */
  const drawMoving = (): void => {
    drawnFills = drawFills(chart, paneId, own, { candleMs, drawn: drawnFills, token: pageTokens() })
    axis.draw()
  }
  const seconds = setInterval(drawMoving, 1000)
  const close = (): void => {
    clearInterval(seconds)
    drag.close()
  }
  return { draw, close }
}
