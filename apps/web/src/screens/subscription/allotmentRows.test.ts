import { expect, it } from 'vitest'
import { allotmentRows, shortHash } from './allotmentRows.ts'

const table = {
  ...{ id: 1, number: '600', step: '10', applications: 3, asked: '870' },
  head: { minute: 1, symbol: 'BTCUSDT', n: 1, hash: 'ab'.repeat(32) },
  rows: [
    { hash: '0'.repeat(64), asked: '500', allotted: '350' },
    { hash: '1'.repeat(64), asked: '300', allotted: '200' },
    { hash: '2'.repeat(64), asked: '70', allotted: '50' },
  ],
}

it('shows share and draw of each application; together they are what was allotted', () => {
  expect(
    allotmentRows(table).map(({ share, drawn, allotted }) => [share, drawn / 100_000_000n, allotted]),
  ).toEqual([
    ['340', 10n, '350'],
    ['200', 0n, '200'],
    ['40', 10n, '50'],
  ])
})

it('gives what was asked where no more is asked than offered', () => {
  const rows = [{ hash: '0'.repeat(64), asked: '500', allotted: '500' }]
  expect(allotmentRows({ ...table, asked: '500', applications: 1, rows })).toMatchObject([
    { share: '500', drawn: 0n },
  ])
})

it('cuts a hash in its middle', () => {
  expect(shortHash('ab'.repeat(32))).toBe('ababababab…ababab')
})
