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

/** Lines whose tags stand beside those of positions and orders. */
const secondColumn: readonly OrderLine['kind'][] = ['takeProfit', 'stopLoss', 'trailingStop', 'closingOrder']

/** Line as displayed: at its dragged value during a drag. */
type DisplayedLine = OrderLine & { readonly isHeld: boolean }

const taggedLine = (line: DisplayedLine, token: Token): Tagged => ({
  id: line.id,
  value: line.value,
  tag: line.tag,
  axis: line.axis,
  look: lineLook(line, token),
  column: secondColumn.includes(line.kind) ? 'second' : 'first',
  priority: line.isHeld ? tagPriority.held : tagPriority[line.kind],
})

/** Only the selected option has tags. */
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
  /** Formats a value as a price with the decimals of the market. */
  readonly priceAt: (value: number) => string
  /** Formats a value for the price axis, in the user's language. */
  readonly axisPrice: (value: number) => string
}

const fillsId = 'fills'

/** Draws all fills as one overlay, so that their labels avoid each other. Returns the drawn key. */
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
  // The library merges new data into an overlay; fewer marks need a new overlay.
  chart.removeOverlay({ id: fillsId })
  if (marks.length > 0)
    chart.createOverlay({ id: fillsId, name: 'fillMarks', paneId, points, extendData, zLevel: 1, lock: true })
  return next
}

/** Draws the user's lines and fills. Existing lines are updated in place if only a figure changes. */
export const createOrderMarks = (chart: Chart, { paneId, onRevoke, priceAt, axisPrice }: OwnOptions) => {
  let ids = new Set<string>()
  let orderMarks: OrderMarks = noMarks
  let candleMs = 0
  let drawnFills = ''
  const drag = createLineDrag(chart, {
    rewrite: () => draw(orderMarks, candleMs),
    letGo: (id, value) => {
      chart.removeOverlay({ id })
      ids.delete(id)
      draw(orderMarks, candleMs)
      if (value !== null) orderMarks.lines.find((line) => line.id === id)?.drag?.dropped(priceAt(value))
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
  const toDisplayedLine = (line: OrderLine): DisplayedLine => {
    const draggedTo = line.drag ? drag.heldAt(line) : null
    return draggedTo === null || !line.drag
      ? { ...line, isHeld: false }
      : { ...line, ...line.drag.at(priceAt(draggedTo)), value: draggedTo, isHeld: true }
  }
  const putLine = (line: DisplayedLine, timestamp: number, token: Token): void => {
    const { revokes } = line
    put(line, 'ownLine', timestamp, lineData(line, token), {
      ...(line.drag ? { lock: false, ...drag.events } : { lock: true }),
      onClick: revokes === undefined ? null : () => onRevoke(revokes),
      // By default the library removes an overlay on right click.
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
    orderMarks = next
    candleMs = nextCandleMs
    const token = pageTokens()
    const last = chart.getDataList().at(-1)
    if (!last) return
    const known = new Set([...orderMarks.lines, ...orderMarks.windows].map((mark) => mark.id))
    forget(known)
    const lines = orderMarks.lines.map(toDisplayedLine)
    tagPlanOf(chart).set([
      ...lines.map((line) => taggedLine(line, token)),
      ...taggedWindows(orderMarks, token),
    ])
    for (const line of lines) putLine(line, last.timestamp, token)
    for (const { id, value, ...window } of orderMarks.windows)
      put({ id, value }, 'optionWindow', last.timestamp, { ...window, candleMs, look: windowLook(token) })
    ids = known
    drawMoving()
  }
  /** Redraws what changes with time and with the current candle. */
  const drawMoving = (): void => {
    drawnFills = drawFills(chart, paneId, orderMarks, { candleMs, drawn: drawnFills, token: pageTokens() })
    axis.draw()
  }
  const seconds = setInterval(drawMoving, 1000)
  const close = (): void => {
    clearInterval(seconds)
    drag.close()
  }
  return { draw, close }
}
