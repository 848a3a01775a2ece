import type { Coordinate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { LineLook } from '../tags/lineLook.ts'
import { type LineTagPlace, uncovered } from '../tags/lineTags.ts'
import { lineTagSize, tagPlanOf } from '../tags/plan.ts'

export type LineData = {
  readonly tag: string
  readonly look: LineLook
  /** The tag is a button. */
  readonly isButton: boolean
  /** Drag target: the line for a mouse, the grip for touch; null if not draggable. */
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

/** Length of the leader from a tag to its line. */
const leaderWidth = 8

/** Tag of a line at its planned position, with a leader if it was moved away from the line. */
export const lineTagFigures = (
  text: string,
  look: LineLook,
  lineY: number,
  { x, y }: LineTagPlace,
  ignoreEvent: boolean,
): OverlayFigure[] => [
  {
    type: 'line',
    attrs: {
      coordinates: [
        { x: x - leaderWidth, y: lineY },
        { x, y },
      ],
    },
    styles: { style: 'solid', color: look.tagEdge, size: 1 },
    ignoreEvent: true,
  },
  {
    type: 'text',
    attrs: { x, y, text, baseline: 'middle' },
    styles: tagStyle(look.tagText, look.tagFill, look.tagEdge, look.family, lineTagSize),
    ignoreEvent,
  },
]

/** The grip is at the right end, apart from tags and fill marks. */
const gripWidth = 22
const gripFromRight = 40
/** Tolerance in pixels around the line for a mouse, and around the grip for touch. */
const lineReach = 5
const fingerReach = 22

/** Invisible pointer target. A press on it does not press the tag. */
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

/** Grip with two grooves that marks a draggable line. */
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

const lineFigures = (
  { id, extendData: data }: { readonly id: string; readonly extendData: LineData },
  at: Coordinate,
  width: number,
  places: ReadonlyMap<string, LineTagPlace>,
): OverlayFigure[] => {
  const place = places.get(id)
  return [
    {
      type: 'line',
      attrs: uncovered(at.y, places.values(), width).map(({ from, to }) => ({
        coordinates: [
          { x: from, y: at.y },
          { x: to, y: at.y },
        ],
      })),
      styles: {
        style: data.look.dash ? 'dashed' : 'solid',
        dashedValue: data.look.dash ?? [],
        color: data.look.line,
        size: 1,
      },
      ignoreEvent: true,
    },
    ...dragFigures(data, at.y, width),
    ...(place ? lineTagFigures(data.tag, data.look, at.y, place, !data.isButton && data.held === null) : []),
  ]
}

/** Horizontal line of a position or order with a tag. Its axis tag is drawn by `axisTags`. */
export const ownLine: OverlayTemplate<LineData> = {
  name: 'ownLine',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const at = coordinates[0]
    if (!at || !yAxis) return []
    const places = tagPlanOf(chart).places(yAxis, bounding)
    return lineFigures(overlay, at, bounding.width, places)
  },
}
