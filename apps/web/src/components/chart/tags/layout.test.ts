import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeTags, type TagRoom, type TagWish } from './layout.ts'

const room: TagRoom = { top: 0, bottom: 400 }
const tag = (wanted: number, priority = 1, above = 8, below = 8): TagWish => ({
  wanted,
  above,
  below,
  priority,
})

const wish = fc.record({
  wanted: fc.integer({ min: -50, max: 450 }),
  above: fc.integer({ min: 6, max: 12 }),
  below: fc.integer({ min: 6, max: 30 }),
  priority: fc.integer({ min: 1, max: 6 }),
})
const anyRoom = fc
  .record({ top: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 20, max: 400 }) })
  .map(({ top, length }): TagRoom => ({ top, bottom: top + length }))
const wishes = fc.array(wish, { maxLength: 12 })

type Placed = TagWish & { readonly y: number; readonly index: number }
/** The tags that were placed, from top to bottom. */
const placed = (tags: readonly TagWish[], places: readonly (number | null)[]): Placed[] =>
  tags
    .flatMap((one, index): Placed[] => {
      const y = places[index]
      return y === null || y === undefined ? [] : [{ ...one, y, index }]
    })
    .sort((one, other) => one.y - other.y || one.index - other.index)

/** The weighted sum of squared displacements. */
const cost = (tags: readonly Placed[]): number =>
  tags.reduce((sum, { y, wanted, priority }) => sum + priority * (y - wanted) ** 2, 0)
const topOf = (tags: readonly Placed[]): Placed | undefined =>
  [...tags].sort((one, other) => other.priority - one.priority || one.index - other.index)[0]

describe('placeTags', () => {
  it('leaves tags that do not touch where they want to be', () => {
    expect(placeTags([tag(100), tag(300), tag(200)], room)).toEqual([100, 300, 200])
  })

  it('keeps the tag of the highest priority at its true place and moves the other aside', () => {
    expect(placeTags([tag(100, 1), tag(104, 5)], room)).toEqual([88, 104])
    expect(placeTags([tag(100, 5), tag(104, 1)], room)).toEqual([100, 116])
  })

  it('spreads equal wishes evenly around their place', () => {
    expect(placeTags([tag(300, 9), tag(100), tag(100), tag(100)], room)).toEqual([300, 84, 100, 116])
  })

  it('moves a tag of a high priority less than one of a low priority', () => {
    const [low, high] = placeTags([tag(100, 1), tag(100, 3), tag(300, 9)], room)
    expect([low, high]).toEqual([88, 104])
  })

  it('keeps a tag with a line under it inside the room when its price is at the edge', () => {
    expect(placeTags([tag(399, 5, 8, 24)], room)).toEqual([376])
    expect(placeTags([tag(-20, 5)], room)).toEqual([8])
  })

  it('moves the highest priority only as far as the others on its side need', () => {
    expect(placeTags([tag(8, 5), tag(4, 1)], room)).toEqual([24, 8])
  })

  it('leaves out the lowest priorities where not all fit', () => {
    expect(placeTags([tag(10, 1), tag(12, 3), tag(14, 2)], { top: 0, bottom: 40 })).toEqual([null, 12, 28])
    expect(placeTags([tag(10)], { top: 0, bottom: 10 })).toEqual([null])
    expect(placeTags([], room)).toEqual([])
  })

  it('never lets tags overlap, leave the room or change their order', () => {
    fc.assert(
      fc.property(wishes, anyRoom, (tags, { top, bottom }) => {
        const shown = placed(tags, placeTags(tags, { top, bottom }))
        for (const [place, { y, above, below, wanted, index }] of shown.entries()) {
          expect(Number.isInteger(y)).toBe(true)
          expect(y - above).toBeGreaterThanOrEqual(top)
          expect(y + below).toBeLessThanOrEqual(bottom)
          const next = shown[place + 1]
          if (!next) continue
          expect(y + below).toBeLessThanOrEqual(next.y - next.above)
          expect(wanted < next.wanted || (wanted === next.wanted && index < next.index)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('leaves out only tags of the lowest priority, and none without need', () => {
    fc.assert(
      fc.property(wishes, anyRoom, (tags, { top, bottom }) => {
        const places = placeTags(tags, { top, bottom })
        const shown = placed(tags, places)
        const free = bottom - top - shown.reduce((sum, { above, below }) => sum + above + below, 0)
        const gone = tags.filter((_, index) => places[index] === null)
        for (const { priority } of gone)
          for (const one of shown) expect(one.priority).toBeGreaterThanOrEqual(priority)
        const highestGone = Math.max(0, ...gone.map(({ priority }) => priority))
        if (gone.length > 0)
          expect(gone.some((one) => one.priority === highestGone && one.above + one.below > free)).toBe(true)
      }),
    )
  })

  it('puts the highest priority as close to its true place as the others’ room allows', () => {
    fc.assert(
      fc.property(wishes, anyRoom, (tags, { top, bottom }) => {
        const shown = placed(tags, placeTags(tags, { top, bottom }))
        const first = topOf(shown)
        if (!first) return
        const at = shown.indexOf(first)
        const heights = (part: readonly Placed[]) =>
          part.reduce((sum, { above, below }) => sum + above + below, 0)
        const lowest = top + heights(shown.slice(0, at)) + first.above
        const highest = bottom - heights(shown.slice(at + 1)) - first.below
        expect(first.y).toBe(Math.min(Math.max(first.wanted, lowest), highest))
      }),
    )
  })

  it('moves the others as little as possible: no other arrangement costs less', () => {
    fc.assert(
      fc.property(
        fc.array(wish, { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 6, maxLength: 6 }),
        (tags, moves) => {
          const shown = placed(tags, placeTags(tags, room))
          const first = topOf(shown)
          // Another arrangement: everything but the first moved by some pixels, where that is allowed.
          const moved = shown.map((one, place) =>
            one === first ? one : { ...one, y: one.y + (moves[place] ?? 0) },
          )
          const allowed = moved.every(
            ({ y, above, below }, place) =>
              y - above >= room.top &&
              y + below <= room.bottom &&
              y + below <= (moved[place + 1]?.y ?? Infinity) - (moved[place + 1]?.above ?? 0),
          )
          if (!allowed) return
          // Each place is rounded to a whole pixel, which costs at most this much.
          const rounding = shown.reduce(
            (sum, { y, wanted, priority }) => sum + priority * (Math.abs(y - wanted) + 1),
            0,
          )
          expect(cost(shown)).toBeLessThanOrEqual(cost(moved) + rounding)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
