import type { Coordinate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { LineLook } from '../tags/lineLook.ts'
import { type LineTagPlace, uncovered } from '../tags/lineTags.ts'
import { lineTagSize, tagPlanOf } from '../tags/plan.ts'

export type LineData = {
  readonly tag: string
  readonly look: LineLook
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

/** How far a leader reaches from its tag to the line. */
const leaderWidth = 8

/** The tag of a line where the plan has room for it, with a leader to the line when it had to move. */
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

/** A horizontal line of the trader's own with a tag; its price on the axis is drawn with all the others there. */
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
