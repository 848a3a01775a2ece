/** A mark on the chart whose label is still without a place; all lengths in pixels. */
export type Marked = {
  readonly x: number
  readonly y: number
  /** Its label grows downwards, away from the candle above it. */
  readonly down: boolean
  readonly width: number
  readonly rows: number
}
/** Where the rows of a label stand: their right or left end, the middle of the first one, and where the others follow. */
export type LabelPlace = {
  readonly x: number
  readonly y: number
  readonly align: 'left' | 'right'
  readonly down: boolean
}
export type Box = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

export const rowHeight = 12
/** From the candle to the tip of the triangle, and from there to its foot. */
export const tipGap = 3
export const triangle = { height: 8, half: 5 } as const
const besideTriangle = 7
/** How far from its mark a label may move, in rows. */
const furthest = 4

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const triangleBox = ({ x, y, down }: Marked): Box => {
  const [near, far] = [y + (down ? tipGap : -tipGap), y + (down ? 1 : -1) * (tipGap + triangle.height)]
  return {
    left: x - triangle.half,
    right: x + triangle.half,
    top: Math.min(near, far),
    bottom: Math.max(near, far),
  }
}

/** What a label covers at a place. */
export const labelBox = ({ width, rows }: Marked, { x, y, align, down }: LabelPlace): Box => {
  const far = y + (down ? 1 : -1) * rowHeight * (rows - 1)
  return {
    left: align === 'right' ? x - width : x,
    right: align === 'right' ? x : x + width,
    top: Math.min(y, far) - rowHeight / 2,
    bottom: Math.max(y, far) + rowHeight / 2,
  }
}

/** Away from the candle first, and back along it where the pane ends. */
const candidates = ({ x, y, down }: Marked): LabelPlace[] => {
  const beside = (row: number, follows: boolean): LabelPlace[] => [
    { x: x - besideTriangle, y: row, align: 'right', down: follows },
    { x: x + besideTriangle, y: row, align: 'left', down: follows },
  ]
  const way = down ? 1 : -1
  const nearest = y + way * (tipGap + triangle.height / 2)
  return [
    ...Array.from({ length: furthest }, (_, step) => beside(nearest + way * step * rowHeight, down)).flat(),
    ...Array.from({ length: furthest }, (_, step) => beside(nearest - way * step * rowHeight, !down)).flat(),
  ]
}

/**
 * Places labels beside their marks so that none covers another label or a mark, or leaves the pane.
 *
 * Marks are given in the order of their importance; where there is no free place nearby, a label is left out and its mark
 * stands alone.
 *
 * @param occupied what else must stay readable: the tags on the lines
 */
export const placeLabels = (
  marks: readonly Marked[],
  { width, height }: { readonly width: number; readonly height: number },
  occupied: readonly Box[],
): (LabelPlace | null)[] => {
  const taken: Box[] = [...marks.map(triangleBox), ...occupied]
  return marks.map((mark, index) => {
    for (const place of candidates(mark)) {
      const box = labelBox(mark, place)
      if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height) continue
      if (taken.some((other, at) => at !== index && overlap(box, other))) continue
      taken.push(box)
      return place
    }
    return null
  })
}
