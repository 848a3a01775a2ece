import { placeTags } from './layout.ts'

/** A tag on the price axis, still without its place. */
export type AxisTag = {
  readonly text: string
  /** A second line under the price. */
  readonly below: string | null
  /** Where its price is, in pixels. */
  readonly y: number
  readonly color: string
  readonly fill: string
  readonly edge: string
  readonly weight: '500' | '600'
  readonly priority: number
  /** Stands at the edge when its price is outside the pane; others have no tag there. */
  readonly always: boolean
}
export type PlacedAxisTag = AxisTag & { readonly at: number }

/** Half a row of text with a pixel of air. */
const halfRow = 9
/** A row of text under the price. */
export const rowBelow = 15

/** Where the tags on the price axis stand, the most important last, so that it is drawn over the leaders of the others. */
export const placeAxisTags = (tags: readonly AxisTag[], height: number): PlacedAxisTag[] => {
  const shown = tags.filter(({ y, always }) => always || (y >= 0 && y <= height))
  const places = placeTags(
    shown.map(({ y, below, priority }) => ({
      wanted: y,
      above: halfRow,
      below: halfRow + (below === null ? 0 : rowBelow),
      priority,
    })),
    { top: 0, bottom: height },
  )
  return shown
    .flatMap((tag, index): PlacedAxisTag[] => {
      const at = places[index]
      return at === null || at === undefined ? [] : [{ ...tag, at }]
    })
    .sort((one, other) => one.priority - other.priority)
}
