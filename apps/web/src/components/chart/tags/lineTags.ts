import { placeTags } from './layout.ts'

/** A tag on a horizontal line, in pixels. */
export type LineTag = {
  readonly id: string
  /** Where the line is. */
  readonly y: number
  readonly width: number
  /** Stops stand in the second column, beside the positions they are often close to. */
  readonly column: 'first' | 'second'
  readonly priority: number
}
export type LineTagPlace = { readonly x: number; readonly y: number; readonly width: number }
export type PaneSize = { readonly width: number; readonly height: number }

/** Under the legend, which lies over the chart's first lines. */
const highest = 30
const halfTag = 10
const firstAt = 12
const secondAt = 208
const gap = 8
/** The grips at the right end of the lines stay free. */
const gripRoom = 70

const widest = (tags: readonly LineTag[]): number => Math.max(0, ...tags.map(({ width }) => width))

/**
 * Where the tags on the lines stand: in two columns, each without overlaps, or in one where two do not fit.
 *
 * A line outside the pane has no tag.
 */
export const placeLineTags = (
  tags: readonly LineTag[],
  { width, height }: PaneSize,
): ReadonlyMap<string, LineTagPlace> => {
  const shown = tags.filter(({ y }) => y >= 0 && y <= height)
  const first = shown.filter(({ column }) => column === 'first')
  const second = shown.filter(({ column }) => column === 'second')
  const beside = Math.max(secondAt, firstAt + widest(first) + gap)
  const fits = beside + widest(second) <= width - gripRoom
  const columns = fits
    ? [
        { x: firstAt, own: first },
        { x: beside, own: second },
      ]
    : [{ x: firstAt, own: shown }]
  return new Map(
    columns.flatMap(({ x, own }) => {
      const wishes = own.map(({ y, priority }) => ({ wanted: y, above: halfTag, below: halfTag, priority }))
      const places = placeTags(wishes, { top: highest, bottom: height })
      return own.flatMap(({ id, width }, index): [string, LineTagPlace][] => {
        const y = places[index]
        return y === null || y === undefined ? [] : [[id, { x, y, width }]]
      })
    }),
  )
}

/** What a tag covers. */
export const lineTagBox = ({ x, y, width }: LineTagPlace) => ({
  left: x,
  right: x + width,
  top: y - halfTag,
  bottom: y + halfTag,
})

/** From where to where a line is drawn. */
export type Stretch = { readonly from: number; readonly to: number }

/**
 * The parts of a horizontal line that no tag covers, so that no line strikes through the words of another.
 *
 * @param y place of the line in pixels
 * @example uncovered(50, [{ x: 12, y: 52, width: 100 }], 300) // from 0 to 12, and from 112 to 300
 */
export const uncovered = (y: number, tags: Iterable<LineTagPlace>, width: number): Stretch[] => {
  const covering = [...tags]
    .filter((tag) => Math.abs(tag.y - y) < halfTag)
    .sort((one, other) => one.x - other.x)
  const stretches: Stretch[] = []
  let from = 0
  for (const tag of covering) {
    if (tag.x > from) stretches.push({ from, to: tag.x })
    from = Math.max(from, tag.x + tag.width)
  }
  return from < width ? [...stretches, { from, to: width }] : stretches
}
