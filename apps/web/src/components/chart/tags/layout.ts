/** Tag to place; lengths in whole pixels, increasing downwards. */
export type TagRequest = {
  /** Position of its price. */
  readonly wanted: number
  /** Extent above and below the position. */
  readonly above: number
  readonly below: number
  /** At least 1. A higher priority is moved less; the highest stays in place if possible. */
  readonly priority: number
}

/** Vertical area available for tags. */
export type TagRoom = { readonly top: number; readonly bottom: number }

const heightOf = ({ above, below }: TagRequest): number => above + below

/** Tags that fit into the area: the tag of the lowest priority is removed until all fit. */
const fitting = <Request extends TagRequest>(tags: readonly Request[], room: number): readonly Request[] => {
  const fittingTags = [...tags].sort((a, b) => b.priority - a.priority)
  let height = fittingTags.reduce((sum, tag) => sum + heightOf(tag), 0)
  while (height > room) {
    const last = fittingTags.pop()
    if (!last) break
    height -= heightOf(last)
  }
  return fittingTags
}

type Block = { place: number; weight: number; size: number }

/**
 * Ascending positions with the minimum weighted sum of squared distances to the wanted ones
 * (isotonic regression by pooling adjacent violators).
 */
const ascending = (wanted: readonly number[], weights: readonly number[]): number[] => {
  const blocks: Block[] = []
  for (const [index, position] of wanted.entries()) {
    let block: Block = { place: position, weight: weights[index] ?? 1, size: 1 }
    for (let before = blocks.at(-1); before && before.place > block.place; before = blocks.at(-1)) {
      blocks.pop()
      const weight = before.weight + block.weight
      block = {
        place: (before.place * before.weight + block.place * block.weight) / weight,
        weight,
        size: before.size + block.size,
      }
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ place, size }) => Array<number>(size).fill(place))
}

const within = (position: number, low: number, high: number): number =>
  Math.min(Math.max(position, low), high)

/**
 * Places tags without overlaps inside an area.
 *
 * The order of the wanted positions is kept. The tag of the highest priority stays in place, or as close to it as
 * the tags on its side allow; the others are moved as little as possible, those of a higher priority less. If not
 * all fit, those of the lowest priority are omitted.
 *
 * @returns the position of each tag in input order, in whole pixels; null if omitted
 * @example placeTags([{ wanted: 50, above: 8, below: 8, priority: 2 }, { wanted: 52, above: 8, below: 8, priority: 1 }],
 *   { top: 0, bottom: 100 }) // [50, 66]
 */
export const placeTags = (requests: readonly TagRequest[], { top, bottom }: TagRoom): (number | null)[] => {
  const numbered = requests.map((tag, index) => ({ ...tag, index }))
  const sortedTags = [...fitting(numbered, bottom - top)].sort(
    (a, b) => a.wanted - b.wanted || a.index - b.index,
  )
  const positions = requests.map((): number | null => null)
  const first = [...sortedTags].sort((a, b) => b.priority - a.priority || a.index - b.index)[0]
  if (!first) return positions
  // Subtracting the heights of all preceding tags turns "no overlap" into "ascending".
  let height = 0
  const offsets = sortedTags.map((tag) => {
    height += heightOf(tag)
    return height - tag.below
  })
  const shifted = sortedTags.map(({ wanted }, index) => wanted - (offsets[index] ?? 0))
  const weights = sortedTags.map(({ priority }) => priority)
  const at = sortedTags.indexOf(first)
  const highest = bottom - height
  const anchor = within(shifted[at] ?? top, top, highest)
  const over = ascending(shifted.slice(0, at), weights.slice(0, at)).map((position) =>
    within(position, top, anchor),
  )
  const under = ascending(shifted.slice(at + 1), weights.slice(at + 1)).map((position) =>
    within(position, anchor, highest),
  )
  for (const [place, shift] of [...over, anchor, ...under].entries()) {
    const tag = sortedTags[place]
    if (tag) positions[tag.index] = Math.round(shift) + (offsets[place] ?? 0)
  }
  return positions
}
