/** Mark on the chart whose label is not placed yet; lengths in pixels. */
export type Marked = {
  readonly x: number
  readonly y: number
  /** The label grows downwards, away from the candle above it. */
  readonly down: boolean
  readonly width: number
  readonly rows: number
}
/** Position of a label: left or right end of its rows, middle of the first row, and direction of the other rows. */
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
/** Distance from the candle to the tip of the triangle, and size of the triangle. */
export const tipGap = 3
export const triangle = { height: 8, half: 5 } as const
const besideTriangle = 7
/** Maximum distance of a label from its mark, in rows. */
const maxDistanceRows = 4

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const triangleBox = ({ x, y, down }: Marked): Box => {
  const [near, far] = [y + (down ? tipGap : -tipGap), y + (down ? 1 : -1) * (tipGap + triangle.height)]
  return {
    left: x - triangle.half,
    right: x + triangle.half,
    top: Math.min(near, far),
    bottom: Math.max(near, far),
  }
}

/** Area covered by a label. */
export const labelBox = ({ width, rows }: Marked, { x, y, align, down }: LabelPlace): Box => {
  const far = y + (down ? 1 : -1) * rowHeight * (rows - 1)
  return {
    left: align === 'right' ? x - width : x,
    right: align === 'right' ? x : x + width,
    top: Math.min(y, far) - rowHeight / 2,
    bottom: Math.max(y, far) + rowHeight / 2,
  }
}

/** Candidate positions: first away from the candle, then along it for marks at the edge of the pane. */
const candidates = ({ x, y, down }: Marked): LabelPlace[] => {
  const beside = (row: number, follows: boolean): LabelPlace[] => [
    { x: x - besideTriangle, y: row, align: 'right', down: follows },
    { x: x + besideTriangle, y: row, align: 'left', down: follows },
  ]
  const direction = down ? 1 : -1
  const nearest = y + direction * (tipGap + triangle.height / 2)
  return [
    ...Array.from({ length: maxDistanceRows }, (_, step) =>
      beside(nearest + direction * step * rowHeight, down),
    ).flat(),
    ...Array.from({ length: maxDistanceRows }, (_, step) =>
      beside(nearest - direction * step * rowHeight, !down),
    ).flat(),
  ]
}

/**
 * Places labels beside their marks so that none covers another label or a mark, or leaves the pane. A label
 * without a free position nearby is omitted; its mark stays.
 *
 * @param marks in order of importance
 * @param occupied areas that must stay readable: the tags of the lines
 */
export const placeLabels = (
  marks: readonly Marked[],
  { width, height }: { readonly width: number; readonly height: number },
  occupied: readonly Box[],
): (LabelPlace | null)[] => {
  const occupiedBoxes: Box[] = [...marks.map(triangleBox), ...occupied]
  return marks.map((mark, index) => {
    for (const candidate of candidates(mark)) {
      const box = labelBox(mark, candidate)
      if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height) continue
      if (occupiedBoxes.some((b, at) => at !== index && overlap(box, b))) continue
      occupiedBoxes.push(box)
      return candidate
    }
    return null
  })
}
