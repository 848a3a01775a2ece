import {
  type AxisTick,
  type Chart,
  type OverlayFigure,
  type OverlayTemplate,
  utils,
  type YAxis,
} from 'klinecharts'
import type { Bar } from '../bars.ts'
import { type AxisTag, type PlacedAxisTag, placeAxisTags, rowBelow, uncoveredLabels } from '../tags/axis.ts'
import { crosshairIn } from '../tags/crosshair.ts'
import { tagPlanOf, tagPriority } from '../tags/plan.ts'

/** Colours of the tags and of the labels between them; `flat` is for an unchanged price. */
export type AxisLook = {
  readonly up: string
  readonly down: string
  readonly flat: string
  readonly onDirection: string
  readonly crosshair: string
  readonly onCrosshair: string
  readonly label: string
  readonly family: string
}

/** Formats and colours of the tags. */
export type AxisTexts = {
  readonly priceAt: (value: number) => string
  /** Remaining time of the candle that opened at this instant. */
  readonly leftOf: (openingMs: number) => string
  readonly look: AxisLook
  readonly paneId: string
  /** A line is being dragged, so the crosshair is hidden. */
  readonly isHeld: () => boolean
}
const texts = new WeakMap<Chart, AxisTexts>()

const labels = new WeakMap<Chart, readonly AxisTick[]>()

/**
 * Takes the labels of the axis from the library, which would draw them beneath the tags, and leaves it the lines of the grid.
 * They are drawn with the tags, without those that a tag covers.
 */
export const takeLabels = (chart: Chart, ticks: readonly AxisTick[]): AxisTick[] => {
  labels.set(chart, ticks)
  return ticks.map((tick) => ({ ...tick, text: '' }))
}

/** Sets the formats of a chart's tags; until then it has no tags. */
export const writeAxisTags = (chart: Chart, how: AxisTexts): void => {
  texts.set(chart, how)
}

/** Space between pane and tags for the leader lines. */
const leaderWidth = 6
const textSize = 10
const padding = 6
const textStart = leaderWidth + padding

const lastTag = (chart: Chart, yAxis: YAxis, { look, priceAt, leftOf }: AxisTexts): AxisTag[] => {
  const last = chart.getDataList().at(-1) as Bar | undefined
  if (!last) return []
  const fill = look[last.close > last.open ? 'up' : last.close < last.open ? 'down' : 'flat']
  return [
    {
      text: priceAt(last.close),
      below: leftOf(last.timestamp),
      y: yAxis.convertToPixel(last.close),
      color: look.onDirection,
      fill,
      edge: fill,
      weight: '600',
      priority: tagPriority.last,
      always: true,
    },
  ]
}

const crosshairTag = (chart: Chart, yAxis: YAxis, how: AxisTexts): AxisTag[] => {
  const y = crosshairIn(chart, how.paneId)
  if (y === null || how.isHeld()) return []
  const fill = how.look.crosshair
  return [
    {
      text: how.priceAt(yAxis.convertFromPixel(y)),
      below: null,
      y,
      color: how.look.onCrosshair,
      fill,
      edge: fill,
      weight: '500',
      priority: tagPriority.crosshair,
      always: false,
    },
  ]
}

const ownTags = (chart: Chart, yAxis: YAxis): AxisTag[] =>
  tagPlanOf(chart)
    .tagged()
    .map(({ axis, value, look, priority }) => ({
      text: axis,
      below: null,
      y: yAxis.convertToPixel(value),
      color: look.axisText,
      fill: look.axisFill,
      edge: look.axisEdge,
      weight: '500',
      priority,
      always: false,
    }))

const textFigure = (
  text: string,
  y: number,
  { color, weight, family }: { readonly color: string; readonly weight: string; readonly family: string },
): OverlayFigure => ({
  type: 'text',
  attrs: { x: textStart, y, text, baseline: 'middle' },
  styles: {
    ...{ color, size: textSize, weight, family, backgroundColor: 'transparent', borderSize: 0 },
    ...{ paddingLeft: 0, paddingRight: 0, paddingTop: 0, paddingBottom: 0 },
  },
  ignoreEvent: true,
})

const figuresOf = (
  { text, below, y, at, color, fill, edge, weight }: PlacedAxisTag,
  family: string,
  width: number,
) => {
  const height = 16 + (below === null ? 0 : rowBelow)
  const write = (row: string, top: number, rowWeight: string) =>
    textFigure(row, top, { color, weight: rowWeight, family })
  return [
    {
      type: 'line',
      attrs: {
        coordinates: [
          { x: 0, y },
          { x: leaderWidth, y: at },
        ],
      },
      styles: { style: 'solid', color: edge, size: 1 },
      ignoreEvent: true,
    },
    {
      type: 'rect',
      attrs: { x: leaderWidth, y: at - 8, width: width - leaderWidth - 1, height },
      styles: { style: 'stroke_fill', color: fill, borderColor: edge, borderSize: 1, borderRadius: 2 },
      ignoreEvent: true,
    },
    write(text, at, weight),
    ...(below === null ? [] : [write(below, at + rowBelow, '400')]),
  ] satisfies OverlayFigure[]
}

/**
 * Width of the price axis in pixels, so that every tag fits.
 *
 * @param sample a price of maximum length; its digits are measured as the widest digit
 */
export const axisWidth = (chart: Chart, sample: string, family: string): number => {
  const all = [
    sample,
    ...tagPlanOf(chart)
      .tagged()
      .map(({ axis }) => axis),
  ]
  const widest = Math.max(
    ...all.map((text) => utils.calcTextWidth(text.replaceAll(/\d/g, '8'), textSize, '600', family)),
  )
  return Math.ceil(textStart + padding + widest + 2)
}

/** All tags on the price axis: order marks, last price and crosshair, without overlaps, and the labels between them. */
export const axisTags: OverlayTemplate<number> = {
  name: 'axisTags',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: () => [],
  createYAxisFigures: ({ chart, yAxis, bounding }) => {
    const how = texts.get(chart)
    if (!how || !yAxis) return []
    const tags = [...ownTags(chart, yAxis), ...lastTag(chart, yAxis, how), ...crosshairTag(chart, yAxis, how)]
    const placed = placeAxisTags(tags, bounding.height)
    const { label: color, family } = how.look
    return [
      ...uncoveredLabels(labels.get(chart) ?? [], placed).map(({ text, coord }) =>
        textFigure(text, coord, { color, weight: 'normal', family }),
      ),
      ...placed.flatMap((tag) => figuresOf(tag, family, bounding.width)),
    ]
  },
}
