import fc from 'fast-check'
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

const isFigure = (value: string | number) => /^-?\d+(\.\d+)?$/.test(String(value))
const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1)
const cell = fc.oneof(
  fc.constant(null),
  fc.integer({ min: -1000, max: 1000 }),
  fc.bigInt(-(10n ** 30n), 10n ** 30n).map(String),
  fc
    .tuple(fc.integer({ min: -99, max: 99 }), fc.nat(99_999_999))
    .map(([a, b]) => `${a}.${String(b).padStart(8, '0')}`),
  fc.constantFrom('a', 'B', 'b', 'é', '', '10 USDT', '9a', '1.2.3', '-', 'ten'),
)

it('has one order for any mixture of numbers, texts and gaps: numbers by value, then texts, then gaps', () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
      const up = of(cells)
      expect(up.toSorted(byText)).toEqual(cells.toSorted(byText))
      // Every pair is in its order, not only neighbours: the order has no circle.
      for (const [at, one] of up.entries())
        for (const other of up.slice(at + 1)) {
          const [pair, back] = [of([one, other]), of([other, one])]
          expect(pair[0]).toBe(one)
          // Equal cells stay as they came; unequal ones come in one order from either side.
          expect(back[0] === one || back[0] === other).toBe(true)
        }
      const kinds = up.map((value) => (value === null ? 2 : isFigure(value) ? 0 : 1))
      expect(kinds).toEqual(kinds.toSorted())
    }),
    { numRuns: 300 },
  )
})

it('sorts the same way whatever order the server sent, up and down', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: -500, max: 500 }), { maxLength: 20 }), (numbers) => {
      const cells = numbers.map(String)
      const ascending = numbers.toSorted((a, b) => a - b).map(String)
      expect(of(cells)).toEqual(ascending)
      expect(of(cells.toReversed())).toEqual(ascending)
      expect(of(cells, true)).toEqual(ascending.toReversed())
    }),
  )
})

it('is stable: rows with equal cells stay in the order of the server', () => {
  const rows = [
    { id: 1, amount: '5' },
    { id: 2, amount: '5.0' },
    { id: 3, amount: null },
    { id: 4, amount: '5.00000000' },
    { id: 5, amount: null },
  ]
  const ids = (descending: boolean) => sorted(rows, ({ amount }) => amount, descending).map(({ id }) => id)
  expect([ids(false), ids(true)]).toEqual([
    [1, 2, 4, 3, 5],
    [1, 2, 4, 3, 5],
  ])
})

it('compares amounts beyond what a number holds', () => {
  const [small, large] = ['999999999999999.99999998', '999999999999999.99999999']
  expect(of([large, small])).toEqual([small, large])
  expect(of(['-0.00000001', '0', '-0.00000002'])).toEqual(['-0.00000002', '-0.00000001', '0'])
})

it('does not change the rows it was given', () => {
  const rows = Object.freeze([3, 1, 2])
  expect(of(rows)).toEqual([1, 2, 3])
  expect(rows).toEqual([3, 1, 2])
})

it('matches words in any order and case, parts of words too, and figures as they are written', () => {
  const rows = [{ cells: ['Ada Example', '1234.5', null] }, { cells: ['Eve', null, 'ADA'] }]
  const found = (text: string) => matching(rows, ({ cells }) => cells, text).map((row) => rows.indexOf(row))
  expect([
    found('ada'),
    found('ADA exam'),
    found('exam ada'),
    found('234'),
    found('  '),
    found('ada eve'),
  ]).toEqual([[0, 1], [0], [0], [0], [0, 1], [1]])
  // What looks like a pattern is a text.
  for (const text of ['.*', '[', '(', '\\', '$^']) expect(found(text)).toEqual([])
})
