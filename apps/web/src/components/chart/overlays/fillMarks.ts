import { type Coordinate, type OverlayFigure, type OverlayTemplate, utils } from 'klinecharts'
import { type LabelPlace, type Marked, placeLabels, rowHeight, tipGap, triangle } from '../fills/labels.ts'
import type { FillMark } from '../fills/marks.ts'
import { lineTagBox } from '../tags/lineTags.ts'
import { tagPlanOf } from '../tags/plan.ts'

/** Mark with its colour, in the order of the overlay's points. */
type FillLook = Pick<FillMark, 'kind' | 'rows'> & { readonly colour: string }
export type FillMarksData = {
  readonly marks: readonly FillLook[]
  /** Background of the labels. */
  readonly fill: string
  readonly family: string
}

const labelSize = 10
const labelPadding = 3

/** Triangle for a fill, dot for a settlement. */
const sign = ({ kind, colour }: FillLook, { x, y }: Coordinate): OverlayFigure => {
  const direction = kind === 'bought' ? 1 : -1
  const tip = y + tipGap * direction
  if (kind !== 'bought' && kind !== 'sold')
    return {
      type: 'circle',
      attrs: { x, y: tip + (direction * triangle.height) / 2, r: triangle.height / 2 },
      styles: { style: 'fill', color: colour },
      ignoreEvent: true,
    }
  const foot = tip + triangle.height * direction
  return {
    type: 'polygon',
    attrs: {
      coordinates: [
        { x, y: tip },
        { x: x - triangle.half, y: foot },
        { x: x + triangle.half, y: foot },
      ],
    },
    styles: { style: 'fill', color: colour },
    ignoreEvent: true,
  }
}

const label = (
  { rows, colour }: FillLook,
  { x, y, align, down }: LabelPlace,
  { fill, family }: FillMarksData,
): OverlayFigure[] =>
  rows.map((text, row) => ({
    type: 'text',
    attrs: { x, y: y + (down ? 1 : -1) * row * rowHeight, text, align, baseline: 'middle' },
    styles: {
      color: colour,
      backgroundColor: fill,
      borderSize: 0,
      borderRadius: 2,
      paddingLeft: labelPadding,
      paddingRight: labelPadding,
      paddingTop: 1,
      paddingBottom: 1,
      size: labelSize,
      weight: '500',
      family,
    },
    ignoreEvent: true,
  }))

const widthOf = (rows: readonly string[], family: string): number =>
  Math.max(...rows.map((text) => utils.calcTextWidth(text, labelSize, '500', family))) + 2 * labelPadding

/** Draws the visible fills and settlements beside their candles. */
export const fillMarksOverlay: OverlayTemplate<FillMarksData> = {
  name: 'fillMarks',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: ({ chart, overlay, coordinates, bounding, yAxis }) => {
    const data = overlay.extendData
    const inSight = data.marks.flatMap((mark, index) => {
      const at = coordinates[index]
      return at && at.x >= 0 && at.x <= bounding.width ? [{ mark, at }] : []
    })
    const marked = inSight.map(
      ({ mark: { kind, rows }, at }): Marked => ({
        ...at,
        down: kind === 'bought',
        width: widthOf(rows, data.family),
        rows: rows.length,
      }),
    )
    const tags = yAxis ? [...tagPlanOf(chart).places(yAxis, bounding).values()] : []
    const occupied = tags.map(lineTagBox)
    const labelPlaces = placeLabels(marked, bounding, occupied)
    return inSight.flatMap(({ mark, at }, index) => {
      const labelPlace = labelPlaces[index]
      return [sign(mark, at), ...(labelPlace ? label(mark, labelPlace, data) : [])]
    })
  },
}
