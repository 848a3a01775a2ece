import { placeTags } from './layout.ts'

/** Tag on a horizontal line, in pixels. */
export type LineTag = {
  readonly id: string
  /** Position of the line. */
  readonly y: number
  readonly width: number
  /** Stops use the second column, because they are often close to positions. */
  readonly column: 'first' | 'second'
  readonly priority: number
}
export type LineTagPlace = { readonly x: number; readonly y: number; readonly width: number }
export type PaneSize = { readonly width: number; readonly height: number }

/** Below the legend, which covers the top of the chart. */
const topLimit = 30
const halfTag = 10
const firstAt = 12
const secondAt = 208
const gap = 8
/** Space for the grips at the right end of the lines. */
const gripRoom = 70

/** Panes narrower than this are of a phone, where a button covers the lower left corner; a lower pane has no space beside it. */
const phoneWidth = 500
const corner = { right: 54, height: 74, fromHeight: 200 } as const

const widest = (tags: readonly LineTag[]): number => Math.max(0, ...tags.map(({ width }) => width))

/**
 * Positions of the tags on the lines: two columns without overlaps, or one column if two do not fit. A line
 * outside the pane has no tag. On a phone they leave the corner of the button free.
 */
export const placeLineTags = (
  tags: readonly LineTag[],
  { width, height }: PaneSize,
): ReadonlyMap<string, LineTagPlace> => {
  const visible = tags.filter(({ y }) => y >= 0 && y <= height)
  const first = visible.filter(({ column }) => column === 'first')
  const second = visible.filter(({ column }) => column === 'second')
  const isPhone = width < phoneWidth && height >= corner.fromHeight
  const beside = Math.max(secondAt, (isPhone ? corner.right : firstAt) + widest(first) + gap)
  const besideCorner = (x: number, y: number): number =>
    isPhone && y + halfTag > height - corner.height ? Math.max(x, corner.right) : x
  const fits = beside + widest(second) <= width - gripRoom
  const columns = fits
    ? [
        { x: firstAt, own: first },
        { x: beside, own: second },
      ]
    : [{ x: firstAt, own: visible }]
  return new Map(
    columns.flatMap(({ x, own }) => {
      const tagsToPlace = own.map(({ y, priority }) => ({
        wanted: y,
        above: halfTag,
        below: halfTag,
        priority,
      }))
      const places = placeTags(tagsToPlace, { top: topLimit, bottom: height })
      return own.flatMap(({ id, width }, index): [string, LineTagPlace][] => {
        const y = places[index]
        return y === null || y === undefined ? [] : [[id, { x: besideCorner(x, y), y, width }]]
      })
    }),
  )
}

/** Area covered by a tag. */
export const lineTagBox = ({ x, y, width }: LineTagPlace) => ({
  left: x,
  right: x + width,
  top: y - halfTag,
  bottom: y + halfTag,
})

/** Horizontal range of a drawn line. */
export type LineSpan = { readonly from: number; readonly to: number }

/**
 * Parts of a horizontal line that are not covered by a tag, so that no line crosses the text of another.
 *
 * @param y position of the line in pixels
 * @example uncovered(50, [{ x: 12, y: 52, width: 100 }], 300) // from 0 to 12, and from 112 to 300
 */
export const uncovered = (y: number, tags: Iterable<LineTagPlace>, width: number): LineSpan[] => {
  const covering = [...tags]
    .filter((tag) => Math.abs(tag.y - y) < halfTag)
    .sort((one, other) => one.x - other.x)
  const stretches: LineSpan[] = []
  let from = 0
  for (const tag of covering) {
    if (tag.x > from) stretches.push({ from, to: tag.x })
    from = Math.max(from, tag.x + tag.width)
  }
  return from < width ? [...stretches, { from, to: width }] : stretches
}
