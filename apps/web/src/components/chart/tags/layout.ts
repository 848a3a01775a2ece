/** A tag that wants to stand at a price; all lengths in whole pixels, growing downwards. */
export type TagWish = {
  /** Where its price is. */
  readonly wanted: number
  /** How far it reaches over that place, and how far under it. */
  readonly above: number
  readonly below: number
  /** At least 1; the higher, the less it gives way. The highest keeps its true place where all can. */
  readonly priority: number
}

/** The height that tags may take up. */
export type TagRoom = { readonly top: number; readonly bottom: number }

const heightOf = ({ above, below }: TagWish): number => above + below

/** Those that fit into the room together: while they do not, one of the lowest priority is left out. */
const fitting = <Wish extends TagWish>(wishes: readonly Wish[], room: number): readonly Wish[] => {
  const kept = [...wishes].sort((one, other) => other.priority - one.priority)
  let height = kept.reduce((sum, wish) => sum + heightOf(wish), 0)
  while (height > room) {
    const last = kept.pop()
    if (!last) break
    height -= heightOf(last)
  }
  return kept
}

type Block = { place: number; weight: number; size: number }

/**
 * Ascending places closest to the wanted ones: the weighted sum of squared distances is the smallest there is
 * (isotonic regression by pooling adjacent violators).
 */
const ascending = (wanted: readonly number[], weights: readonly number[]): number[] => {
  const blocks: Block[] = []
  for (const [index, place] of wanted.entries()) {
    let block: Block = { place, weight: weights[index] ?? 1, size: 1 }
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

const within = (place: number, low: number, high: number): number => Math.min(Math.max(place, low), high)

/**
 * Places tags so that none lies on another and none leaves the room.
 *
 * The order of the wanted places is kept. The tag of the highest priority stands at its true place, or as close to it as
 * the room lets it with all the others on their side; the others move as little as they can, those of a higher
 * priority less. Where not all fit, those of the lowest priority are left out.
 *
 * @returns the place of each tag in the order given, in whole pixels; null where it was left out
 * @example placeTags([{ wanted: 50, above: 8, below: 8, priority: 2 }, { wanted: 52, above: 8, below: 8, priority: 1 }],
 *   { top: 0, bottom: 100 }) // [50, 66]
 */
export const placeTags = (wishes: readonly TagWish[], { top, bottom }: TagRoom): (number | null)[] => {
  const numbered = wishes.map((wish, index) => ({ ...wish, index }))
  const kept = [...fitting(numbered, bottom - top)].sort(
    (one, other) => one.wanted - other.wanted || one.index - other.index,
  )
  const places = wishes.map((): number | null => null)
  const first = [...kept].sort((one, other) => other.priority - one.priority || one.index - other.index)[0]
  if (!first) return places
  // Taking off what stands before each tag turns "one under the other" into "not before the one before".
  let height = 0
  const offsets = kept.map((wish) => {
    height += heightOf(wish)
    return height - wish.below
  })
  const shifted = kept.map(({ wanted }, place) => wanted - (offsets[place] ?? 0))
  const weights = kept.map(({ priority }) => priority)
  const at = kept.indexOf(first)
  const highest = bottom - height
  const anchor = within(shifted[at] ?? top, top, highest)
  const over = ascending(shifted.slice(0, at), weights.slice(0, at)).map((place) =>
    within(place, top, anchor),
  )
  const under = ascending(shifted.slice(at + 1), weights.slice(at + 1)).map((place) =>
    within(place, anchor, highest),
  )
  for (const [place, shift] of [...over, anchor, ...under].entries()) {
    const wish = kept[place]
    if (wish) places[wish.index] = Math.round(shift) + (offsets[place] ?? 0)
  }
  return places
}
