import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OwnFill } from '../orderMarks.ts'
import { type Box, labelBox, type Marked, placeLabels } from './labels.ts'
import { fillMarks } from './marks.ts'

const bars = [
  { timestamp: 60_000, low: 95, high: 105 },
  { timestamp: 120_000, low: 90, high: 110 },
]
const fill = (id: number, time: number, text: string, kind: OwnFill['kind'] = 'bought'): OwnFill => ({
  id: `fill-${id}`,
  value: 100,
  time,
  kind,
  text,
})

describe('fillMarks', () => {
  it('places buys below the low of their candle and sells above its high', () => {
    expect(fillMarks([fill(1, 61_000, 'a'), fill(2, 130_000, 'b', 'sold')], bars, 60_000)).toEqual([
      { kind: 'sold', opening: 120_000, value: 110, rows: ['b'] },
      { kind: 'bought', opening: 60_000, value: 95, rows: ['a'] },
    ])
  })

  it('joins the fills of one candle and kind and counts the omitted ones', () => {
    const four = [1, 2, 3, 4].map((id) => fill(id, 61_000 + id, `n${id}`))
    expect(fillMarks(four.slice(1), bars, 60_000)[0]?.rows).toEqual(['n4', 'n3', 'n2'])
    expect(fillMarks(four, bars, 60_000)[0]?.rows).toEqual(['n4', 'n3', '+2'])
  })

  it('omits fills before the first candle and limits the number of marks', () => {
    expect(fillMarks([fill(1, 59_999, 'a')], bars, 60_000)).toEqual([])
    expect(fillMarks([fill(1, 61_000, 'a')], [], 60_000)).toEqual([])
    const many = Array.from({ length: 500 }, (_, id) => fill(id, 60_000 + id * 60_000, 'x'))
    const marks = fillMarks(many, bars, 60_000)
    expect(marks).toHaveLength(200)
    expect(marks[0]?.opening).toBe(60_000 + 499 * 60_000)
  })
})

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

describe('placeLabels', () => {
  const pane = { width: 300, height: 200 }
  const mark = (x: number, y: number): Marked => ({ x, y, down: true, width: 60, rows: 1 })

  it('places a label left of its mark, or right of it if the left is occupied', () => {
    expect(placeLabels([mark(200, 50)], pane, [])).toEqual([{ x: 193, y: 57, align: 'right', down: true }])
    expect(placeLabels([mark(200, 50), mark(195, 50)], pane, []).map((label) => label?.align)).toEqual([
      'left',
      'right',
    ])
    expect(placeLabels([mark(200, 50), mark(200, 50), mark(200, 50)], pane, [])[2]?.y).toBe(69)
    expect(placeLabels([mark(20, 50)], pane, [])[0]?.align).toBe('left')
  })

  it('avoids the tags of the lines', () => {
    const tag = { left: 100, right: 195, top: 47, bottom: 67 }
    expect(placeLabels([mark(200, 50)], pane, [tag])[0]).toMatchObject({ align: 'left', y: 57 })
  })

  it('grows the label towards the candle if the pane ends at the mark', () => {
    expect(placeLabels([{ ...mark(200, 180), rows: 3 }], pane, [])).toEqual([
      { x: 193, y: 187, align: 'right', down: false },
    ])
  })

  it('never overlaps labels or places them outside the pane', () => {
    const any = fc.record({
      x: fc.integer({ min: -10, max: 310 }),
      y: fc.integer({ min: -10, max: 210 }),
      down: fc.boolean(),
      width: fc.integer({ min: 20, max: 120 }),
      rows: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), (marks) => {
        const boxes = placeLabels(marks, pane, []).flatMap((label, index) => {
          const mark = marks[index]
          return label && mark ? [labelBox(mark, label)] : []
        })
        for (const [at, box] of boxes.entries()) {
          expect(box.left >= 0 && box.right <= pane.width && box.top >= 0 && box.bottom <= pane.height).toBe(
            true,
          )
          for (const b of boxes.slice(at + 1)) expect(overlap(box, b)).toBe(false)
        }
      }),
    )
  })
})
