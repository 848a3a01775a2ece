import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AxisTag, placeAxisTags, uncoveredLabels } from './axis.ts'
import { type LineTag, placeLineTags, uncovered } from './lineTags.ts'

const line = (id: string, y: number, more: Partial<LineTag> = {}): LineTag => ({
  id,
  y,
  width: 120,
  column: 'first',
  priority: 2,
  ...more,
})

describe('placeLineTags', () => {
  const wide = { width: 800, height: 360 }

  it('places stops beside positions, so that both keep their positions', () => {
    const places = placeLineTags([line('position', 200), line('stop', 203, { column: 'second' })], wide)
    expect(places.get('position')).toEqual({ x: 12, y: 200, width: 120 })
    expect(places.get('stop')).toEqual({ x: 208, y: 203, width: 120 })
  })

  it('shifts the second column by the width of the first', () => {
    const places = placeLineTags(
      [line('order', 200, { width: 260 }), line('stop', 200, { column: 'second' })],
      wide,
    )
    expect(places.get('stop')?.x).toBe(280)
  })

  it('uses one column if two do not fit', () => {
    const places = placeLineTags(
      [line('position', 80), line('stop', 82, { column: 'second', priority: 3 })],
      {
        width: 320,
        height: 125,
      },
    )
    expect(places.get('stop')).toEqual({ x: 12, y: 82, width: 120 })
    expect(places.get('position')).toEqual({ x: 12, y: 62, width: 120 })
  })

  it('leaves the lower left corner of a phone to its button', () => {
    const size = { width: 330, height: 340 }
    const tags = [line('high', 200), line('low', 310), line('stop', 312, { column: 'second', width: 50 })]
    const places = placeLineTags(tags, size)
    expect(places.get('high')?.x).toBe(12)
    expect(places.get('low')).toEqual({ x: 54, y: 310, width: 120 })
    expect(placeLineTags(tags, { ...size, width: 800 }).get('low')?.x).toBe(12)
  })

  it('keeps tags below the legend and omits those of lines outside the pane', () => {
    const places = placeLineTags([line('high', 3), line('above', -4), line('below', 361)], wide)
    expect([...places]).toEqual([['high', { x: 12, y: 40, width: 120 }]])
  })

  it('never overlaps two tags', () => {
    const any = fc.record({
      y: fc.integer({ min: -20, max: 400 }),
      width: fc.integer({ min: 40, max: 300 }),
      column: fc.constantFrom('first' as const, 'second' as const),
      priority: fc.integer({ min: 1, max: 9 }),
    })
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 12 }),
        fc.constantFrom(
          { width: 330, height: 125 },
          { width: 330, height: 340 },
          { width: 640, height: 205 },
          wide,
        ),
        (lineTags, size) => {
          const places = [
            ...placeLineTags(
              lineTags.map((lineTag, id) => ({ ...lineTag, id: String(id) })),
              size,
            ).values(),
          ]
          for (const [at, place] of places.entries())
            for (const other of places.slice(at + 1)) {
              const beside = place.x + place.width <= other.x || other.x + other.width <= place.x
              expect(beside || Math.abs(place.y - other.y) >= 20).toBe(true)
            }
        },
      ),
    )
  })
})

describe('uncovered', () => {
  it('omits the parts covered by tags', () => {
    const tags = [
      { x: 208, y: 50, width: 100 },
      { x: 12, y: 52, width: 100 },
      { x: 12, y: 90, width: 100 },
    ]
    expect(uncovered(50, tags, 400)).toEqual([
      { from: 0, to: 12 },
      { from: 112, to: 208 },
      { from: 308, to: 400 },
    ])
    expect(uncovered(70, tags, 400)).toEqual([{ from: 0, to: 400 }])
  })
})

describe('placeAxisTags', () => {
  const axis = (y: number, more: Partial<AxisTag> = {}): AxisTag => ({
    text: '66,063.43',
    below: null,
    y,
    color: 'white',
    fill: 'black',
    edge: 'black',
    weight: '500',
    priority: 2,
    always: false,
    ...more,
  })
  const last = (y: number) => axis(y, { below: '00:53', priority: 7, always: true })

  it('separates order, stop and last price tags and keeps the last price in place', () => {
    const placed = placeAxisTags([axis(208, { priority: 4 }), axis(212, { priority: 3 }), last(200)], 340)
    expect(placed.map(({ at }) => at).sort((a, b) => a - b)).toEqual([200, 233, 251])
    expect(placed.at(-1)).toMatchObject({ y: 200, at: 200 })
  })

  it('keeps both lines of the last price tag inside at the lower edge', () => {
    const [placed] = placeAxisTags([last(124)], 125)
    expect(placed?.at).toBe(101)
    expect(placeAxisTags([last(-40)], 125)[0]?.at).toBe(9)
  })

  it('omits tags of lines outside the pane', () => {
    expect(placeAxisTags([axis(-1), axis(126)], 125)).toEqual([])
  })
})

describe('uncoveredLabels', () => {
  const at = (...coords: number[]) => coords.map((coord) => ({ coord }))

  it('leaves out labels of which a tag covers a part, above and below it', () => {
    expect(uncoveredLabels(at(34, 36, 50, 64, 66), [{ at: 50, below: null }])).toEqual(at(34, 66))
  })

  it('counts the row below the price', () => {
    expect(uncoveredLabels(at(66, 79, 81), [{ at: 50, below: '14:21' }])).toEqual(at(81))
  })

  it('keeps every label where there is no tag', () => {
    expect(uncoveredLabels(at(0, 10), [])).toEqual(at(0, 10))
  })
})
