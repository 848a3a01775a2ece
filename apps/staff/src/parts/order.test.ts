import { expect, it } from 'vitest'
import { matching, sorted } from './order.ts'

const of = (cells: readonly (string | number | null)[], descending = false) =>
  sorted(cells, (cell) => cell, descending)

it('sorts amounts by value', () => {
  expect(of(['100.5', '20', '-3', '20.00000001'])).toEqual(['-3', '20', '20.00000001', '100.5'])
  expect(of([9, 10, 100], true)).toEqual([100, 10, 9])
})

it('sorts null last in both directions', () => {
  expect(of([null, 'b', 'A'])).toEqual(['A', 'b', null])
  expect(of([null, 'b', 'A'], true)).toEqual(['b', 'A', null])
})

it('matches rows that contain every word in any column', () => {
  const rows = [
    { a: 'Deposit', b: 17 },
    { a: 'Withdrawal', b: 17 },
  ]
  const cellsOf = (row: { a: string; b: number }) => [row.a, row.b]
  expect(matching(rows, cellsOf, '17 dep')).toEqual([rows[0]])
  expect(matching(rows, cellsOf, ' ')).toEqual(rows)
  expect(matching(rows, cellsOf, 'loan')).toEqual([])
})
