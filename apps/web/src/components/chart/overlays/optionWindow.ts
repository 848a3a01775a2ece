import type { Chart, Coordinate, OverlayFigure, OverlayTemplate, XAxis } from 'klinecharts'
import type { LineLook } from '../tags/lineLook.ts'
import type { LineTagPlace, PaneSize } from '../tags/lineTags.ts'
import { tagPlanOf } from '../tags/plan.ts'
import { lineTagFigures, tagStyle } from './ownLine.ts'

/** Colours of an option window; all are design tokens. */
export type WindowLook = {
  readonly brand: string
  readonly onBrand: string
  readonly pane: string
  readonly winning: string
  readonly losing: string
  readonly won: string
  readonly lost: string
  readonly ink: string
  /** Line at the expiry. */
  readonly edge: string
  readonly words: string
  readonly family: string
}
export type WindowData = {
  /** Entry and expiry, epoch milliseconds. */
  readonly from: number
  readonly to: number
  /** Duration of one candle in milliseconds. */
  readonly candleMs: number
  /** Wins above the entry price, otherwise below it. */
  readonly winsAbove: boolean
  /** Selected option: drawn with halves and tags. Other options are a line from entry to expiry. */
  readonly inFocus: boolean
  readonly tag: string
  readonly axis: string
  readonly expiry: string
  readonly wins: string
  readonly loses: string
  /** Settlement price and result; null while open. */
  readonly settled: { readonly value: number; readonly result: 'won' | 'lost' | 'even' } | null
  readonly look: WindowLook
}

/** The window begins below the tag of the expiry time, which is beside or below the legend. */
const besideLegend = { tag: 17, top: 34 }
const underLegend = { tag: 52, top: 69 }
/** Width of the longest legend, in pixels. */
const legendWidth = 640

/** Horizontal position of an instant, also between two candles and after the last one. */
const xOf = (chart: Chart, xAxis: XAxis | null, instant: number, candleMs: number): number | null => {
  const last = chart.getDataList().at(-1)
  if (!last || !xAxis) return null
  const middle = xAxis.convertTimestampToPixel(last.timestamp)
  return middle + ((instant - last.timestamp) / candleMs - 0.5) * chart.getBarSpace().bar
}

const line = (
  from: Coordinate,
  to: Coordinate,
  styles: { color: string; size: number; dash?: readonly number[] },
): OverlayFigure => ({
  type: 'line',
  attrs: { coordinates: [from, to] },
  styles: {
    style: styles.dash ? 'dashed' : 'solid',
    dashedValue: styles.dash ? [...styles.dash] : [],
    color: styles.color,
    size: styles.size,
  },
  ignoreEvent: true,
})

const half = (x: number, y: number, width: number, height: number, color: string): OverlayFigure => ({
  type: 'rect',
  attrs: { x, y, width, height: Math.max(0, height) },
  styles: { style: 'fill', color },
  ignoreEvent: true,
})

const textFigure = (x: number, y: number, text: string, look: WindowLook): OverlayFigure => ({
  type: 'text',
  attrs: { x, y, text, align: 'right', baseline: 'middle' },
  styles: {
    color: look.words,
    backgroundColor: 'transparent',
    borderSize: 0,
    size: 10,
    family: look.family,
    paddingLeft: 0,
    paddingRight: 0,
    paddingTop: 0,
    paddingBottom: 0,
  },
  ignoreEvent: true,
})

/** Colours of the tags of the selected option. */
export const windowTagLook = ({ brand, onBrand, pane, family }: WindowLook): LineLook => ({
  line: brand,
  tagText: brand,
  tagFill: pane,
  tagEdge: brand,
  axisText: onBrand,
  axisFill: brand,
  axisEdge: brand,
  dash: [5, 3],
  family,
})

type Place = { readonly from: number; readonly to: number; readonly y: number }

/** Line from entry to expiry at the entry price, with a ring at the entry. */
const entryLine = (place: Place, { look, inFocus }: WindowData): OverlayFigure[] => [
  line(
    { x: place.from, y: place.y },
    { x: place.to, y: place.y },
    { color: look.brand, size: inFocus ? 1.5 : 1 },
  ),
  {
    type: 'circle',
    attrs: { x: place.from, y: place.y, r: inFocus ? 4 : 2.5 },
    styles: { style: 'stroke_fill', color: look.pane, borderColor: look.brand, borderSize: inFocus ? 2 : 1 },
    ignoreEvent: true,
  },
]

/** Line from the entry to the settlement price, in the colour of the result. */
const settledLine = (
  { from, to, y }: Place,
  exitY: number,
  { look, settled }: WindowData,
): OverlayFigure[] => {
  const colour = settled?.result === 'won' ? look.won : settled?.result === 'lost' ? look.lost : look.words
  const dot = (x: number, dotY: number, fill: string): OverlayFigure => ({
    type: 'circle',
    attrs: { x, y: dotY, r: 2.5 },
    styles: { style: 'stroke_fill', color: fill, borderColor: colour, borderSize: 1 },
    ignoreEvent: true,
  })
  return [
    line({ x: from, y }, { x: to, y: exitY }, { color: colour, size: 1, dash: [2, 2] }),
    dot(from, y, look.pane),
    dot(to, exitY, colour),
  ]
}

/** Winning and losing halves, expiry with its time, and a line with a tag at the entry price. */
const inFocus = (
  place: Place,
  data: WindowData,
  { width, height }: PaneSize,
  at: LineTagPlace | undefined,
): OverlayFigure[] => {
  const { look, winsAbove } = data
  const { tag, top } = place.to - 40 > legendWidth ? besideLegend : underLegend
  const y = Math.min(Math.max(place.y, top), height)
  const span = Math.max(1, place.to - place.from)
  const [above, below] = winsAbove ? [look.winning, look.losing] : [look.losing, look.winning]
  const [topText, bottomText] = winsAbove ? [data.wins, data.loses] : [data.loses, data.wins]
  const hasTexts = span > 44
  return [
    half(place.from, top, span, y - top, above),
    half(place.from, y, span, height - y, below),
    line(
      { x: place.from, y: top },
      { x: place.from, y: height },
      { color: look.brand, size: 1, dash: [1, 3] },
    ),
    line({ x: 0, y: place.y }, { x: width, y: place.y }, { color: look.brand, size: 1, dash: [5, 3] }),
    line({ x: place.to, y: top - 8 }, { x: place.to, y: height }, { color: look.edge, size: 1 }),
    ...(hasTexts && y - top > 24 ? [textFigure(place.to - 6, top + 12, topText, look)] : []),
    ...(hasTexts && height - y > 24 ? [textFigure(place.to - 6, height - 12, bottomText, look)] : []),
    {
      type: 'text',
      attrs: { x: place.to, y: tag, text: data.expiry, align: 'center', baseline: 'middle' },
      styles: { ...tagStyle(look.pane, look.ink, look.ink, look.family, 10), weight: '600' },
      ignoreEvent: true,
    },
    ...(at ? lineTagFigures(data.tag, windowTagLook(look), place.y, at, true) : []),
  ]
}

/** Option on the chart: its time window and winning side, or its settlement. */
export const optionWindow: OverlayTemplate<WindowData> = {
  name: 'optionWindow',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, coordinates, bounding, xAxis, yAxis }) => {
    const data = overlay.extendData
    const y = coordinates[0]?.y
    const from = xOf(chart, xAxis, data.from, data.candleMs)
    const to = xOf(chart, xAxis, data.to, data.candleMs)
    if (y === undefined || from === null || to === null) return []
    const place = { from, to, y }
    if (data.settled && yAxis) return settledLine(place, yAxis.convertToPixel(data.settled.value), data)
    return [
      ...(data.inFocus && yAxis
        ? inFocus(place, data, bounding, tagPlanOf(chart).places(yAxis, bounding).get(overlay.id))
        : []),
      ...entryLine(place, data),
    ]
  },
}
