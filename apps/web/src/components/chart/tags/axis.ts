import { placeTags } from './layout.ts'

/** Tag on the price axis, not placed yet. */
export type AxisTag = {
  readonly text: string
  /** Second line below the price. */
  readonly below: string | null
  /** Vertical position of its price, in pixels. */
  readonly y: number
  readonly color: string
  readonly fill: string
  readonly edge: string
  readonly weight: '500' | '600'
  readonly priority: number
  /** Shown at the edge if its price is outside the pane; other tags are omitted there. */
  readonly always: boolean
}
export type PlacedAxisTag = AxisTag & { readonly at: number }

/** Half the height of a row, with 1 px margin. */
const halfRow = 9
/** Half the height of a label of the axis. */
const halfLabel = 6
/** Height of the row below the price. */
export const rowBelow = 15

/** Positions of the tags on the price axis, the most important last, so that it is drawn over other leaders. */
export const placeAxisTags = (tags: readonly AxisTag[], height: number): PlacedAxisTag[] => {
  const visible = tags.filter(({ y, always }) => always || (y >= 0 && y <= height))
  const positions = placeTags(
    visible.map(({ y, below, priority }) => ({
      wanted: y,
      above: halfRow,
      below: halfRow + (below === null ? 0 : rowBelow),
      priority,
    })),
    { top: 0, bottom: height },
  )
  return visible
    .flatMap((tag, index): PlacedAxisTag[] => {
      const at = positions[index]
      return at === null || at === undefined ? [] : [{ ...tag, at }]
    })
    .sort((a, b) => a.priority - b.priority)
}

/**
 * Labels of the price axis that no tag covers, not even in part.
 *
 * @example uncoveredLabels([{ coord: 40 }, { coord: 90 }], [{ at: 50, below: null }]) // [{ coord: 90 }]
 */
export const uncoveredLabels = <Label extends { readonly coord: number }>(
  labels: readonly Label[],
  tags: readonly Pick<PlacedAxisTag, 'at' | 'below'>[],
): Label[] =>
  labels.filter(({ coord }) =>
    tags.every(
      ({ at, below }) =>
        coord < at - halfRow - halfLabel ||
        coord > at + halfRow + (below === null ? 0 : rowBelow) + halfLabel,
    ),
  )
