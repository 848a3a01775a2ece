import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeTags, type TagRequest, type TagRoom } from './layout.ts'

const room: TagRoom = { top: 0, bottom: 400 }
const tag = (wanted: number, priority = 1, above = 8, below = 8): TagRequest => ({
  wanted,
  above,
  below,
  priority,
})

const tagInput = fc.record({
  wanted: fc.integer({ min: -50, max: 450 }),
  above: fc.integer({ min: 6, max: 12 }),
  below: fc.integer({ min: 6, max: 30 }),
  priority: fc.integer({ min: 1, max: 6 }),
})
const anyRoom = fc
  .record({ top: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 20, max: 400 }) })
  .map(({ top, length }): TagRoom => ({ top, bottom: top + length }))
const tagList = fc.array(tagInput, { maxLength: 12 })

type PlacedTag = TagRequest & { readonly y: number; readonly index: number }
/** Placed tags from top to bottom. */
const placed = (tags: readonly TagRequest[], positions: readonly (number | null)[]): PlacedTag[] =>
  tags
    .flatMap((tag, index): PlacedTag[] => {
      const y = positions[index]
      return y === null || y === undefined ? [] : [{ ...tag, y, index }]
    })
    .sort((a, b) => a.y - b.y || a.index - b.index)

/** Weighted sum of squared displacements. */
const cost = (tags: readonly PlacedTag[]): number =>
  tags.reduce((sum, { y, wanted, priority }) => sum + priority * (y - wanted) ** 2, 0)
const topOf = (tags: readonly PlacedTag[]): PlacedTag | undefined =>
  [...tags].sort((a, b) => b.priority - a.priority || a.index - b.index)[0]

describe('placeTags', () => {
  it('leaves tags that do not touch at their wanted positions', () => {
    expect(placeTags([tag(100), tag(300), tag(200)], room)).toEqual([100, 300, 200])
  })

  it('keeps the tag of the highest priority in place and moves the other', () => {
    expect(placeTags([tag(100, 1), tag(104, 5)], room)).toEqual([88, 104])
    expect(placeTags([tag(100, 5), tag(104, 1)], room)).toEqual([100, 116])
  })

  it('spreads tags of equal priority evenly around their position', () => {
    expect(placeTags([tag(300, 9), tag(100), tag(100), tag(100)], room)).toEqual([300, 84, 100, 116])
  })

  it('moves a tag of higher priority less than one of lower priority', () => {
    const [low, high] = placeTags([tag(100, 1), tag(100, 3), tag(300, 9)], room)
    expect([low, high]).toEqual([88, 104])
  })

  it('keeps a two-line tag inside the area if its price is at the edge', () => {
    expect(placeTags([tag(399, 5, 8, 24)], room)).toEqual([376])
    expect(placeTags([tag(-20, 5)], room)).toEqual([8])
  })

  it('moves the highest priority only as far as the tags on its side need', () => {
    expect(placeTags([tag(8, 5), tag(4, 1)], room)).toEqual([24, 8])
  })

  it('omits the lowest priorities if not all tags fit', () => {
    expect(placeTags([tag(10, 1), tag(12, 3), tag(14, 2)], { top: 0, bottom: 40 })).toEqual([null, 12, 28])
    expect(placeTags([tag(10)], { top: 0, bottom: 10 })).toEqual([null])
    expect(placeTags([], room)).toEqual([])
  })

  it('never overlaps tags, exceeds the area or changes their order', () => {
    fc.assert(
      fc.property(tagList, anyRoom, (tags, { top, bottom }) => {
        const visible = placed(tags, placeTags(tags, { top, bottom }))
        for (const [place, { y, above, below, wanted, index }] of visible.entries()) {
          expect(Number.isInteger(y)).toBe(true)
          expect(y - above).toBeGreaterThanOrEqual(top)
          expect(y + below).toBeLessThanOrEqual(bottom)
          const next = visible[place + 1]
          if (!next) continue
          expect(y + below).toBeLessThanOrEqual(next.y - next.above)
          expect(wanted < next.wanted || (wanted === next.wanted && index < next.index)).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('omits only tags of the lowest priority, and none without need', () => {
    fc.assert(
      fc.property(tagList, anyRoom, (tags, { top, bottom }) => {
        const positions = placeTags(tags, { top, bottom })
        const visible = placed(tags, positions)
        const free = bottom - top - visible.reduce((sum, { above, below }) => sum + above + below, 0)
        const omitted = tags.filter((_, index) => positions[index] === null)
        for (const { priority } of omitted)
          for (const tag of visible) expect(tag.priority).toBeGreaterThanOrEqual(priority)
        const highestGone = Math.max(0, ...omitted.map(({ priority }) => priority))
        if (omitted.length > 0)
          expect(omitted.some((tag) => tag.priority === highestGone && tag.above + tag.below > free)).toBe(
            true,
          )
      }),
    )
  })

  it('places the highest priority as close to its position as the other tags allow', () => {
    fc.assert(
      fc.property(tagList, anyRoom, (tags, { top, bottom }) => {
        const visible = placed(tags, placeTags(tags, { top, bottom }))
        const first = topOf(visible)
        if (!first) return
        const at = visible.indexOf(first)
        const heights = (part: readonly PlacedTag[]) =>
          part.reduce((sum, { above, below }) => sum + above + below, 0)
        const lowest = top + heights(visible.slice(0, at)) + first.above
        const highest = bottom - heights(visible.slice(at + 1)) - first.below
        expect(first.y).toBe(Math.min(Math.max(first.wanted, lowest), highest))
      }),
    )
  })

  it('moves the other tags as little as possible', () => {
    fc.assert(
      fc.property(
        fc.array(tagInput, { minLength: 2, maxLength: 6 }),
        fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 6, maxLength: 6 }),
        (tags, moves) => {
          const visible = placed(tags, placeTags(tags, room))
          const first = topOf(visible)
          // Alternative arrangement: all tags except the first moved by some pixels, if allowed.
          const moved = visible.map((tag, index) =>
            tag === first ? tag : { ...tag, y: tag.y + (moves[index] ?? 0) },
          )
          const allowed = moved.every(
            ({ y, above, below }, index) =>
              y - above >= room.top &&
              y + below <= room.bottom &&
              y + below <= (moved[index + 1]?.y ?? Infinity) - (moved[index + 1]?.above ?? 0),
          )
          if (!allowed) return
          // Positions are rounded to whole pixels, which costs at most this much.
          const rounding = visible.reduce(
            (sum, { y, wanted, priority }) => sum + priority * (Math.abs(y - wanted) + 1),
            0,
          )
          expect(cost(visible)).toBeLessThanOrEqual(cost(moved) + rounding)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
