import type { Chart, Coordinate, OverlayFigure, OverlayTemplate, YAxis } from 'klinecharts'

/** How one of the trader's own lines looks: every colour comes from the tokens. */
export type LineLook = {
  readonly line: string
  readonly tagText: string
  readonly tagFill: string
  readonly tagEdge: string
  readonly axisText: string
  readonly axisFill: string
  readonly axisEdge: string
  /** Dash and gap in pixels; null draws a solid line. */
  readonly dash: readonly [number, number] | null
  readonly family: string
}
export type LineData = {
  readonly tag: string
  readonly axis: string
  readonly look: LineLook
  /** Where the tag begins, in pixels from the left. */
  readonly tagAt: number
  /** The tag can be pressed. */
  readonly isButton: boolean
  /** What can be taken hold of to drag it: the whole line with a mouse, the grip with a finger; null stays. */
  readonly held: 'line' | 'grip' | null
}
export const tagStyle = (colour: string, fill: string, edge: string, family: string, size: number) => ({
  style: 'stroke_fill',
  color: colour,
  backgroundColor: fill,
  borderColor: edge,
  borderSize: 1,
  borderRadius: 2,
  size,
  weight: '500',
  family,
  paddingLeft: 7,
  paddingRight: 7,
  paddingTop: 4,
  paddingBottom: 4,
})

/** Under the legend, which lies over the chart's first lines. */
const highestTag = 40

/** Where a line's tag stands: on the line, never under the legend, and out of sight with a line above the chart. */
const tagY = (y: number): number => (y < 0 ? -highestTag : Math.max(y, highestTag))

/** The grip stands at the right end, clear of tags and fills. */
const gripWidth = 22
const gripFromRight = 40
/** Pixels on either side that still count as the line for a mouse, and as the grip for a finger. */
const lineReach = 5
const fingerReach = 22

/** What takes the pointer; it cannot be seen. A press on it is no press on the tag. */
const reachFigure = (held: 'line' | 'grip', y: number, width: number): OverlayFigure => ({
  type: 'rect',
  attrs:
    held === 'line'
      ? { x: 0, y: y - lineReach, width, height: 2 * lineReach }
      : {
          x: width - gripFromRight + gripWidth / 2 - fingerReach,
          y: y - fingerReach,
          width: 2 * fingerReach,
          height: 2 * fingerReach,
        },
  styles: { style: 'fill', color: 'transparent' },
  ignoreEvent: ['onClick', 'onDoubleClick', 'onRightClick', 'onSelected', 'onDeselected'],
})

/** A small handle with two grooves says that the line can be dragged. */
const gripFigures = (look: LineLook, y: number, width: number): OverlayFigure[] => {
  const x = width - gripFromRight
  const groove = (place: number): OverlayFigure => ({
    type: 'line',
    attrs: {
      coordinates: [
        { x: x + 6, y: place },
        { x: x + gripWidth - 6, y: place },
      ],
    },
    styles: { style: 'solid', color: look.tagText, size: 1 },
    ignoreEvent: true,
  })
  return [
    {
      type: 'rect',
      attrs: { x, y: y - 6, width: gripWidth, height: 12 },
      styles: {
        style: 'stroke_fill',
        color: look.tagFill,
        borderColor: look.tagEdge,
        borderSize: 1,
        borderRadius: 2,
      },
      ignoreEvent: true,
    },
    groove(y - 1.5),
    groove(y + 1.5),
  ]
}

const dragFigures = ({ held, look }: LineData, y: number, width: number): OverlayFigure[] =>
  held === null ? [] : [...gripFigures(look, y, width), reachFigure(held, y, width)]

const lineFigures = (data: LineData, at: Coordinate, width: number): OverlayFigure[] => [
  {
    type: 'line',
    attrs: {
      coordinates: [
        { x: 0, y: at.y },
        { x: width, y: at.y },
      ],
    },
    styles: {
      style: data.look.dash ? 'dashed' : 'solid',
      dashedValue: data.look.dash ?? [],
      color: data.look.line,
      size: 1,
    },
    ignoreEvent: true,
  },
  ...dragFigures(data, at.y, width),
  {
    type: 'text',
    attrs: { x: Math.min(data.tagAt, width / 2), y: tagY(at.y), text: data.tag, baseline: 'middle' },
    styles: tagStyle(data.look.tagText, data.look.tagFill, data.look.tagEdge, data.look.family, 10.5),
    ignoreEvent: !data.isButton && data.held === null,
  },
]

/** Half a tag on the axis, and how far the last price's tag reaches down with the candle's time left under it. */
const halfTag = 9
const lastTagBelow = 27

/** Where a tag on the axis stands so that it does not lie on the last price's. */
export const besideLast = (y: number, chart: Chart, yAxis: YAxis | null): number => {
  const last = chart.getDataList().at(-1)
  if (!last || !yAxis) return y
  const taken = yAxis.convertToPixel(last.close)
  const [from, to] = [taken - 2 * halfTag, taken + lastTagBelow + halfTag]
  if (y <= from || y >= to) return y
  return y < taken ? from : to
}

/** A horizontal line of the trader's own: a tag on the left, the price on the axis. */
export const ownLine: OverlayTemplate<LineData> = {
  name: 'ownLine',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ overlay, coordinates, bounding }) => {
    const at = coordinates[0]
    return at ? lineFigures(overlay.extendData, at, bounding.width) : []
  },
  createYAxisFigures: ({ chart, yAxis, overlay, coordinates }) => {
    const at = coordinates[0]
    if (!at) return []
    const { look, axis } = overlay.extendData
    return {
      type: 'text',
      attrs: { x: 0, y: besideLast(at.y, chart, yAxis), text: axis, baseline: 'middle' },
      styles: tagStyle(look.axisText, look.axisFill, look.axisEdge, look.family, 10),
      ignoreEvent: true,
    }
  },
}
