import { expect, it } from 'vitest'
import { rows } from './rows.ts'
import { formatRow } from './table.ts'

it('lists every row of the table of goals and marks unmeasured ones', () => {
  expect(rows.map(({ number }) => number)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
  const [first] = rows
  if (first === undefined) throw new Error('no rows')
  expect(formatRow(first, null)).toContain('not measured yet')
})

it('never shows a missed goal as held', () => {
  const row = { number: 11, goal: 'start', aim: '≤ 5 s' }
  expect(formatRow(row, { figures: '7 s', held: false })).toContain('7 s · MISSED')
  expect(formatRow(row, { figures: '4 s', held: true })).toContain('4 s · held')
  expect(formatRow(row, { figures: '4 s', held: null })).toContain('held so far')
})
